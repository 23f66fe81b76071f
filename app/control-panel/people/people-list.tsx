import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { BulkForm, ExportForm } from "~/control-panel/lists/bulk-form";
import { type ListState, listHref, toggleFilter } from "~/control-panel/lists/list-address";
import { ListMenu, useGroups } from "~/control-panel/lists/list-menu";
import { ListPages, NothingListed, useCount } from "~/control-panel/lists/list-pages";
import { FailedList, ListSearch, sortable } from "~/control-panel/lists/list-parts";
import { ResultCount } from "~/control-panel/lists/result-count";
import { Badge } from "~/ui/badge";
import { breakable } from "~/ui/breakable";
import { LinkButton } from "~/ui/button";
import { ChipLink, RemovableChip } from "~/ui/chip";
import { UserPlus, Users } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import { personHref } from "./kinds";
import type { PeopleListData, PersonRow } from "./people-list.server";

type Href = (change: Partial<ListState>) => string;

/** A list of people: search first, filters as chips, the whole row opens. */
export function PeopleList(data: PeopleListData) {
  const { t } = useTranslation("control-panel");
  const { kind, state, organization } = data;
  const path = `/controlpanel/${kind}`;
  const href = (change: Partial<ListState>) => listHref(path, state, change);
  const title = t(`kinds.${kind}.title`);
  const count = useCount(data.list);
  const add = organization?.mayAdd ? (
    <LinkButton to={`${path}/new?organization=${organization.id}`} variant="primary" icon={UserPlus}>
      {t(`kinds.${kind}.add`)}
    </LinkButton>
  ) : null;
  return (
    <>
      <PageHeader title={title} count={data.failed ? undefined : count} actions={add} />
      <ResultCount title={title} state={state} list={data.list} isFailed={data.failed !== null} />
      <div className="space-y-4">
        <ListSearch
          path={path}
          label={t("list.search")}
          state={state}
          organization={organization}
          organizations={data.organizations}
        />
        <Filters path={path} {...data} />
        <ListMenu choices={data.choices} state={state} path={path} href={href} />
        {data.failed ? (
          <FailedList href={href} state={state} failed={data.failed} />
        ) : (
          <PeopleTable data={data} href={href} empty={<Nobody data={data} href={href} add={add} />} />
        )}
        <ListPages state={state} list={data.list} href={href} />
        {organization && data.list.rows.length > 0 && (
          <ExportForm kind={kind} organization={organization.id} state={state} />
        )}
      </div>
    </>
  );
}

function Nobody({ data: { kind, state }, href, add }: { data: PeopleListData; href: Href; add: ReactNode }) {
  const { t } = useTranslation("control-panel");
  return (
    <NothingListed state={state} href={href}>
      <EmptyState title={t(`kinds.${kind}.emptyTitle`)} icon={Users} action={add}>
        {t("list.emptyText")}
      </EmptyState>
    </NothingListed>
  );
}

const idOf = (person: PersonRow) => person.id;
const nameOf = (person: PersonRow) => person.name;

/** The rows, to choose from where there is an organisation to choose them in. */
function PeopleTable({ data, href, empty }: { data: PeopleListData; href: Href; empty: ReactNode }) {
  const { t } = useTranslation("control-panel");
  const { kind, organization, state, choices, list } = data;
  const people = list.rows;
  const groups = useGroups(choices, state, list, {
    type: (person) => t(`kinds.${person.type}.title`),
    groups: (person) => person.groups,
    organizations: (person) => person.organizations,
    status: (person) => t(`status.${person.status ?? "active"}`),
  });
  const shared = {
    caption: t(`kinds.${kind}.title`),
    columns: useColumns(data, href),
    rowKey: idOf,
    rowHref: personHref,
    empty,
    ...groups,
  };
  if (!organization || organization.acts.length === 0 || people.length === 0) return <Table {...shared} />;
  return (
    <BulkForm
      key={listHref("", state, { page: state.page })}
      kind={kind}
      state={state}
      rows={groups.rows}
      total={list.total ?? 0}
      hasMore={list.hasMore}
      organization={organization.id}
      acts={organization.acts}
      id={idOf}
      name={nameOf}
    >
      {(selection) => <Table selection={selection} {...shared} />}
    </BulkForm>
  );
}

