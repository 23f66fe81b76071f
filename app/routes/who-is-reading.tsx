import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import { accountOwner } from "~/family/account-owner";
import { chooseReader, loadWhoIsReading } from "~/family/who-is-reading.server";
import { HomeLayout } from "~/shell/home-layout";
import { AnimalPicture } from "~/ui/animal-picture";
import { LinkButton } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Lock, Plus, Settings, UserRound } from "~/ui/icons";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["family"], title: "family:who.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadWhoIsReading(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => chooseReader(backendOf(context), request);

/** A large button for each child and for the account's owner; works without script and by keyboard. */
export default function WhoIsReading() {
  const { children, current } = useLoaderData<typeof loader>();
  const { t } = useTranslation("family");
  const isChildReading = current !== null;
  return (
    <HomeLayout>
      <div className="mx-auto max-w-4xl py-4 text-center sm:py-10">
        <h1 className="text-28 sm:text-36">{t("who.title")}</h1>
        {children.length === 0 && <p className="mx-auto mt-3 max-w-[50ch] text-ink-soft">{t("who.nobody")}</p>}
        <Form method="post" reloadDocument>
          <ul className="mt-8 flex flex-wrap justify-center gap-4 sm:gap-6">
            {children.map(({ id, name, avatar }) => (
              <Reader key={id} value={id} isCurrent={id === current} name={name}>
                <AnimalPicture name={avatar} size={112} />
              </Reader>
            ))}
            <Reader value={accountOwner} isCurrent={false} name={t("who.me")} isLocked={isChildReading}>
              <span className="flex size-28 items-center justify-center rounded-full bg-sunken text-ink-soft">
                <Icon of={UserRound} size={40} />
              </span>
            </Reader>
          </ul>
        </Form>
        <p className="mt-10">
          {children.length === 0 ? (
            <LinkButton to="/profile/children/new" variant="quiet" icon={Plus}>
              {t("who.add")}
            </LinkButton>
          ) : (
            <LinkButton to="/profile#children" variant="quiet" icon={isChildReading ? Lock : Settings}>
              {t("who.manage")}
            </LinkButton>
          )}
        </p>
      </div>
    </HomeLayout>
  );
}

type ReaderProps = {
  value: string;
  name: string;
  isCurrent: boolean;
  /** Whether the password is needed first. */
  isLocked?: boolean;
  children: ReactNode;
};

function Reader({ value, name, isCurrent, isLocked = false, children }: ReaderProps) {
  const { t } = useTranslation("family");
  return (
    <li>
      <button
        type="submit"
        name="profile"
        value={value}
        aria-current={isCurrent || undefined}
        className={classes(
          "flex h-full w-36 flex-col items-center gap-3 rounded-card border-2 bg-raised p-4 transition hover:border-primary hover:bg-primary-tint sm:w-44",
          isCurrent ? "border-primary" : "border-line",
        )}
      >
        {children}
        <span className="max-w-full break-words font-bold text-18">{name}</span>
        {isCurrent && <span className="text-14 text-ink-soft">{t("who.now")}</span>}
        {isLocked && (
          <span className="flex items-center gap-1 text-14 text-ink-soft">
            <Icon of={Lock} size={16} />
            {t("who.locked")}
          </span>
        )}
      </button>
    </li>
  );
}
