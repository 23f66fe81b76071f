import { Link, useNavigate } from "@remix-run/react";
import type { TFunction } from "i18next";
import { Fragment, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { breakable } from "./breakable";
import { classes } from "./classes";
import { Icon } from "./icon";
import { ArrowDown, ArrowUp, ArrowUpDown } from "./icons";

export type Column<Row> = {
  id: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Classes of a row's cell; not for the first column. */
  cellClass?: (row: Row) => string | undefined;
  align?: "start" | "end";
  /** Hides the column below this breakpoint. */
  from?: "sm" | "md" | "lg";
  /** As narrow as its content, and placed above the row's link. */
  isNarrow?: boolean;
  /** URL that sorts by the column; undefined if it cannot be sorted. */
  sortHref?: string;
  /** URL for a click with Shift: adds the column to the current sorts. */
  addSortHref?: string;
  sorted?: "ascending" | "descending";
  /** Position among several sorts, from 1. */
  sortPlace?: number;
};

export type TableSelection<Row> = {
  /** Name of the checkboxes in the surrounding form. */
  name: string;
  value: (row: Row) => string;
  /** Accessible name of a row's checkbox, e.g. the person's name. */
  label: (row: Row) => string;
  selected?: ReadonlySet<string>;
  /** `isRange` if Shift was held: selects all rows from the previous one to this one. */
  onChange?: (value: string, isSelected: boolean, isRange: boolean) => void;
  /** Changes several rows at once: all rows of the table, or a group. */
  onChangeMany?: (values: string[], isSelected: boolean) => void;
  /** Accessible name of a group's checkbox. */
  groupLabel?: (group: string) => string;
  canSelect?: (row: Row) => boolean;
};

export type TableProps<Row> = {
  /** Read by screen readers; usually the page's title. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** URL of a row; the link is in the first column's cell and covers the whole row. */
  rowHref?: (row: Row) => string | null;
  selection?: TableSelection<Row>;
  /** Heading above adjacent rows that share it. */
  groupOf?: (row: Row, place: number) => string;
  /** On phones each row stands by itself, with every cell below the other and its column's name before it; no column is hidden. */
  isStacked?: boolean;
  /** Shown instead of the table if there are no rows. */
  empty?: ReactNode;
};

const shownFrom = { sm: "max-sm:hidden", md: "max-md:hidden", lg: "max-lg:hidden" };

function columnClasses<Row>(column: Column<Row>): string | undefined {
  const look = classes(
    column.align === "end" && "text-end tabular-nums",
    column.from && shownFrom[column.from],
    column.isNarrow && "narrow",
  );
  return look || undefined;
}

/**
 * A table that scrolls horizontally has no sticky header. Up to three columns fit any phone, except the narrowest with wide letter spacing
 * (WCAG 1.4.12); wider tables scroll below the given width.
 */
const scrolls = { few: "max-[22.4rem]:overflow-x-auto", many: "max-[48rem]:overflow-x-auto" };

type Roles = { [Name in keyof typeof stackedRoles]: (typeof stackedRoles)[Name] | undefined };

/** Browsers take cells that are not laid out as a table for plain text, unless their roles are named. */
const stackedRoles = {
  group: "rowgroup",
  row: "row",
  columnHeader: "columnheader",
  rowHeader: "rowheader",
  cell: "cell",
} as const;
const noRoles: Roles = {
  group: undefined,
  row: undefined,
  columnHeader: undefined,
  rowHeader: undefined,
  cell: undefined,
};

/** A table with sticky header, rows of 44 px, row links and checkboxes. Plain HTML, so it works without script. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowHref, selection, groupOf, isStacked = false, empty } = props;
  const { t } = useTranslation("ui");
  const navigate = useNavigate();
  if (rows.length === 0 && empty) return <>{empty}</>;
  const groups = rows.map((row, place) => groupOf?.(row, place));
  const width = columns.length + (selection ? 1 : 0);
  const add = (href: string) => navigate(href, { preventScrollReset: true });
  const looks = columns.map(columnClasses);
  const roles = isStacked ? stackedRoles : noRoles;
  const shownOnPhones = columns.filter(({ from }) => !from).length + (selection ? 1 : 0);
  return (
    <div
      className={classes(
        "overflow-clip rounded-cover border border-line bg-raised",
        !isStacked && (shownOnPhones > 3 ? scrolls.many : scrolls.few),
      )}
    >
      <table className={classes("list-table", isStacked && "stacked")} role={isStacked ? "table" : undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead role={roles.group}>
          <tr role={roles.row}>
            {selection && <SelectAllHead selection={selection} rows={rows} t={t} />}
            {columns.map((column, position) => (
              <th
                key={column.id}
                scope="col"
                role={roles.columnHeader}
                aria-sort={(column.sortPlace ?? 1) === 1 ? column.sorted : undefined}
                className={looks[position]}
              >
                <HeaderText column={column} add={add} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role={roles.group}>
          {rows.map((row, index) => (
            // People in several groups have a row in each.
            <Fragment key={groupOf ? `${groups[index]} ${rowKey(row)}` : rowKey(row)}>
              {groupOf && groups[index] !== groups[index - 1] && (
                <GroupHead
                  width={width}
                  text={groups[index]}
                  selection={selection}
                  values={() => rows.filter((_, place) => groups[place] === groups[index])}
                />
              )}
              <TableRow {...{ row, columns, looks, roles, rowHref, selection }} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type GroupHeadProps<Row> = {
  width: number;
  text: string | undefined;
  selection: TableSelection<Row> | undefined;
  /** Rows of the group. */
  values: () => Row[];
};

