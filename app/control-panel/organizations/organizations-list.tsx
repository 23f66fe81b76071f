import { useTranslation } from "react-i18next";
import { organizationHref } from "~/control-panel/forms/organization-types";
import { ListMenu, useGroups } from "~/control-panel/lists/list-menu";
import { ListPages, NothingListed, useCount } from "~/control-panel/lists/list-pages";
import { FailedList, ListSearch, sortable } from "~/control-panel/lists/list-parts";
import { ResultCount } from "~/control-panel/lists/result-count";
import { organizationTypes } from "~/services/contracts/organization-field-table";
import type { OrganizationRow } from "~/services/contracts/pages/organizations-list-page";
import { type ListState, listHref, toggleFilter } from "~/shell/list-address";
import { breakable } from "~/ui/breakable";
import { LinkButton } from "~/ui/button";
import { ChipLink } from "~/ui/chip";
import { Plus, School } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pill } from "~/ui/pill";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import type { OrganizationListData } from "./organizations-list.server";

const path = "/controlpanel/organizations";

/** Organisations within the user's scope. */
export function OrganizationsList(data: OrganizationListData) {
  const { t } = useTranslation("control-panel");
  const { state, list, failed, choices } = data;
  const href = (change: Partial<ListState>) => listHref(path, state, change);
  const columns = useColumns(data, href);
  const count = useCount(list);
  const grouped = useGroups(choices, state, list, {
    type: (organization) => t(`organizationTypes.${organization.type}`),
    parent: (organization) => organization.parent,
    city: (organization) => organization.city,
  });
  const add = data.mayAdd ? (
    <LinkButton to={`${path}/new`} variant="primary" icon={Plus}>
      {t("organizations.add")}
    </LinkButton>
  ) : null;
  return (
    <>
      <PageHeader title={t("nav.organizations")} count={failed ? undefined : count} actions={add} />
      <ResultCount title={t("nav.organizations")} state={state} list={list} isFailed={failed !== null} />
      <div className="space-y-4">
        <ListSearch path={path} label={t("list.searchNames")} state={state} />
        <OrganizationFilters state={state} href={href} maySeeDeleted={data.maySeeDeleted} />
        <ListMenu choices={choices} state={state} path={path} href={href} />
        {failed ? (
          <FailedList href={href} state={state} failed={failed} />
        ) : (
          <Table
            {...grouped}
            caption={t("nav.organizations")}
            columns={columns}
            rowKey={(organization) => organization.id}
            rowHref={organizationHref}
            empty={
              <NothingListed state={state} href={href}>
                <EmptyState title={t("organizations.emptyTitle")} icon={School} />
              </NothingListed>
            }
          />
        )}
        <ListPages state={state} list={list} href={href} />
      </div>
    </>
  );
}

type Href = (change: Partial<ListState>) => string;

/** Filter links by type and status. */
export function OrganizationFilters({
  state,
  href,
  maySeeDeleted,
}: {
  state: ListState;
  href: Href;
  maySeeDeleted: boolean;
}) {
  const { t } = useTranslation("control-panel");
  const chips: Array<[name: string, value: string, text: string]> = [
    ...organizationTypes.map((type): [string, string, string] => ["type", type, t(`organizationTypes.${type}`)]),
    ["status", "inactive", t("filters.inactive")],
  ];
  if (maySeeDeleted) chips.push(["status", "deleted", t("filters.deleted")]);
  return (
    <nav aria-label={t("list.filters")} className="flex flex-wrap gap-2">
      {chips.map(([name, value, text]) => (
        <ChipLink
          key={value}
          to={href({ filters: toggleFilter(state.filters, name, value) })}
          isChosen={state.filters[name] === value}
        >
          {text}
        </ChipLink>
      ))}
    </nav>
  );
}

function useColumns({ state, choices }: OrganizationListData, href: Href): Column<OrganizationRow>[] {
  const { t } = useTranslation("control-panel");
  const isStatusShown = choices.columns.includes("status");
  const known: Record<string, Column<OrganizationRow>> = {
    type: { id: "type", header: t("fields.type"), cell: ({ type }) => t(`organizationTypes.${type}`) },
    parent: { id: "parent", header: t("fields.parent"), from: "md", cell: ({ parent }) => parent },
    city: { id: "city", header: t("fields.city"), from: "lg", cell: ({ city }) => city },
    status: { id: "status", header: t("fields.state"), from: "sm", cell: ({ status }) => t(`status.${status}`) },
  };
  return [
    {
      id: "name",
      header: t("fields.name"),
      cell: ({ name, status }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-0">{breakable(name)}</span>
          {status !== "active" && !isStatusShown && <Pill tone="warning">{t(`status.${status}`)}</Pill>}
        </span>
      ),
      ...sortable("name", state, href),
    },
    ...choices.columns.flatMap((id) => known[id] ?? []),
  ];
}
