import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { organizationHref } from "~/control-panel/forms/organization-types";
import type { ListRows } from "~/control-panel/lists/collect-list-pages";
import { ListMenu, useGroups } from "~/control-panel/lists/list-menu";
import { ListPages, NothingListed } from "~/control-panel/lists/list-pages";
import { FailedList, ListSearch, sortable } from "~/control-panel/lists/list-parts";
import { ResultCount } from "~/control-panel/lists/result-count";
import { OrganizationFilters } from "~/control-panel/organizations/organizations-list";
import { type ListState, listHref, toggleFilter } from "~/shell/list-address";
import { breakable } from "~/ui/breakable";
import { ChipLink } from "~/ui/chip";
import { Search } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pill } from "~/ui/pill";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import { TabLinks } from "~/ui/tabs";
import type { ManageData } from "./manage.server";
import { manageTabs } from "./manage-tabs";

const path = "/controlpanel/beta/manage";

/** All people, organisations and groups of the realm, in tabs. */
export function Manage(data: ManageData) {
  const { t } = useTranslation("control-panel");
  const { tab, state, failed, choices } = data;
  const href = (change: Partial<ListState>) => withTab(listHref(path, state, change), tab);
  return (
    <>
      <PageHeader title={t("manage.title")} intro={t("manage.intro")} />
      <ResultCount key={tab} title={t(`nav.${tab}`)} state={state} list={data.list} isFailed={failed !== null} />
      <div className="space-y-4">
        <TabLinks
          label={t("manage.title")}
          tabs={manageTabs.map((name) => ({
            to: `${path}?tab=${name}`,
            label: t(`nav.${name}`),
            isCurrent: name === tab,
          }))}
        />
        <ListSearch key={tab} path={path} label={t(tab === "users" ? "list.search" : "list.searchNames")} state={state}>
          <input type="hidden" name="tab" value={tab} />
        </ListSearch>
        {tab === "users" && <UserFilters state={state} href={href} />}
        {tab === "organizations" && <OrganizationFilters state={state} href={href} maySeeDeleted />}
        {tab === "groups" && <GroupFilters state={state} href={href} />}
        <ListMenu choices={choices} state={state} path={path} href={href} tab={tab} />
        {failed ? <FailedList href={href} state={state} failed={failed} /> : <Rows data={data} href={href} />}
        <ListPages state={state} list={data.list} href={href} />
      </div>
    </>
  );
}

function withTab(href: string, tab: string): string {
  return `${href}${href.includes("?") ? "&" : "?"}tab=${tab}`;
}

type Href = (change: Partial<ListState>) => string;

function UserFilters({ state, href }: { state: ListState; href: Href }) {
  const { t } = useTranslation("control-panel");
  const chips: Array<[string, unknown, string]> = [
    ["type", "student", "filters.students"],
    ["type", "guardian", "filters.guardians"],
    ["type", "employee", "filters.employees"],
    ["admin", true, "filters.admin"],
    ["shared", true, "filters.shared"],
    ["withoutGroup", true, "filters.withoutGroup"],
    ["status", "inactive", "filters.inactive"],
    ["status", "deleted", "filters.deleted"],
  ];
  return (
    <nav aria-label={t("list.filters")} className="flex flex-wrap gap-2">
      {chips.map(([name, value, text]) => (
        <ChipLink
          key={text}
          to={href({ filters: toggleFilter(state.filters, name, value) })}
          isChosen={state.filters[name] === value}
        >
          {t(text)}
        </ChipLink>
      ))}
    </nav>
  );
}

function GroupFilters({ state, href }: { state: ListState; href: Href }) {
  const { t } = useTranslation("control-panel");
  const chips = [
    ["type", "class"],
    ["type", "group"],
    ["type", "grade"],
    ["status", "deleted"],
  ] as const;
  return (
    <nav aria-label={t("list.filters")} className="flex flex-wrap gap-2">
      {chips.map(([name, value]) => (
        <ChipLink
          key={value}
          to={href({ filters: toggleFilter(state.filters, name, value) })}
          isChosen={state.filters[name] === value}
        >
          {t(`filters.${value}`)}
        </ChipLink>
      ))}
    </nav>
  );
}

const kinds = { student: "students", guardian: "guardians", employee: "employees" } as const;