const filterChips: Record<string, Array<[name: string, value: unknown, text: string]>> = {
  students: [
    ["withoutGroup", true, "withoutGroup"],
    ["shared", true, "shared"],
    ["status", "inactive", "inactive"],
  ],
  guardians: [
    ["hasEmail", false, "withoutEmail"],
    ["status", "inactive", "inactive"],
  ],
  employees: [
    ["admin", true, "admin"],
    ["hasEmail", false, "withoutEmail"],
    ["status", "inactive", "inactive"],
  ],
  users: [
    ["type", "student", "students"],
    ["type", "guardian", "guardians"],
    ["type", "employee", "employees"],
    ["shared", true, "shared"],
    ["status", "inactive", "inactive"],
  ],
};

function Filters({ kind, state, path }: PeopleListData & { path: string }) {
  const { t } = useTranslation("control-panel");
  const chips = filterChips[kind] ?? [];
  return (
    <nav aria-label={t("list.filters")} className="flex flex-wrap gap-2">
      {state.searchString !== "" && (
        <RemovableChip
          to={listHref(path, state, { searchString: "" })}
          label={t("list.searched", { text: state.searchString })}
          removeLabel={t("list.clearSearch", { text: state.searchString })}
        />
      )}
      {chips.map(([name, value, text]) => (
        <ChipLink
          key={text}
          to={listHref(path, state, { filters: toggleFilter(state.filters, name, value) })}
          isChosen={state.filters[name] === value}
        >
          {t(`filters.${text}`)}
        </ChipLink>
      ))}
    </nav>
  );
}

/** Columns that leave a narrow screen; who has chosen sees the first of them everywhere. */
const from: Record<string, Column<never>["from"]> = {
  username: "sm",
  type: "md",
  email: "md",
  status: "md",
  organizations: "lg",
};
const seenEverywhere = 2;

function useColumns({ state, list, choices }: PeopleListData, href: Href): Column<PersonRow>[] {
  const { t } = useTranslation("control-panel");
  const isChosen = choices.isChosen;
  const cells: Record<string, Column<PersonRow>["cell"]> = {
    username: (person) => person.username,
    type: (person) => t(`kinds.${person.type}.one`),
    groups: (person) => person.groups,
    email: (person) => person.email,
    organizations: (person) => person.organizations,
    status: (person) => t(`status.${person.status ?? "active"}`),
  };
  // Where all are at one school, its name on each row says nothing; who asked for it sees it.
  const isSpread = new Set(list.rows.map((person) => person.organizations)).size > 1;
  const shown = choices.columns.filter((id) => id !== "organizations" || isChosen || isSpread);
  return [
    {
      id: "name",
      header: t("fields.name"),
      cell: (person) => <NameCell person={person} isStatusShown={!shown.includes("status")} t={t} />,
      ...sortable("name", state, href),
    },
    ...shown.map(
      (id, index): Column<PersonRow> => ({
        id,
        header: t(id === "status" ? "fields.state" : `fields.${id}`),
        cell: cells[id] ?? (() => null),
        from: isChosen && index < seenEverywhere ? undefined : from[id],
        ...(id === "username" || id === "email" ? sortable(id, state, href) : {}),
      }),
    ),
  ];
}

type NameCellProps = { person: PersonRow; isStatusShown: boolean; t: TFunction };

function NameCell({ person, isStatusShown, t }: NameCellProps) {
  const { name, status, isShared, isAdmin } = person;
  const isOff = isStatusShown && status !== "active" && status;
  if (!isAdmin && !isShared && !isOff) return breakable(name);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0">{breakable(name)}</span>
      {isAdmin && <Badge tone="primary">{t("status.admin")}</Badge>}
      {isShared && <Badge tone="info">{t("status.shared")}</Badge>}
      {isOff && <Badge tone="warning">{t(`status.${status}`)}</Badge>}
    </span>
  );
}
