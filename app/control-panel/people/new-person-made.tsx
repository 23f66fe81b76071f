import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { LinkButton } from "~/ui/button";
import { UserPlus } from "~/ui/icons";
import type { CreatedPerson } from "./person-result";
import { PrintButton, SignInSlip } from "./sign-in-slip";

/** A new person with their credentials, for printing: they are shown only once. */
export function NewPersonMade({ made, nextHref }: { made: CreatedPerson; nextHref: string }) {
  const { t } = useTranslation("control-panel");
  const { id, kind, name, username, place, loginAddress, isPlaced, password, badge } = made;
  return (
    <div className="max-w-2xl space-y-6">
      {!isPlaced && <Banner type="warning">{t("newPerson.notPlaced", { name })}</Banner>}
      <SignInSlip {...{ name, username, place, loginAddress, password, badge }} />
      <p className="print:hidden">{t("newPerson.once")}</p>
      <div className="flex flex-wrap gap-3 print:hidden">
        <PrintButton variant="primary" />
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
