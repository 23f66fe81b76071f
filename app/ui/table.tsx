import { useNavigate } from "@remix-run/react";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { Fragment, type MouseEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { breakable } from "./breakable";
import { classes } from "./classes";
import { Icon } from "./icon";
import { Link } from "./link";

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "start" | "end";
  /** The column leaves below this width. */
  from?: "sm" | "md" | "lg";
  /** Where a press on the header leads; without one the column can't be sorted by. */
  sortHref?: string;
  /** Where a press with Shift leads: this column is added to those that are sorted by. */
  addSortHref?: string;
  sorted?: "ascending" | "descending";
  /** Its place among several that are sorted by, from 1. */
  sortPlace?: number;
};

export type TableSelection<Row> = {
  /** Name of the checkboxes in the form around the table. */
  name: string;
  value: (row: Row) => string;
  /** What a screen reader says of a row's checkbox, e.g. the person's name. */
  label: (row: Row) => string;
  selected?: ReadonlySet<string>;
  onChange?: (value: string, isSelected: boolean) => void;
  onChangeAll?: (isSelected: boolean) => void;
  canSelect?: (row: Row) => boolean;
};

type TableProps<Row> = {
  /** Read to screen readers; the page's title usually says it already. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The whole row opens this; the first column's cell is the link. */
  rowHref?: (row: Row) => string | null;
  selection?: TableSelection<Row>;
  /** Rows side by side that have the same stand under it as a heading. */
  groupOf?: (row: Row) => string;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
};

const shownFrom = { sm: "max-sm:hidden", md: "max-md:hidden", lg: "max-lg:hidden" };

function columnClasses<Row>(column: Column<Row>): string {
  return classes(
    "px-3",
    column.align === "end" ? "text-end tabular-nums" : "text-start",
    column.from && shownFrom[column.from],
  );
}

/** A list of things: head that stays, rows of 44 px, the whole row opens, checkboxes select. Plain HTML, alive or not. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, rowHref, selection, groupOf, empty } = props;
  if (rows.length === 0 && empty) return <>{empty}</>;
  const groups = rows.map((row) => groupOf?.(row));
  const width = columns.length + (selection ? 1 : 0);
  return (
    <div className="overflow-clip rounded-cover border border-line bg-raised">
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection && <SelectAllHead selection={selection} rows={rows} />}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={(column.sortPlace ?? 1) === 1 ? column.sorted : undefined}
                className={classes(
                  "sticky top-(--sticky-top,0px) z-20 h-11 border-line sm:whitespace-nowrap border-b bg-raised font-semibold text-14 text-ink-soft",
                  "first:rounded-tl-cover last:rounded-tr-cover",
                  columnClasses(column),
                )}
              >
                <HeaderText column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Fragment key={rowKey(row)}>
              {groupOf && groups[index] !== groups[index - 1] && <GroupHead width={width} text={groups[index]} />}
              <TableRow {...{ row, columns, rowHref, selection }} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The head of the rows below it, as wide as all of them. */
function GroupHead({ width, text }: { width: number; text: string | undefined }) {
  return (
    <tr>
      <th
        colSpan={width}
        scope="colgroup"
        className="h-9 border-line border-b bg-sunken px-3 text-start font-semibold text-14 text-ink-soft"
      >
        {text}
      </th>
    </tr>
  );
}

function HeaderText<Row>({ column }: { column: Column<Row> }) {
  const navigate = useNavigate();
  const { sortHref, addSortHref } = column;
  if (!sortHref) return column.header;
  const arrow = column.sorted === "ascending" ? ArrowUp : column.sorted === "descending" ? ArrowDown : ArrowUpDown;
  const addWithShift = (event: MouseEvent) => {
    if (!event.shiftKey || !addSortHref) return;
    event.preventDefault();
    navigate(addSortHref, { preventScrollReset: true });
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

function TableRow<Row>({
  row,
  columns,
  rowHref,
  selection,
}: Pick<TableProps<Row>, "columns" | "rowHref" | "selection"> & { row: Row }) {
  const href = rowHref?.(row) ?? null;
  const isSelected = selection?.selected?.has(selection.value(row));
  const cellLook = "h-11 border-line border-b py-1 group-last/row:border-b-0";
  return (
    <tr
      className={classes(
        "group/row relative",
        href !== null && "hover:bg-primary-tint focus-within:bg-primary-tint",
        isSelected && "bg-primary-tint",
      )}
    >
      {selection && (
        <td className={classes(cellLook, "w-11 ps-3")}>
          {(selection.canSelect?.(row) ?? true) && (
            <input
              type="checkbox"
              name={selection.name}
              value={selection.value(row)}
              aria-label={selection.label(row)}
              checked={selection.selected ? isSelected : undefined}
              onChange={
                selection.onChange && ((event) => selection.onChange?.(event.target.value, event.target.checked))
              }
              className="relative z-10 block size-5 cursor-pointer"
            />
          )}
        </td>
      )}
      {columns.map((column, position) =>
        position === 0 ? (
          <th key={column.id} scope="row" className={classes(cellLook, columnClasses(column), "font-semibold")}>
            {href === null ? (
              shown(column, row)
            ) : (
              <Link to={href} className="text-ink after:absolute after:inset-0 after:content-[''] hover:text-primary">
                {shown(column, row)}
              </Link>
            )}
          </th>
        ) : (
          <td key={column.id} className={classes(cellLook, columnClasses(column))}>
            {shown(column, row)}
          </td>
        ),
      )}
    </tr>
  );
}

function shown<Row>(column: Column<Row>, row: Row): ReactNode {
  const cell = column.cell(row);
  return typeof cell === "string" ? breakable(cell) : cell;
}

function SelectAllHead<Row>({ selection, rows }: { selection: TableSelection<Row>; rows: readonly Row[] }) {
  const { t } = useTranslation("ui");
  const all = rows.filter((row) => selection.canSelect?.(row) ?? true).map(selection.value);
  const chosen = all.filter((value) => selection.selected?.has(value));
  return (
    <th
      scope="col"
      className="sticky top-(--sticky-top,0px) z-20 h-11 w-11 rounded-tl-cover border-line border-b bg-raised ps-3 text-start"
    >
      {selection.onChangeAll ? (
        <input
          type="checkbox"
          aria-label={t("selectAll")}
          checked={all.length > 0 && chosen.length === all.length}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && chosen.length < all.length;
          }}
          onChange={(event) => selection.onChangeAll?.(event.target.checked)}
          className="block size-5 cursor-pointer"
        />
      ) : (
        <span className="sr-only">{t("select")}</span>
      )}
    </th>
  );
}
