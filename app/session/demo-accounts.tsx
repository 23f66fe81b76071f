import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Avatar } from "~/ui/avatar";

export const demoKinds = ["super", "admin", "teacher", "student", "guardian", "family"] as const;
export type DemoKind = (typeof demoKinds)[number];
export type DemoAccount = { username: string; kind: DemoKind };

type DemoAccountsProps = { accounts: DemoAccount[]; password: string; redirectTo: string };

/** The demonstration's people, one tap each; only there in demo mode. Without script too, since each is a form's button. */
export function DemoAccounts({ accounts, password, redirectTo }: DemoAccountsProps) {
  const { t } = useTranslation("session");
  return (
    <section aria-labelledby="demo-accounts">
      <h2 id="demo-accounts" className="text-18">
        {t("demo.title")}
      </h2>
      <p className="mt-1 text-14 text-ink-soft">
        {t("demo.text")} <code className="select-all rounded-control bg-sunken px-1.5 py-0.5 text-ink">{password}</code>
      </p>
      <Form method="post" action="/login" className="mt-3 grid grid-cols-2 gap-2">
        <input type="hidden" name="redirect" value={redirectTo} />
        {accounts.map(({ username, kind }) => (
          <button
            key={username}
            type="submit"
            name="demo"
            value={kind}
            className="flex min-h-14 items-center gap-3 rounded-control border border-line bg-raised px-3 py-2 text-start transition hover:border-primary hover:bg-primary-tint"
          >
            <span className="max-[24rem]:hidden">
              <Avatar name={t(`demo.${kind}`)} />
            </span>
            <span className="min-w-0">
              <span className="block font-semibold leading-snug">{t(`demo.${kind}`)}</span>
              <span className="block truncate text-14 text-ink-soft">{username}</span>
            </span>
          </button>
        ))}
      </Form>
    </section>
  );
}
