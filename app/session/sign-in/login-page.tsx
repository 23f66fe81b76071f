import { Link, useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { brandName } from "~/shell/brand";
import { Footer } from "~/shell/footer";
import { HeroScene } from "~/shell/landing/hero-scene";
import { Shell } from "~/shell/shell";
import { useShellData } from "~/shell/shell-data";
import { Avatar } from "~/ui/avatar";
import { Banner } from "~/ui/banner";
import { Icon } from "~/ui/icon";
import { Inbox } from "~/ui/icons";
import { useHeadingFocus } from "~/ui/use-heading-focus";

export type DemoAccount = { username: string; password: string; role: DemoRole };
type DemoRole = "super" | "admin" | "teacher" | "student" | "guardian" | "family";

type LoginPageProps = {
  /** Title of a page that is not for signing in. */
  title?: string;
  /** Whether the page goes on with what was begun elsewhere, so that its heading takes the focus. */
  isNextStep?: boolean;
  /** The form, or another sign-in method. */
  children: ReactNode;
  /** Above the form: for example, why signing in again is necessary. */
  notice?: { type: "info" | "warning" | "error"; message: string; action?: ReactNode } | null;
  /** Other sign-in methods, below the form. */
  otherWays?: ReactNode;
  /** Only in demo mode. */
  demoAccounts?: readonly DemoAccount[];
};

/** Layout of all sign-in pages: the form on a card, the picture beside it on wide screens. */
export function LoginPage({
  title,
  isNextStep = false,
  children,
  notice,
  otherWays,
  demoAccounts = [],
}: LoginPageProps) {
  const { t } = useTranslation("session");
  const shell = useShellData();
  const brand = shell?.brand ?? "fabel";
  const name = brandName(brand);
  const heading = useHeadingFocus({ isNextStep });
  return (
    <Shell isWide footer={<Footer />}>
      <div className="mx-auto grid max-w-[86rem] items-start gap-8 px-4 py-6 md:grid-cols-[minmax(0,28rem)_1fr] md:gap-12 md:px-8 md:py-10">
        <div className="mx-auto w-full max-w-md md:max-w-none">
          <div className="rounded-card border border-line bg-raised p-6 shadow-low sm:p-8">
            <h1 ref={heading} tabIndex={-1} className="mb-6 text-28 outline-none">
              {title ?? t("login.title", { name })}
            </h1>
            {shell?.refusesCookies && (
              <div className="mb-6">
                <Banner type="error" title={t("login.insecure.title")}>
                  {t("login.insecure.text")}
                </Banner>
              </div>
            )}
            {notice && (
              <div className="mb-6">
                <Banner type={notice.type} actions={notice.action}>
                  {notice.message}
                </Banner>
              </div>
            )}
            {children}
            {otherWays && <div className="mt-6 border-line border-t pt-6">{otherWays}</div>}
          </div>
          {demoAccounts.length > 0 && <DemoAccounts accounts={demoAccounts} />}
        </div>
        <HeroScene brand={brand} className="sticky top-24 hidden h-auto w-full rounded-card shadow-high md:block" />
      </div>
    </Shell>
  );
}

/** Demo accounts: a press fills the form; without script the link's query fills the username. */
function DemoAccounts({ accounts }: { accounts: readonly DemoAccount[] }) {
  const { t } = useTranslation("session");
  const [search] = useSearchParams();

  const fill = ({ username, password }: DemoAccount) => {
    const form = document.querySelector<HTMLFormElement>("form[data-login]");
    const [name, secret] = ["username", "password"].map((field) => form?.elements.namedItem(field));
    if (!(name instanceof HTMLInputElement && secret instanceof HTMLInputElement)) return false;
    name.value = username;
    secret.value = password;
    form?.querySelector<HTMLButtonElement>("button[type=submit]")?.focus();
    return true;
  };
  return (
    <section aria-labelledby="demo-title" className="mt-6">
      <h2 id="demo-title" className="flex items-center gap-2 text-18">
        {t("demo.title")}
      </h2>
      <p className="mt-1 text-14 text-ink-soft">{t("demo.hint", { password: accounts[0]?.password })}</p>
      <ul className="mt-3 grid grid-cols-2 gap-2">
        {accounts.map((account) => (
          <li key={account.username}>
            <a
              href={`?${new URLSearchParams({ ...Object.fromEntries(search), username: account.username })}`}
              onClick={(event) => fill(account) && event.preventDefault()}
              className="flex min-h-14 items-center gap-3 rounded-control border border-line bg-raised px-3 py-2 transition hover:border-primary hover:bg-primary-tint"
            >
              <span className="max-sm:hidden">
                <Avatar name={t(`demo.${account.role}`)} />
              </span>
              <span className="min-w-0">
                <span className="block hyphens-auto font-semibold leading-snug">{t(`demo.${account.role}`)}</span>
                <span className="block truncate text-14 text-ink-soft">{account.username}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <Link
          to="/outbox"
          className="inline-flex min-h-11 items-center gap-2 font-semibold text-primary underline-offset-2 hover:underline"
        >
          <Icon of={Inbox} />
          {t("shell:demoOutbox")}
        </Link>
      </p>
    </section>
  );
}
