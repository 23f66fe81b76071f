import { useTranslation } from "react-i18next";
import { ListMenu, useGroups } from "~/control-panel/lists/list-menu";
import { ListPages, NothingListed, useCount } from "~/control-panel/lists/list-pages";
import { FailedList, ListSearch, sortable } from "~/control-panel/lists/list-parts";
import { ResultCount } from "~/control-panel/lists/result-count";
import type { GroupRow } from "~/services/contracts/pages/groups-list-page";
import { type ListState, listHref } from "~/shell/list-address";
import { LinkButton } from "~/ui/button";
import { Plus, Users } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import type { GroupListData } from "./groups.server";

const path = "/controlpanel/groups";

/** Classes and groups of a school. */
export function GroupsList(data: GroupListData) {
  const { t } = useTranslation("control-panel");
  const { state, organization, list, failed, choices } = data;
  const href = (change: Partial<ListState>) => listHref(path, state, change);
  const columns = useColumns(data, href);
  const grouped = useGroups(choices, state, list, {
    organization: (group) => group.organization,
    year: (group) => String(group.year ?? ""),
  });
  const count = useCount(list);
  const add = organization?.mayAdd ? (
    <LinkButton to={`${path}/new?organization=${organization.id}`} variant="primary" icon={Plus}>
      {t("groups.add")}
    </LinkButton>
  ) : null;
  return (
    <>
      <PageHeader title={t("nav.groups")} count={failed ? undefined : count} actions={add} />
      <ResultCount title={t("nav.groups")} state={state} list={list} isFailed={failed !== null} />
      <div className="space-y-4">
        <ListSearch
          path={path}
          label={t("list.searchNames")}
          state={state}
          organization={organization}
          organizations={data.organizations}
        />
        <ListMenu choices={choices} state={state} path={path} href={href} />
        {failed ? (
          <FailedList href={href} state={state} failed={failed} />
        ) : (
          <Table
            {...grouped}
            caption={t("nav.groups")}
            columns={columns}
            rowKey={(group) => group.id}
            rowHref={(group) => `${path}/${group.id}`}
            empty={
              <NothingListed state={state} href={href}>
                <EmptyState title={t("groups.emptyTitle")} icon={Users} action={add}>
                  {t("groups.emptyText")}
                </EmptyState>
              </NothingListed>
            }
          />
        )}
        <ListPages state={state} list={list} href={href} />
      </div>
    </>
  );
}

function useColumns(
  { state, list, choices }: GroupListData,
  href: (change: Partial<ListState>) => string,
): Column<GroupRow>[] {
  const { t } = useTranslation("control-panel");
  const isSpread = new Set(list.rows.map((group) => group.organization)).size > 1;
  const known: Record<string, Column<GroupRow>> = {
    students: { id: "students", header: t("nav.students"), align: "end", cell: (group) => group.students },
    year: { id: "year", header: t("fields.typicalSchoolEntryYear"), from: "md", cell: (group) => group.year },
    organization: {
      id: "organization",
      header: t("fields.organization"),
      from: "sm",
      cell: (group) => group.organization,
    },
  };
  return [
    { id: "name", header: t("fields.name"), cell: (group) => group.name, ...sortable("name", state, href) },
    ...choices.columns.flatMap((id) => {
      const column = known[id];
      return column && (id !== "organization" || choices.isChosen || isSpread) ? [column] : [];
    }),
  ];
}
