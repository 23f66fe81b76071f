import { Search, UserPlus, Users } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PersonEntity } from "~/services/contracts/control-panel";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { ChipLink, RemovableChip } from "~/ui/chip";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import { FailedList, ListSearch, sortable } from "../list-parts";
import { BulkForm, ExportForm } from "../lists/bulk-form";
import { type ListState, listHref, pageSizes, toggleFilter } from "../lists/list-address";
import { personHref } from "./kinds";
import type { PeopleListData } from "./people-list.server";

/** A list of people: search first, filters as chips, the whole row opens. */
export function PeopleList(data: PeopleListData) {
  const { t } = useTranslation("control-panel");
  const { kind, state, organization, people } = data;
  const path = `/controlpanel/${kind}`;
  const href = (change: Partial<ListState>) => listHref(path, state, change);
  const columns = useColumns(data, href);
  const mayAdd = kind !== "users" && organization?.actions.includes("CreateUser");
  const add = mayAdd ? (
    <LinkButton
      to={`${path}/new${organization ? `?organization=${organization.id}` : ""}`}
      variant="primary"
      icon={UserPlus}
    >
      {t(`kinds.${kind}.add`)}
    </LinkButton>
  ) : null;
  const isNarrowed = state.searchString !== "" || Object.keys(state.filters).length > 0;
  return (
    <>
      <PageHeader title={t(`kinds.${kind}.title`)} count={data.failed ? undefined : countText(t, data)} actions={add} />
      <div className="space-y-4">
        <ListSearch
          path={path}
          label={t("list.search")}
          state={state}
          organization={organization}
          organizations={data.organizations.filter((choice) => choice.actions.includes("ListUsers"))}
        />
        <Filters {...data} path={path} />
        {data.failed ? (
          <FailedList href={href} state={state} />
        ) : (
          <PeopleTable
            data={data}
            caption={t(`kinds.${kind}.title`)}
            columns={columns}
            empty={
              isNarrowed ? (
                <EmptyState
                  title={t("list.noMatchTitle")}
                  icon={Search}
                  action={
                    <LinkButton to={listHref(path, state, { searchString: "", filters: {} })}>
                      {t("list.showAll")}
                    </LinkButton>
                  }
                >
                  {t("list.noMatchText")}
                </EmptyState>
              ) : (
                <EmptyState title={t(`kinds.${kind}.emptyTitle`)} icon={Users} action={add}>
                  {t("list.emptyText")}
                </EmptyState>
              )
            }
          />
        )}
        <Pages {...data} path={path} />
        {organization && people.length > 0 && <ExportForm kind={kind} organization={organization.id} state={state} />}
      </div>
    </>
  );
}

type PeopleTableProps = {
  data: PeopleListData;
  caption: string;
  columns: Column<PersonEntity>[];
  empty: ReactNode;
};

const idOf = (person: PersonEntity) => person.id ?? "";
const nameOf = (person: PersonEntity) => person.attributes.name.value ?? "";

/** The rows, to choose from where there is an organisation to choose them in. */
function PeopleTable({ data, ...table }: PeopleTableProps) {
  const { kind, organization, people: rows, state, total, hasMore } = data;
  const shared = { ...table, rows, rowKey: idOf, rowHref: personHref };
  if (!organization || rows.length === 0) return <Table {...shared} />;
  return (
    <BulkForm
      key={listHref("", state, { page: state.page })}
      {...{ kind, state, rows, total, hasMore }}
      organization={organization.id}
      id={idOf}
      name={nameOf}
    >
      {(selection) => <Table {...shared} selection={selection} />}
    </BulkForm>
  );
}

type Translate = ReturnType<typeof useTranslation>["t"];

function countText(t: Translate, { total, hasMore }: PeopleListData): string {
  return hasMore ? t("list.moreThan", { total }) : String(total);
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
          label={`“${state.searchString}”`}
          removeLabel={t("list.clearSearch")}
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

function useColumns(
  { kind, state, people }: PeopleListData,
  href: (change: Partial<ListState>) => string,
): Column<PersonEntity>[] {
  const { t } = useTranslation("control-panel");
  const isSpread =
    new Set(people.flatMap((person) => (person.attributes.organizations.value ?? []).map((o) => o.id))).size > 1;
  const columns: Column<PersonEntity>[] = [
    {
      id: "name",
      header: t("fields.name"),
      cell: (person) => <NameCell person={person} />,
      ...sortable("name", state, href),
    },
    {
      id: "username",
      header: t("fields.username"),
      from: "sm",
      cell: (person) => person.attributes.username.value,
      ...sortable("username", state, href),
    },
  ];
  if (kind === "users") {
    columns.push({ id: "type", header: t("fields.type"), from: "md", cell: (person) => t(`kinds.${person.type}.one`) });
  }
  if (kind === "students" || kind === "users") {
    columns.push({
      id: "groups",
      header: t("fields.groups"),
      cell: (person) => (person.attributes.groups.value ?? []).map((group) => group.name).join(", "),
    });
  }
  if (kind === "guardians" || kind === "employees") {
    columns.push({
      id: "email",
      header: t("fields.email"),
      from: "md",
      cell: (person) => person.attributes.email.value,
      ...sortable("email", state, href),
    });
  }
  if (isSpread) {
    columns.push({
      id: "organizations",
      header: t("fields.organizations"),
      from: "lg",
      cell: (person) => (person.attributes.organizations.value ?? []).map((place) => place.name).join(", "),
    });
  }
  return columns;
}

function NameCell({ person }: { person: PersonEntity }) {
  const { t } = useTranslation("control-panel");
  const { name, status, shared, organizations } = person.attributes;
  const isAdmin = organizations.value?.some((place) => place.admin);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {name.value}
      {isAdmin && <Badge tone="primary">{t("status.admin")}</Badge>}
      {shared.value && <Badge tone="info">{t("status.shared")}</Badge>}
      {status.value !== "active" && status.value && <Badge tone="warning">{t(`status.${status.value}`)}</Badge>}
    </span>
  );
}

function Pages({ state, people, total, hasMore, nextCursor, path }: PeopleListData & { path: string }) {
  const { t } = useTranslation("control-panel");
  if (people.length === 0 && state.page === 1) return null;
  const size = state.itemsPerPage === -1 ? people.length : state.itemsPerPage;
  const from = (state.page - 1) * size + 1;
  const words = { from, to: from + people.length - 1, total };
  const isDeepest = state.page >= 1000;
  const next: Partial<ListState> | null =
    nextCursor === null || state.itemsPerPage === -1
      ? null
      : isDeepest
        ? { cursor: nextCursor }
        : { page: state.page + 1, cursor: null };
  const previous = state.page > 1 && state.itemsPerPage !== -1 ? { page: state.page - 1, cursor: null } : null;
  return (
    <div className="space-y-3">
      <Pagination
        previousHref={previous && listHref(path, state, previous)}
        nextHref={next && listHref(path, state, next)}
        position={t(hasMore ? "list.positionMore" : "list.position", words)}
      />
      {(total > pageSizes[0] || state.page > 1) && (
        <nav aria-label={t("list.perPage")} className="flex flex-wrap items-center gap-2 text-14 text-ink-soft">
          <span aria-hidden="true">{t("list.perPage")}</span>
          {pageSizes.map((size) => (
            <ChipLink
              key={size}
              to={listHref(path, state, { itemsPerPage: size })}
              isChosen={state.itemsPerPage === size}
            >
              {size}
            </ChipLink>
          ))}
        </nav>
      )}
    </div>
  );
}
