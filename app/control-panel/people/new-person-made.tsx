import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Printer, UserPlus } from "~/ui/icons";
import { QrCodeImage } from "~/ui/qr-code";
import type { MadePerson } from "./person-result";

/** Somebody new with what they sign in with, to be printed or written down: it is shown this once. */
export function NewPersonMade({ made, nextHref }: { made: MadePerson; nextHref: string }) {
  const { t } = useTranslation("control-panel");
  const { id, kind, name, username, isPlaced, password, badge } = made;
  return (
    <div className="max-w-2xl space-y-6">
      {!isPlaced && <Banner type="warning">{t("newPerson.notPlaced", { name })}</Banner>}
      <section aria-label={t("newPerson.slip")} className="rounded-card border border-line bg-raised p-6">
        <p className="font-semibold text-22">{name}</p>
        <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          <dt className="text-ink-soft">{t("fields.username")}</dt>
          <dd className="break-words font-semibold">{username}</dd>
          {password && (
            <>
              <dt className="text-ink-soft">{t("newPerson.passwordLabel")}</dt>
              <dd className="select-all break-words font-bold text-22">
                <code>{password}</code>
              </dd>
            </>
          )}
        </dl>
        {badge && (
          <div className="mt-4">
            <QrCodeImage address={badge.address} label={t("badge.square", { name })} />
            <p className="mt-2 break-words font-bold text-18 tracking-wide">
              <code>{badge.letters}</code>
            </p>
          </div>
        )}
      </section>
      <p className="print:hidden">{t("newPerson.once")}</p>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button type="button" variant="primary" icon={Printer} onClick={() => window.print()}>
          {t("newPerson.print")}
        </Button>
        <LinkButton to={nextHref} icon={UserPlus} reloadDocument>
          {t("newPerson.next")}
        </LinkButton>
        <LinkButton to={`/controlpanel/${kind}/${id}`} variant="quiet">
          {t("newPerson.open", { name })}
        </LinkButton>
      </div>
    </div>
  );
}
