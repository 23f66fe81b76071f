import { useTranslation } from "react-i18next";
import type { BulkAction } from "~/control-panel/bulk/bulk-actions";
import { withBack } from "~/control-panel/frame/back-parameter";
import { isActive, mayGivePassword, personHref } from "~/control-panel/frame/person-kinds";
import { useDay } from "~/shell/moment";
import { Button, LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import type { IconShape } from "~/ui/icon";
import { CornerRightDown, KeyRound, QrCode, UserRoundCog } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pill } from "~/ui/pill";
import { TabLinks } from "~/ui/tabs";
import { confirmationHref } from "./confirmed-acts";
import type { PersonPageData } from "./person-page.server";

type PersonHeaderProps = Pick<PersonPageData, "kind" | "entity" | "backHref" | "school" | "mayMove">;

/** Summary of a person, with the most frequent actions as one-button forms. */
export function PersonHeader({ kind, entity, backHref, school, mayMove }: PersonHeaderProps) {
  const { t } = useTranslation(["control-panel", "lists"]);
  const day = useDay();
  const { name, status, shared, groups, organizations } = entity.attributes;
  const schools = (organizations.value ?? []).map((place) => place.name);
  const classes = (groups.value ?? []).map((group) => group.name);
  const lastAt = entity.signIn?.lastAt;
  return (
    <PageHeader
      crumbs={[{ label: t(`kinds.${kind}.title`), to: backHref }]}
      title={name.value}
      intro={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span>{[t(`kinds.${kind}.one`), ...classes, ...schools].join(" · ")}</span>
          {entity.signIn && <span>{lastAt ? t("person.lastSignIn", { day: day(lastAt) }) : t("person.never")}</span>}
          {shared.value && <Pill tone="info">{t("status.shared")}</Pill>}
          {status.value === "inactive" && <Pill tone="warning">{t("status.inactive")}</Pill>}
        </span>
      }
      actions={
        <>
          {mayGivePassword(entity) && (
            <LinkButton to={withBack(confirmationHref(entity, "new-password"), backHref)} icon={KeyRound}>
              {t("lists:row.password")}
            </LinkButton>
          )}
          {school && isActive(entity, "EditBadge") && (
            <BulkButton {...{ kind, entity, school }} action="badges" icon={QrCode} text={t("lists:row.badge")} />
          )}
          {school && mayMove && (
            <BulkButton {...{ kind, entity, school }} action="move" icon={CornerRightDown} text={t("lists:row.move")} />
          )}
          {isActive(entity, "LoginAs") && (
            <LinkButton to={`/login/act-as?user=${entity.id}&from=${personHref(entity)}`} icon={UserRoundCog}>
              {t("form.actAs")}
            </LinkButton>
          )}
        </>
      }
    />
  );
}

type BulkButtonProps = Pick<PersonPageData, "kind" | "entity"> & {
  school: string;
  action: BulkAction;
  icon: IconShape;
  text: string;
};

/** Runs a list's bulk action for this person and returns to the page. */
function BulkButton({ kind, entity, school, action, icon, text }: BulkButtonProps) {
  return (
    <Form method="post" action={`/controlpanel/${kind}/bulk`}>
      <input type="hidden" name="organization" value={school} />
      <input type="hidden" name="only" value={entity.id ?? ""} />
      <input type="hidden" name="toPerson" value="1" />
      <Button name="act" value={action} icon={icon}>
        {text}
      </Button>
    </Form>
  );
}

type PersonTabsProps = Pick<PersonPageData, "entity"> & {
  current: "details" | "shelf" | "reading" | "sign-in" | "history";
  backHref: string | null;
};

/** Tabs for details, shelf, reading, sign-in and history; those that the user may not view are omitted. */
export function PersonTabs({ entity, current, backHref }: PersonTabsProps) {
  const { t } = useTranslation("control-panel");
  const path = personHref(entity);
  const tabs = [
    { id: "details", to: path, isShown: true },
    { id: "shelf", to: `${path}/shelf`, isShown: isActive(entity, "EditBookshelf") },
    { id: "reading", to: `${path}/reading`, isShown: isActive(entity, "ViewReading") },
    { id: "sign-in", to: `${path}?tab=sign-in`, isShown: hasSignIn(entity) },
    { id: "history", to: `${path}/log`, isShown: isActive(entity, "ViewAudit") },
  ];
  return (
    <div className="mb-6">
      <TabLinks
        label={entity.attributes.name.value ?? ""}
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
function hasSignIn(entity: PersonPageData["entity"]): boolean {
  const isForOthers = entity.attributes.password.needs === "every_organization";
  return mayGivePassword(entity) || isForOthers || isActive(entity, "EditBadge") || isActive(entity, "ViewLogOut");
}