function Rows({ data, href }: { data: ManageData; href: Href }) {
  const { t } = useTranslation("control-panel");
  const { state, choices } = data;
  const shared = {
    ...{ state, choices, href },
    empty: (
      <NothingListed state={state} href={href}>
        <EmptyState title={t("list.noMatchTitle")} icon={Search} />
      </NothingListed>
    ),
  };
  if (data.tab === "organizations") {
    return (
      <RowsOf
        {...shared}
        caption={t("nav.organizations")}
        list={data.list}
        rowHref={({ uid: id, status }) => organizationHref({ id, status })}
        columns={{
          type: { header: t("fields.type"), text: ({ type }) => t(`organizationTypes.${type}`) },
          city: { header: t("fields.city"), from: "md", text: ({ city }) => city },
          parent: { header: t("fields.parent"), from: "lg", text: ({ parent }) => parent },
          status: { header: t("fields.state"), from: "sm", text: ({ status }) => t(`status.${status}`) },
        }}
      />
    );
  }
  if (data.tab === "groups") {
    return (
      <RowsOf
        {...shared}
        caption={t("nav.groups")}
        list={data.list}
        rowHref={({ uid }) => `/controlpanel/groups/${uid}${state.filters.status === "deleted" ? "/restore" : ""}`}
        columns={{
          organization: { header: t("fields.organization"), text: ({ organization }) => organization },
          type: { header: t("fields.type"), from: "sm", text: ({ type }) => t(`groupTypes.${type}`) },
          year: { header: t("fields.typicalSchoolEntryYear"), from: "md", text: ({ year }) => String(year ?? "") },
        }}
      />
    );
  }
  return (
    <RowsOf
      {...shared}
      caption={t("nav.users")}
      list={data.list}
      rowHref={({ type, uid, status }) =>
        `/controlpanel/${kinds[type]}/${uid}${status === "deleted" ? "/restore" : ""}`
      }
      columns={{
        username: { header: t("fields.username"), from: "sm", isSorted: true, text: ({ username }) => username },
        type: { header: t("fields.type"), from: "md", text: ({ type }) => t(`kinds.${kinds[type]}.one`) },
        organizations: { header: t("fields.organizations"), from: "md", text: ({ organizations }) => organizations },
        email: { header: t("fields.email"), from: "md", isSorted: true, text: ({ email }) => email },
        externalId: { header: t("fields.externalId"), from: "lg", text: ({ externalId }) => externalId },
        status: { header: t("fields.state"), from: "sm", text: ({ status }) => t(`status.${status}`) },
      }}
    />
  );
}

type Field<Row> = {
  header: string;
  from?: Column<Row>["from"];
  isSorted?: boolean;
  text: (row: Row) => string | null;
};

type RowsProps<Row> = {
  caption: string;
  list: ListRows<Row>;
  rowHref: (row: Row) => string;
  /** By the names used in URLs. */
  columns: Record<string, Field<Row>>;
  state: ListState;
  choices: ManageData["choices"];
  href: Href;
  empty: ReactNode;
};

/** Table of items with a name; a status is shown only if it is not active. */
function RowsOf<Row extends { uid: string; name: string; status?: string; isAdmin?: boolean }>(props: RowsProps<Row>) {
  const { caption, list, rowHref, columns: fields, state, choices, href, empty } = props;
  const { t } = useTranslation("control-panel");
  const labels = Object.entries(fields).map(([id, { text }]) => [id, (row: Row) => text(row) ?? ""] as const);
  const grouped = useGroups(choices, state, list, Object.fromEntries(labels));
  const isStatusShown = choices.columns.includes("status");
  const columns: Column<Row>[] = [
    {
      id: "name",
      header: t("fields.name"),
      cell: ({ name, status = "active", isAdmin }) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-0">{breakable(name)}</span>
          {isAdmin && <Pill tone="primary">{t("status.admin")}</Pill>}
          {status !== "active" && !isStatusShown && <Pill tone="warning">{t(`status.${status}`)}</Pill>}
        </span>
      ),
      ...sortable("name", state, href),
    },
    ...choices.columns.flatMap((id): Column<Row>[] => {
      const field = fields[id];
      if (!field) return [];
      const { header, from, isSorted, text } = field;
      return [{ id, header, from, cell: text, ...(isSorted ? sortable(id, state, href) : {}) }];
    }),
  ];
  return (
    <Table {...grouped} caption={caption} columns={columns} rowKey={({ uid }) => uid} rowHref={rowHref} empty={empty} />
  );
}
