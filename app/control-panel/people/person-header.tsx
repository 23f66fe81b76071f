import { useTranslation } from "react-i18next";
import type { BulkAction } from "~/control-panel/bulk/bulk-actions";
import { withBack } from "~/control-panel/frame/back-parameter";
import { personHref } from "~/control-panel/frame/person-kinds";
import type { PersonSummary } from "~/services/contracts/pages/person-page";
import { useDay } from "~/shell/moment";
import { Button, LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import type { IconShape } from "~/ui/icon";
import { CornerRightDown, KeyRound, QrCode, UserRoundCog } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pill } from "~/ui/pill";
import { TabLinks } from "~/ui/tabs";
import { confirmationHref } from "./confirmed-acts";

type PersonHeaderProps = {
  person: PersonSummary;
  /** The list, class or search from which the page was opened. */
  backHref: string;
};

/** Summary of a person, with the most frequent actions as one-button forms. */
export function PersonHeader({ person, backHref }: PersonHeaderProps) {
  const { t } = useTranslation(["control-panel", "lists"]);
  const day = useDay();
  const { type: kind, name, status, isShared, lastSignIn, actions, school } = person;
  const schools = person.organizations.map((place) => place.name);
  const classes = person.groups.map((group) => group.name);
  return (
    <PageHeader
      crumbs={[{ label: t(`kinds.${kind}.title`), to: backHref }]}
      title={name}
      intro={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>{[t(`kinds.${kind}.one`), ...classes, ...schools].join(" · ")}</span>
          <span>{lastSignIn ? t("person.lastSignIn", { day: day(lastSignIn) }) : t("person.never")}</span>
          {isShared && <Pill tone="info">{t("status.shared")}</Pill>}
          {status === "inactive" && <Pill tone="warning">{t("status.inactive")}</Pill>}
        </span>
      }
      actions={
        <>
          {person.mayGivePassword && (
            <LinkButton to={withBack(confirmationHref(person, "new-password"), backHref)} icon={KeyRound}>
              {t("lists:row.password")}
            </LinkButton>
          )}
          {school && actions.includes("EditBadge") && (
            <BulkButton {...{ person, school }} action="badges" icon={QrCode} text={t("lists:row.badge")} />
          )}
          {school && person.mayMove && (
            <BulkButton {...{ person, school }} action="move" icon={CornerRightDown} text={t("lists:row.move")} />
          )}
          {actions.includes("LoginAs") && (
            <LinkButton to={`/login/act-as?user=${person.id}&from=${personHref(person)}`} icon={UserRoundCog}>
              {t("form.actAs")}
            </LinkButton>
          )}
        </>
      }
    />
  );
}

type BulkButtonProps = {
  person: PersonSummary;
  school: string;
  action: BulkAction;
  icon: IconShape;
  text: string;
};

/** Runs a list's bulk action for this person and returns to the page. */
function BulkButton({ person, school, action, icon, text }: BulkButtonProps) {
  return (
    <Form method="post" action={`/controlpanel/${person.type}/bulk`}>
      <input type="hidden" name="organization" value={school} />
      <input type="hidden" name="only" value={person.id} />
      <input type="hidden" name="toPerson" value="1" />
      <Button name="act" value={action} icon={icon}>
        {text}
      </Button>
    </Form>
  );
}

type PersonTabsProps = {
  person: PersonSummary;
  current: "details" | "shelf" | "reading" | "sign-in" | "history";
  backHref: string | null;
};

/** Tabs for details, shelf, reading, sign-in and history; those that the user may not view are omitted. */
export function PersonTabs({ person, current, backHref }: PersonTabsProps) {
  const { t } = useTranslation("control-panel");
  const path = personHref(person);
  const { actions } = person;
  const tabs = [
    { id: "details", to: path, isShown: true },
    { id: "shelf", to: `${path}/shelf`, isShown: actions.includes("EditBookshelf") },
    { id: "reading", to: `${path}/reading`, isShown: actions.includes("ViewReading") },
    { id: "sign-in", to: `${path}?tab=sign-in`, isShown: hasSignIn(person) },
    { id: "history", to: `${path}/log`, isShown: actions.includes("ViewAudit") },
  ];
  return (
    <div className="mb-6">
      <TabLinks
        label={person.name}
        tabs={tabs
          .filter(({ isShown }) => isShown)
          .map(({ id, to }) => ({
            to: withBack(to, backHref),
            label: t(`person.tabs.${id}`),
            isCurrent: id === current,
          }))}
      />
    </div>
  );
}

/** Whether the user may view or change anything about the person's sign-in. */
function hasSignIn({ mayGivePassword, isPasswordOfOthers, actions }: PersonSummary): boolean {
  return mayGivePassword || isPasswordOfOthers || actions.includes("EditBadge") || actions.includes("ViewLogOut");
}
