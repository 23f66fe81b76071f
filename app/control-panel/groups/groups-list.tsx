import { Plus, Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { GroupEntity } from "~/services/contracts/control-panel";
import { LinkButton } from "~/ui/button";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import { FailedList, ListSearch, sortable } from "../list-parts";
import { type ListState, listHref } from "../lists/list-address";
import type { GroupListData } from "./groups.server";

const path = "/controlpanel/groups";

/** A school's classes and groups. */
export function GroupsList(data: GroupListData) {
  const { t } = useTranslation("control-panel");
  const { state, organization, groups, total, nextCursor, failed } = data;
  const href = (change: Partial<ListState>) => listHref(path, state, change);
  const columns = useColumns(data, href);
  const add = organization?.actions.includes("CreateGroup") ? (
    <LinkButton to={`${path}/new?organization=${organization.id}`} variant="primary" icon={Plus}>
      {t("groups.add")}
    </LinkButton>
  ) : null;
  const from = (state.page - 1) * state.itemsPerPage + 1;
  return (
    <>
      <PageHeader title={t("nav.groups")} count={failed ? undefined : String(total)} actions={add} />
      <div className="space-y-4">
        <ListSearch
          path={path}
          label={t("list.searchNames")}
          state={state}
          organization={organization}
          organizations={data.organizations.filter((choice) => choice.actions.includes("ListGroups"))}
        />
        {failed ? (
          <FailedList href={href} state={state} />
        ) : (
          <Table
            caption={t("nav.groups")}
            columns={columns}
            rows={groups}
            rowKey={(group) => group.id ?? ""}
            rowHref={(group) => `${path}/${group.id}`}
            empty={
              <EmptyState
                title={t(state.searchString ? "list.noMatchTitle" : "groups.emptyTitle")}
                icon={Users}
                action={add}
              >
                {t(state.searchString ? "list.noMatchText" : "groups.emptyText")}
              </EmptyState>
            }
          />
        )}
        <Pagination
          previousHref={state.page > 1 ? listHref(path, state, { page: state.page - 1 }) : null}
          nextHref={nextCursor && state.page < 1000 ? listHref(path, state, { page: state.page + 1 }) : null}
          position={t("list.position", { from, to: from + groups.length - 1, total })}
        />
      </div>
    </>
  );
}

function useColumns(
  { state, groups }: GroupListData,
  href: (change: Partial<ListState>) => string,
): Column<GroupEntity>[] {
  const { t } = useTranslation("control-panel");
  const columns: Column<GroupEntity>[] = [
    {
      id: "name",
      header: t("fields.name"),
      cell: (group) => group.attributes.name.value,
      ...sortable("name", state, href),
    },
    { id: "students", header: t("nav.students"), align: "end", cell: (group) => group.student_count },
    {
      id: "year",
      header: t("fields.typicalSchoolEntryYear"),
      from: "md",
      cell: (group) => group.attributes.typicalSchoolEntryYear.value,
    },
  ];
  if (new Set(groups.map((group) => group.attributes.organization.value?.id)).size > 1) {
    columns.push({
      id: "organization",
      header: t("fields.organizations"),
      from: "sm",
      cell: (group) => group.attributes.organization.value?.name,
    });
  }
  return columns;
}