/** Heading of a group of rows; after hydration with a checkbox for all of them. */
function GroupHead<Row>({ width, text = "", selection, values }: GroupHeadProps<Row>) {
  const { onChangeMany, groupLabel } = selection ?? {};
  const isTicked = selection && onChangeMany && groupLabel;
  return (
    <tr>
      {isTicked && (
        <td className="pick list-group">
          <GroupTick {...{ selection, values, onChangeMany }} label={groupLabel(text)} />
        </td>
      )}
      <th colSpan={isTicked ? width - 1 : width} scope="colgroup" className="list-group">
        {text}
      </th>
    </tr>
  );
}

type GroupTickProps<Row> = {
  selection: TableSelection<Row>;
  values: () => Row[];
  label: string;
  onChangeMany: (values: string[], isSelected: boolean) => void;
};

function GroupTick<Row>({ selection, values, label, onChangeMany }: GroupTickProps<Row>) {
  const all = values()
    .filter((row) => selection.canSelect?.(row) ?? true)
    .map(selection.value);
  return <ManyTick all={all} selected={selection.selected} label={label} onChange={onChangeMany} />;
}

type ManyTickProps = {
  all: string[];
  selected: ReadonlySet<string> | undefined;
  label: string;
  onChange: (values: string[], isSelected: boolean) => void;
};

/** Checkbox for several rows; indeterminate if only some are selected. */
function ManyTick({ all, selected, label, onChange }: ManyTickProps) {
  const chosen = all.filter((value) => selected?.has(value));
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={all.length > 0 && chosen.length === all.length}
      ref={(box) => {
        if (box) box.indeterminate = chosen.length > 0 && chosen.length < all.length;
      }}
      onChange={(event) => onChange(all, event.target.checked)}
    />
  );
}

type HeaderTextProps<Row> = { column: Column<Row>; add: (href: string) => void };

function HeaderText<Row>({ column, add }: HeaderTextProps<Row>) {
  const { sortHref, addSortHref } = column;
  if (!sortHref) return column.header;
  const arrow = column.sorted === "ascending" ? ArrowUp : column.sorted === "descending" ? ArrowDown : ArrowUpDown;
  const addWithShift = (event: MouseEvent) => {
    if (!event.shiftKey || !addSortHref) return;
    event.preventDefault();
    add(addSortHref);
  };
  return (
    <Link
      to={sortHref}
      preventScrollReset
      onClick={addWithShift}
      className="group inline-flex min-h-9 items-center gap-1 rounded-control hover:text-primary"
    >
      {column.header}
      <Icon of={arrow} size={16} className={column.sorted ? "" : "opacity-40 group-hover:opacity-100"} />
      {column.sortPlace && <span className="tabular-nums">{column.sortPlace}</span>}
    </Link>
  );
}

type TableRowProps<Row> = Pick<TableProps<Row>, "columns" | "rowHref" | "selection"> & {
  row: Row;
  /** Classes of the columns, in order. */
  looks: readonly (string | undefined)[];
  roles: Roles;
};

function TableRow<Row>({ row, columns, looks, roles, rowHref, selection }: TableRowProps<Row>) {
  const href = rowHref?.(row) ?? null;
  const isSelected = selection?.selected?.has(selection.value(row));
  return (
    <tr role={roles.row} className={classes(href !== null && "opens", isSelected && "bg-primary-tint") || undefined}>
      {selection && (
        <td className="pick">
          {(selection.canSelect?.(row) ?? true) && (
            <input
              type="checkbox"
              name={selection.name}
              value={selection.value(row)}
              aria-label={selection.label(row)}
              checked={selection.selected ? isSelected : undefined}
              onChange={
                selection.onChange &&
                ((event) => {
                  const { value, checked } = event.target;
                  selection.onChange?.(
                    value,
                    checked,
                    "shiftKey" in event.nativeEvent && event.nativeEvent.shiftKey === true,
                  );
                })
              }
            />
          )}
        </td>
      )}
      {columns.map((column, position) =>
        position === 0 ? (
          <th key={column.id} scope="row" role={roles.rowHeader} className={looks[position]}>
            {href === null ? cellContent(column, row) : <Link to={href}>{cellContent(column, row)}</Link>}
          </th>
        ) : (
          <td
            key={column.id}
            role={roles.cell}
            data-label={roles.cell && typeof column.header === "string" ? column.header : undefined}
            className={classes(looks[position], column.cellClass?.(row)) || undefined}
          >
            {roles.cell ? <div className="stacked-value">{cellContent(column, row)}</div> : cellContent(column, row)}
          </td>
        ),
      )}
    </tr>
  );
}

function cellContent<Row>(column: Column<Row>, row: Row): ReactNode {
  const cell = column.cell(row);
  return typeof cell === "string" ? breakable(cell) : cell;
}

type SelectAllHeadProps<Row> = { selection: TableSelection<Row>; rows: readonly Row[]; t: TFunction };

function SelectAllHead<Row>({ selection, rows, t }: SelectAllHeadProps<Row>) {
  const all = rows.filter((row) => selection.canSelect?.(row) ?? true).map(selection.value);
  return (
    <th scope="col" className="pick">
      {selection.onChangeMany ? (
        <ManyTick all={all} selected={selection.selected} label={t("selectAll")} onChange={selection.onChangeMany} />
      ) : (
        <span className="sr-only">{t("select")}</span>
      )}
    </th>
  );
}
