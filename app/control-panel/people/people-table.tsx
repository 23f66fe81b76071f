import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { BulkAction } from "~/control-panel/bulk/bulk-actions";
import { BulkForm } from "~/control-panel/bulk/bulk-form";
import { withBack } from "~/control-panel/frame/back-parameter";
import { nameInLists } from "~/control-panel/frame/name-in-lists";
import { personHref } from "~/control-panel/frame/person-kinds";
import type { ListRows } from "~/control-panel/lists/collect-list-pages";
import { useGroups } from "~/control-panel/lists/list-menu";
import { sortable } from "~/control-panel/lists/list-parts";
import { MarkedText } from "~/control-panel/lists/marked-text";
import { matchedValues } from "~/control-panel/lists/matched-values";
import type { ListChoices } from "~/control-panel/lists/saved-lists.server";
import type { PersonRow } from "~/services/contracts/pages/people-list-page";
import type { ListKind } from "~/services/contracts/person-kinds";
import { type ListState, listHref, listPageOf } from "~/shell/list-address";
import { useDay } from "~/shell/moment";
import { breakable } from "~/ui/breakable";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icon";
import { Check } from "~/ui/icons";
import { Pill } from "~/ui/pill";
import { type Column, Table } from "~/ui/table";
import { RowMenu } from "./row-menu";

type Href = (change: Partial<ListState>) => string;

type PeopleTableProps = {
  kind: ListKind;
  state: ListState;
  list: ListRows<PersonRow>;
  choices: Pick<ListChoices, "list" | "columns" | "isChosen">;
  /** Organisation with its bulk actions; null if there is none to select people in. */
  organization: { id: string; bulkActions: BulkAction[] } | null;
  href: Href;
  /** Id of the class whose page this is. */
  group?: string;
  empty: ReactNode;
};

const idOf = (person: PersonRow) => person.id;
const nameOf = (person: PersonRow) => person.name;

/** Table of people with links and row menus; rows are selectable if there are bulk actions. */
export function PeopleTable(props: PeopleTableProps) {
  const { kind, state, list, choices, organization, group, empty } = props;
  const { t } = useTranslation("control-panel");
  const people = list.rows;
  const backHref =
    group === undefined ? listHref(`/controlpanel/${kind}`, state, listPageOf(state)) : `/controlpanel/groups/${group}`;
  const groups = useGroups(choices, state, list, {
    type: (person) => t(`kinds.${person.type}.title`),
    groups: (person) => person.groups,
    organizations: (person) => person.organizations,
    status: (person) => t(`status.${person.status ?? "active"}`),
  });
  const columns = useColumns(props);
  const shared = {
    caption: t(`kinds.${kind}.title`),
    rowKey: idOf,
    rowHref: (person: PersonRow) => withBack(personHref(person), backHref),
    empty,
    ...groups,
  };
  if (!organization || people.length === 0) return <Table {...shared} columns={columns} />;
  return (
    <RowMenu {...{ kind, state, group, backHref }} organization={organization.id}>
      {(mark) => {
        const isMarked = people.some((person) => person.actions.length > 0);
        const all = isMarked ? [...columns, menuColumn(mark, t)] : columns;
        if (organization.bulkActions.length === 0) return <Table {...shared} columns={all} />;
        return (
          <BulkForm
            key={listHref("", state, { page: state.page })}
            {...{ kind, state, group }}
            rows={groups.rows}
            total={list.total ?? 0}
            hasMore={list.hasMore}
            organization={organization.id}
            bulkActions={organization.bulkActions}
            id={idOf}
            name={nameOf}
          >
            {(selection) => <Table selection={selection} {...shared} columns={all} />}
          </BulkForm>
        );
      }}
    </RowMenu>
  );
}

function menuColumn(mark: (person: PersonRow) => ReactNode, t: TFunction): Column<PersonRow> {
  return {
    id: "menu",
    header: <span className="sr-only">{t("lists:row.menus")}</span>,
    align: "end",
    isNarrow: true,
    cell: mark,
  };
}

/**
 * Breakpoint from which a column is shown. Of columns that the user has chosen the first is always shown. Class pages have few columns, so
 * all fit a tablet.
 */
const from: Record<string, Column<never>["from"]> = {
  username: "sm",
  type: "sm",
  groups: "sm",
  hasBadge: "md",
  lastSignIn: "md",
  email: "lg",
  status: "md",
  organizations: "lg",
};
const columnsAtAllWidths = 1;

