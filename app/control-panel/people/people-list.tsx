import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ExportForm } from "~/control-panel/bulk/bulk-form";
import { ListMenu } from "~/control-panel/lists/list-menu";
import { ListPages, NothingListed, useCount } from "~/control-panel/lists/list-pages";
import { FailedList, FilterSelect, ListSearch } from "~/control-panel/lists/list-parts";
import { ResultCount } from "~/control-panel/lists/result-count";
import { type ListState, listHref, toggleFilter } from "~/shell/list-address";
import { LinkButton } from "~/ui/button";
import { ChipLink, RemovableChip } from "~/ui/chip";
import { UserPlus, Users } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { EmptyState } from "~/ui/states";
import { useCurrentInView } from "~/ui/tabs";
import type { PeopleListData } from "./people-list.server";
import { PeopleTable } from "./people-table";

type Href = (change: Partial<ListState>) => string;

/** List of people with search and filters. */
export function PeopleList(data: PeopleListData) {
  const { t } = useTranslation("control-panel");
  const { kind, state, organization, choices, list } = data;
  const path = `/controlpanel/${kind}`;
  const href = (change: Partial<ListState>) => listHref(path, state, change);
  const title = t(`kinds.${kind}.title`);
  const count = useCount(list);
  const add = organization?.mayAdd ? (
    <LinkButton to={`${path}/new?organization=${organization.id}`} variant="primary" icon={UserPlus}>
      {t(`kinds.${kind}.add`)}
    </LinkButton>
  ) : null;
  return (
    <>
      <PageHeader title={title} count={data.failed ? undefined : count} actions={add} />
      <ResultCount title={title} state={state} list={list} isFailed={data.failed !== null} />
      <div className="space-y-4">
        <ListSearch
          path={path}
          label={t("list.search")}
          state={state}
          organization={organization}
          organizations={data.organizations}
        >
          <GroupSelects {...data} />
        </ListSearch>
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <Filters path={path} {...data} />
          <ListMenu choices={choices} state={state} path={path} href={href} />
        </div>
        {data.failed ? (
          <FailedList href={href} state={state} failed={data.failed} />
        ) : (
          <PeopleTable
            {...{ kind, state, list, choices, organization, href }}
            empty={<Nobody data={data} href={href} add={add} />}
          />
        )}
        <ListPages state={state} list={list} href={href} />
        {organization && list.rows.length > 0 && (
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

/** Filters by class and year, if the school has few enough groups. */
function GroupSelects({ state: { filters }, groupFilters: { groups, years } }: PeopleListData) {
  const { t } = useTranslation("control-panel");
  return (
    <>
      {groups.length > 0 && (
        <FilterSelect
          name="group"
          label={t("list.group")}
          all={t("list.allGroups")}
          chosen={filters.group}
          options={groups.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {years.length > 0 && (
        <FilterSelect
          name="entryYear"
          label={t("fields.typicalSchoolEntryYear")}
          all={t("list.allYears")}
          chosen={filters.entryYear}
          options={years.map((year) => ({ value: String(year), label: t("list.entryYear", { year: String(year) }) }))}
        />
      )}
    </>
  );
}

const filterChips: Record<string, Array<[name: string, value: unknown, text: string]>> = {
  students: [
    ["withoutGroup", true, "withoutGroup"],
    ["neverSignedIn", true, "neverSignedIn"],
    ["hasBadge", false, "withoutBadge"],
    ["shared", true, "shared"],
    ["status", "inactive", "inactive"],
  ],
  guardians: [
    ["hasEmail", false, "withoutEmail"],
    ["neverSignedIn", true, "neverSignedIn"],
    ["status", "inactive", "inactive"],
  ],
  employees: [
    ["admin", true, "admin"],
    ["hasEmail", false, "withoutEmail"],
    ["neverSignedIn", true, "neverSignedIn"],
    ["status", "inactive", "inactive"],
  ],
  users: [
    ["type", "student", "students"],
    ["type", "guardian", "guardians"],
    ["type", "employee", "employees"],
    ["neverSignedIn", true, "neverSignedIn"],
    ["shared", true, "shared"],
    ["status", "inactive", "inactive"],
  ],
};

function Filters({ kind, state, path, mayListEmployees }: PeopleListData & { path: string }) {
  const { t } = useTranslation("control-panel");
  // Without permission to list employees there are none in the list to filter.
  const chips = (filterChips[kind] ?? []).filter(([, value]) => value !== "employee" || mayListEmployees);
  const row = useCurrentInView(chips.find(([name, value]) => state.filters[name] === value)?.[2]);
  return (
    <nav ref={row} aria-label={t("list.filters")} className="chip-row">
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
