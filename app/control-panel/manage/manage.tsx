import { Form } from "@remix-run/react";
import { Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ManagedGroup, ManagedUser, SchoolUnit } from "~/services/contracts/customer-management";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ChipLink } from "~/ui/chip";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import { TabLinks } from "~/ui/tabs";
import { FailedList, ListSearch, sortable } from "../list-parts";
import { type ListState, listHref, toggleFilter } from "../lists/list-address";
import { OrganizationFilters } from "../organizations/organizations-list";
import type { ManageData } from "./manage.server";
import { manageTabs } from "./manage-tabs";

const path = "/controlpanel/beta/manage";

/** Everybody, every organisation, every group of the realm. */
export function Manage(data: ManageData) {
  const { t } = useTranslation("control-panel");
  const { tab, state, rows, hasNext, failed } = data;
  const href = (change: Partial<ListState>) => withTab(listHref(path, state, change), tab);
  const from = (state.page - 1) * state.itemsPerPage + 1;
  return (
    <>
      <PageHeader title={t("manage.title")} intro={t("manage.intro")} />
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
        {failed ? <FailedList href={href} state={state} /> : <Rows {...data} href={href} />}
        <Pagination
          previousHref={state.page > 1 ? href({ page: state.page - 1 }) : null}
          nextHref={hasNext && state.page < 1000 ? href({ page: state.page + 1 }) : null}
          position={rows.length > 0 ? `${from}–${from + rows.length - 1}` : ""}
        />
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
    ["status", "deleted", "status.deleted"],
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
  return (
    <nav aria-label={t("list.filters")} className="flex flex-wrap gap-2">
      {(["class", "group", "grade"] as const).map((type) => (
        <ChipLink
          key={type}
          to={href({ filters: toggleFilter(state.filters, "type", type) })}
          isChosen={state.filters.type === type}
        >
          {t(`groupTypes.${type}`)}
        </ChipLink>
      ))}
    </nav>
  );
}

const kinds = { student: "students", guardian: "guardians", employee: "employees" } as const;

function Rows(data: ManageData & { href: Href }) {
  const { t } = useTranslation("control-panel");
  const { state, href } = data;
  const empty = (
    <EmptyState title={t("list.noMatchTitle")} icon={Search}>
      {t("list.noMatchText")}
    </EmptyState>
  );
  const sort = (id: string) => sortable(id, state, href);
  if (data.tab === "organizations") {
    const columns: Column<SchoolUnit>[] = [
      {
        id: "name",
        header: t("fields.name"),
        cell: (unit) => (
          <span className="flex flex-wrap items-center gap-2">
            {unit.name}
            {unit.status !== "active" && <Badge tone="warning">{t(`status.${unit.status}`)}</Badge>}
          </span>
        ),
        ...sort("name"),
      },
      { id: "type", header: t("fields.type"), cell: (unit) => t(`organizationTypes.${unit.type}`) },
      { id: "city", header: t("fields.city"), from: "md", cell: (unit) => unit.city },
      { id: "parent", header: t("fields.parent"), from: "lg", cell: (unit) => unit.parent?.name },
    ];
    const opens = (unit: SchoolUnit) =>
      `/controlpanel/organizations/${unit.uid}${unit.status === "deleted" ? "/restore" : ""}`;
    return (
      <Table
        caption={t("nav.organizations")}
        columns={columns}
        rows={data.rows}
        rowKey={(unit) => unit.uid}
        rowHref={opens}
        empty={empty}
      />
    );
  }
  if (data.tab === "groups") {
    const columns: Column<ManagedGroup>[] = [
      { id: "name", header: t("fields.name"), cell: (group) => group.name, ...sort("name") },
      { id: "school", header: t("fields.organizations"), cell: (group) => group.schoolUnit?.name },
      {
        id: "year",
        header: t("fields.typicalSchoolEntryYear"),
        from: "md",
        cell: (group) => group.typicalSchoolEntryYear,
      },
    ];
    const opens = (group: ManagedGroup) => `/controlpanel/groups/${group.uid}`;
    return (
      <Table
        caption={t("nav.groups")}
        columns={columns}
        rows={data.rows}
        rowKey={(group) => group.uid}
        rowHref={opens}
        empty={empty}
      />
    );
  }
  const columns: Column<ManagedUser>[] = [
    {
      id: "name",
      header: t("fields.name"),
      cell: (user) => (
        <span className="flex flex-wrap items-center gap-2">
          {user.name}
          {user.adminRights && <Badge tone="primary">{t("status.admin")}</Badge>}
          {user.status !== "active" && <Badge tone="warning">{t(`status.${user.status}`)}</Badge>}
        </span>
      ),
      ...sort("name"),
    },
    { id: "username", header: t("fields.username"), from: "sm", cell: (user) => user.username, ...sort("username") },
    { id: "type", header: t("fields.type"), from: "md", cell: (user) => t(`kinds.${kinds[user.type]}.one`) },
    {
      id: "schools",
      header: t("fields.organizations"),
      from: "md",
      cell: (user) => user.schoolAssociations.map((place) => place.name).join(", "),
    },
  ];
  const opens = (user: ManagedUser) =>
    `/controlpanel/${kinds[user.type]}/${user.uid}${user.status === "deleted" ? "/restore" : ""}`;
  return (
    <Table
      caption={t("nav.users")}
      columns={columns}
      rows={data.rows}
      rowKey={(user) => user.uid}
      rowHref={opens}
      empty={empty}
    />
  );
}

/** Asks before a deleted person comes back. */
export function RestorePage({ name }: { name: string }) {
  const { t } = useTranslation("control-panel");
  return (
    <>
      <PageHeader
        crumbs={[{ label: t("manage.title"), to: `${path}?tab=users` }]}
        title={t("restore.title", { name })}
        intro={t("restore.text")}
      />
      <Form method="post">
        <Button variant="primary">{t("restore.button")}</Button>
      </Form>
    </>
  );
}
