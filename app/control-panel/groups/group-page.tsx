import { useTranslation } from "react-i18next";
import { NotFetched } from "~/control-panel/frame/failures";
import { ListPages } from "~/control-panel/lists/list-pages";
import { FailedList } from "~/control-panel/lists/list-parts";
import { PeopleTable } from "~/control-panel/people/people-table";
import { type ListState, listHref, panelListHref } from "~/shell/list-address";
import { useNumber } from "~/shell/number";
import { LinkButton } from "~/ui/button";
import { UserPlus, Users } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { EmptyState } from "~/ui/states";
import { GroupSettings } from "./group-settings";
import { GroupTabs } from "./group-tabs";
import type { GroupPageData, GroupPupilsData } from "./groups.server";

/** One class or group: its pupils with their actions; settings are on another tab. */
export function GroupPage({ group, pupils, settings }: GroupPageData) {
  const { t } = useTranslation("control-panel");
  const formatNumber = useNumber();
  const { name, organization, schoolEntryYear: year } = group;
  const path = `/controlpanel/groups/${group.id}`;
  const mayAdd = group.actions.includes("AddGroupMember");
  const facts = [organization.name, year === null ? null : t("groups.startedIn", { year: String(year) })];
  const add = mayAdd && (
    <LinkButton to={`${path}/add`} variant="primary" icon={UserPlus}>
      {t("groups.addPupils")}
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        crumbs={[
          { label: t("nav.groups"), to: panelListHref("/controlpanel/groups", { organization: organization.id }) },
        ]}
        title={name}
        count={formatNumber(group.students)}
        intro={facts.filter(Boolean).join(" · ")}
        actions={add}
      />
      <GroupTabs group={group} current={pupils ? "pupils" : "settings"} />
      {pupils && <Pupils {...pupils} path={path} group={group.id} add={add} />}
      {settings && <GroupSettings {...settings} group={group} />}
    </>
  );
}

type PupilsProps = GroupPupilsData & { path: string; group: string; add: React.ReactNode };

function Pupils({ state, list, failed, organization, path, group, add }: PupilsProps) {
  const { t } = useTranslation("control-panel");
  const href = (change: Partial<ListState>) => {
    const { organization: _, ...others } = change;
    return listHref(path, { ...state, organization: null, filters: {} }, others);
  };
  if (failed) return <FailedList href={href} state={state} failed={failed} />;
  return (
    <div className="space-y-4">
      <PeopleTable
        kind="students"
        {...{ state, list, organization, href, group }}
        choices={{ list: "students", columns: ["username", "lastSignIn", "hasBadge"], isChosen: false }}
        empty={
          <EmptyState title={t("kinds.students.emptyTitle")} icon={Users} action={add}>
            {t("groups.noPupils")}
          </EmptyState>
        }
      />
      <ListPages state={state} list={list} href={href} />
    </div>
  );
}

/** Error page if the service failed to load the group. docs/product/control-panel.md#errors. */
export function GroupNotFetched() {
  const { t } = useTranslation("control-panel");
  return <NotFetched title={t("messages.somethingWrong")} />;
}
