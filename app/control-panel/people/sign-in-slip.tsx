import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { CodePicture } from "~/ui/code-picture";
import { Printer } from "~/ui/icons";
import { QrCodeImage } from "~/ui/qr-code";

type SlipSecret = {
  password?: string | undefined;
  badge?: { address: string; letters: string } | undefined;
  /** Picture names of a code, in order. */
  pictures?: string[] | undefined;
};

type SignInSlipProps = SlipSecret & {
  name: string;
  username: string;
  /** Class and school. */
  place: string;
  /** URL of the login page as people type it. */
  loginAddress: string;
};

/** Printable credentials; they are shown only once. */
export function SignInSlip({ name, username, place, loginAddress, password, badge, pictures }: SignInSlipProps) {
  const { t } = useTranslation(["control-panel", "lists", "ui"]);
  return (
    <section aria-label={t("newPerson.slip")} className="rounded-card border border-line bg-raised p-6">
      <p className="break-words font-semibold text-22">{name}</p>
      {place && <p className="break-words text-ink-soft">{place}</p>}
      <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        <dt className="text-ink-soft">{t("fields.username")}</dt>
        <dd className="-mt-2 min-w-0 break-words font-sans font-semibold sm:mt-0">
          {usernameParts(username).map((part, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one username, which never change their order
            <Fragment key={place}>
              {place > 0 && <wbr />}
              {part}
            </Fragment>
          ))}
        </dd>
        {password && (
          <>
            <dt className="text-ink-soft">{t("newPerson.passwordLabel")}</dt>
            <dd className="-mt-2 min-w-0 select-all break-words font-bold text-22 sm:mt-0">
              <code>{password}</code>
            </dd>
          </>
        )}
      </dl>
      {pictures && (
        <ol className="mt-4 flex flex-wrap gap-3" aria-label={t("pictures.code")}>
          {pictures.map((name, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a picture can occur twice in a code
            <li key={place} className="text-center">
              <CodePicture name={name} label="" size={64} />
              <span className="text-14">{t(`ui:pictures.${name}`)}</span>
            </li>
          ))}
        </ol>
      )}
      {badge && (
        <div className="mt-4">
          <QrCodeImage address={badge.address} label={t("badge.square", { name })} />
          <p className="mt-2 select-all break-words font-bold text-18 tracking-wide">
            <code>{badge.letters}</code>
          </p>
        </div>
      )}
      <p className="mt-3 break-words">{t("lists:sheets.address", { address: loginAddress })}</p>
    </section>
  );
}

/** A username in parts after which a line may end: behind its dots, hyphens, underscores and at sign, so that no word is torn. */
export function usernameParts(username: string): string[] {
  return username.split(/(?<=[^._@-][._@-])(?=[^._@-])/u);
}

/** Works only with script; otherwise users print with the browser's menu. */
export function PrintButton({ variant }: { variant?: "primary" }) {
  const { t } = useTranslation("control-panel");
  return (
    <Button type="button" icon={Printer} onClick={() => window.print()} {...(variant ? { variant } : {})}>
      {t("newPerson.print")}
    </Button>
  );
}