function useColumns({ kind, state, list, choices, group, href }: PeopleTableProps): Column<PersonRow>[] {
  const { t } = useTranslation("control-panel");
  const day = useDay();
  const isChosen = choices.isChosen;
  const never = t("list.never");
  const no = t("form.no");
  const cells: Record<string, Column<PersonRow>["cell"]> = {
    username: ({ username }) => username,
    type: (person) => t(`kinds.${person.type}.one`),
    groups: (person) => person.groups.join(", "),
    email: (person) => person.email,
    organizations: (person) => person.organizations.join(", "),
    status: (person) => t(`status.${person.status ?? "active"}`),
    lastSignIn: ({ lastSignIn }) => (lastSignIn ? day(lastSignIn) : lastSignIn === null && never),
    hasBadge: ({ hasBadge, type }) =>
      hasBadge ? (
        <Icon of={Check} label={t("form.yes")} className="text-primary" />
      ) : (
        hasBadge === false && type === "students" && no
      ),
  };
  const cellClasses: Record<string, Column<PersonRow>["cellClass"]> = {
    username: () => "font-sans",
    lastSignIn: ({ lastSignIn }) => (lastSignIn ? "whitespace-nowrap tabular-nums" : "text-ink-soft"),
    hasBadge: ({ hasBadge }) => (hasBadge ? undefined : "text-ink-soft"),
  };
  // If everybody belongs to the same school, its column is hidden unless the user chose it.
  const isSpread = new Set(list.rows.map((person) => person.organizations.join())).size > 1;
  const visibleColumns = choices.columns.filter((id) => id !== "organizations" || isChosen || isSpread);
  return [
    {
      id: "name",
      header: t("fields.name"),
      cell: (person) => (
        <NameCell
          person={person}
          isStatusShown={!visibleColumns.includes("status")}
          isKindShown={kind === "users"}
          areGroupsShown={group === undefined}
          q={state.searchString}
          columns={visibleColumns}
          t={t}
        />
      ),
      ...sortable("name", state, href),
    },
    ...visibleColumns.map(
      (id, index): Column<PersonRow> => ({
        id,
        header: t(id === "status" ? "fields.state" : `fields.${id}`),
        cell: cells[id] ?? (() => null),
        cellClass: cellClasses[id],
        from: isChosen && index < columnsAtAllWidths ? undefined : group !== undefined ? "sm" : from[id],
        ...(id === "username" || id === "email" ? sortable(id, state, href) : {}),
      }),
    ),
  ];
}

type NameCellProps = {
  person: PersonRow;
  isStatusShown: boolean;
  isKindShown: boolean;
  areGroupsShown: boolean;
  /** The list's search. */
  q: string;
  columns: readonly string[];
  t: TFunction;
};

/**
 * Name with pills for unusual properties, and the username or e-mail address that the search matched; on phones also kind and class, since
 * their columns are hidden.
 */
function NameCell({ person, isStatusShown, isKindShown, areGroupsShown, q, columns, t }: NameCellProps) {
  const { status, isShared, isAdmin } = person;
  const name = nameInLists(person);
  const isOff = isStatusShown && status !== "active" && status;
  const below = [
    ...(isKindShown ? [t(`kinds.${person.type}.one`)] : []),
    ...(areGroupsShown ? person.groups : [person.username ?? ""]),
  ].filter(Boolean);
  const matched = matchedValues(q, name, [person.username, person.email]);
  // Where the value has a column of its own, only on screens that do not show it.
  const hiddenFrom = (value: string) => {
    if (value === person.username) return columns.includes("username") && "sm:hidden";
    return columns.includes("email") && "lg:hidden";
  };
  return (
    <>
      {isAdmin || isShared || isOff ? (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0">{breakable(name)}</span>
          {isAdmin && <Pill tone="primary">{t("status.admin")}</Pill>}
          {isShared && <Pill tone="info">{t("status.shared")}</Pill>}
          {isOff && <Pill tone="warning">{t(`status.${status}`)}</Pill>}
        </span>
      ) : (
        breakable(name)
      )}
      {below.length > 0 && (
        <span className="block font-normal text-14 text-ink-soft sm:hidden">{below.join(" · ")}</span>
      )}
      {matched.map((value) => (
        <span
          key={value}
          className={classes("block wrap-anywhere font-normal text-14 text-ink-soft", hiddenFrom(value))}
        >
          <MarkedText q={q} text={value} />
        </span>
      ))}
    </>
  );
}
