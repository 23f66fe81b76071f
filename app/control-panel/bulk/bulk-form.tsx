import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { StateFields } from "~/control-panel/lists/list-parts";
import { changedSelection, maxSelected, readSelected, saveSelected } from "~/control-panel/lists/saved-selection";
import type { ListKind } from "~/services/contracts/person-kinds";
import type { ListState } from "~/shell/list-address";
import { useShellData } from "~/shell/shell-data";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/choice";
import { classes } from "~/ui/classes";
import { Form } from "~/ui/form";
import type { IconShape } from "~/ui/icon";
import { Ban, Check, CornerRightDown, Download, KeyRound, Lock, LogOut, QrCode, Trash2 } from "~/ui/icons";
import { useNotices } from "~/ui/notices";
import type { TableSelection } from "~/ui/table";
import type { BulkAction } from "./bulk-actions";

type BulkFormProps<Row> = {
  kind: ListKind;
  organization: string;
  bulkActions: readonly BulkAction[];
  state: ListState;
  rows: readonly Row[];
  id: (row: Row) => string;
  name: (row: Row) => string;
  total: number;
  hasMore: boolean;
  /** Id of the class whose page this is, to which the user returns. */
  group?: string;
  children: (selection: TableSelection<Row>) => ReactNode;
};

/** Layout effect, so that it runs before further input; plain effect during server rendering, where layout effects only log a warning. */
const useBeforeNextInput = typeof document === "undefined" ? useEffect : useLayoutEffect;

const actionIcons: Record<BulkAction, IconShape> = {
  move: CornerRightDown,
  badges: QrCode,
  passwords: KeyRound,
  leave: LogOut,
  "void-badges": Ban,
  activate: Check,
  deactivate: Lock,
  delete: Trash2,
};

/**
 * A selectable list with a bar that shows the bulk actions and the number of selected people. A plain form: without script the bar is
 * always shown; with script it slides in at the bottom once somebody is selected. On a class's page it is always on top, since a class
 * fits on one page.
 */
export function BulkForm<Row>(props: BulkFormProps<Row>) {
  const { kind, organization, bulkActions, state, rows, id, name, total, hasMore, group, children } = props;
  const { t } = useTranslation("lists");
  const isWhole = group !== undefined && state.page === 1 && !state.cursor && !hasMore && total <= rows.length;
  const selected = useSelected(group ?? `${kind} ${organization}`, rows, id, isWhole);
  const { isHydrated, isAll, chosen, elsewhere, form } = selected;
  const selection: TableSelection<Row> = {
    name: "ids",
    value: id,
    label: (row) => t("bulk.choose", { name: name(row) }),
    groupLabel: (heading) => t("bulk.chooseGroup", { name: heading }),
    ...selected.handlers,
  };
  const message = isAll
    ? t(hasMore ? "bulk.moreThanChosen" : "bulk.chosen", { count: total })
    : t("bulk.chosen", { count: chosen.size });
  const isAnybody = chosen.size > 0 || isAll;
  const isBarShown = !isHydrated || isAnybody || group !== undefined;
  const bar = isBarShown && rows.length > 0 && (
    <BulkBar
      bulkActions={bulkActions}
      isOfGroup={group !== undefined}
      selected={selected}
      total={total}
      hasMore={hasMore}
      message={isAnybody ? message : t("bulk.chooseSomebody")}
    />
  );
  return (
    <Form ref={form} method="post" action={`/controlpanel/${kind}/bulk`} className="space-y-3">
      <input type="hidden" name="organization" value={organization} />
      <ListFields state={state} />
      {group !== undefined && <input type="hidden" name="ofGroup" value={group} />}
      {elsewhere.map((each) => (
        <input key={each} type="hidden" name="ids" value={each} />
      ))}
      {group !== undefined && bar}
      {children(selection)}
      {/* Rendered from the start: a live region added with the bar would not be announced. */}
      <p className="sr-only" role="status">
        {isHydrated && isAnybody ? message : ""}
      </p>
      {group === undefined && bar}
    </Form>
  );
}

type BulkBarProps = {
  bulkActions: readonly BulkAction[];
  /** Whether the form is on a class's page, above the list. */
  isOfGroup: boolean;
  selected: Pick<ReturnType<typeof useSelected>, "isHydrated" | "isAll" | "setAll" | "chosen" | "clear">;
  total: number;
  hasMore: boolean;
  /** Whom the actions are for. */
  message: string;
};

/** The bulk actions, and before them who is selected. */
function BulkBar({ bulkActions, isOfGroup, selected, total, hasMore, message }: BulkBarProps) {
  const { t } = useTranslation("lists");
  const { isHydrated, isAll, chosen } = selected;
  return (
    <div
      className={classes(
        "flex flex-wrap items-center gap-x-4 gap-y-2",
        !isOfGroup &&
          "bulk-bar sticky bottom-0 z-30 short:static -mx-2 rounded-cover border border-line bg-raised p-3 shadow-high",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-4">
        {isHydrated && (
          <p className="font-semibold" aria-hidden="true">
            {message}
          </p>
        )}
        <Checkbox
          name="all"
          value="1"
          label={t(hasMore ? "bulk.allMore" : "bulk.all", { count: total })}
          {...(isHydrated ? { checked: isAll, onChange: (event) => selected.setAll(event.target.checked) } : {})}
        />
        {isHydrated && (chosen.size > 0 || isAll) && (
          <Button type="button" size="small" variant="quiet" onClick={selected.clear}>
            {t("bulk.clear")}
          </Button>
        )}
      </div>
      <fieldset
        aria-label={t("bulk.chooseAction")}
        className={classes(
          "flex min-w-0 gap-2",
          isOfGroup ? "flex-wrap" : "scrolls-row w-full sm:w-auto sm:flex-wrap [&>*]:shrink-0",
        )}
      >
        {bulkActions.map((action) => (
          <Button
            key={action}
            name="act"
            value={action}
            size="small"
            icon={actionIcons[action]}
            variant={action === "delete" ? "danger" : "secondary"}
          >
            {t(`actions.${action}`)}
          </Button>
        ))}
      </fieldset>
    </div>
  );
}

/**
 * Selected people: the page's checkboxes before hydration, afterwards everybody selected in this list, on any page.
 * @param isWhole whether these rows are the whole list: saved ids without a row are no longer in the list
 */
function useSelected<Row>(list: string, rows: readonly Row[], id: (row: Row) => string, isWhole: boolean) {
  const { t } = useTranslation("lists");
  const notices = useNotices();
  const uid = useShellData()?.user?.uid ?? "";
  const owner = useMemo(() => ({ uid, list }), [uid, list]);
  const [isHydrated, setHydrated] = useState(false);
  const [saved, setSaved] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const last = useRef<string | null>(null);
  // Merges checkboxes ticked before hydration or restored by the browser into the saved selection.
  useBeforeNextInput(() => {
    const ticked = form.current ? new FormData(form.current) : new FormData();
    const before = new Set(readSelected(owner));
    setSaved(changedSelection(before, ticked.getAll("ids").map(String), true).selection);
    setAll(ticked.has("all"));
    setHydrated(true);
  }, [owner]);
  const ids = useMemo(() => rows.map(id), [rows, id]);
  const chosen = useMemo(
    () => (isWhole ? new Set(ids.filter((each) => saved.has(each))) : saved),
    [isWhole, ids, saved],
  );
  const save = (selection: ReadonlySet<string>) => {
    setAll(false);
    setSaved(selection);
    saveSelected(owner, selection);
  };
  const change = (values: string[], isSelected: boolean) => {
    const { selection, isFull } = changedSelection(chosen, values, isSelected);
    save(selection);
    if (isFull) notices.show({ type: "warning", message: t("bulk.mostSelected", { most: maxSelected }) });
  };
  const onChange = (value: string, isSelected: boolean, isRange: boolean) => {
    const [from, to] = [ids.indexOf(last.current ?? ""), ids.indexOf(value)];
    const range = isRange && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [value];
    last.current = value;
    change(range, isSelected);
  };
  const selected = isAll ? new Set(ids) : chosen;
  return {
    isHydrated,
    isAll,
    setAll,
    chosen,
    form,
    clear: () => save(new Set()),
    /** Selected people without a row on this page. */
    elsewhere: isHydrated && !isAll ? [...chosen].filter((each) => !ids.includes(each)) : [],
    handlers: isHydrated ? { selected, onChange, onChangeMany: change } : {},
  };
}

/** The list's state (filters, order, columns), so that the user returns to the same list. */
function ListFields({ state }: { state: ListState }) {
  return <StateFields state={state} without={["organization"]} />;
}

/** Export of everybody who matches the list. */
export function ExportForm({ kind, organization, state }: { kind: ListKind; organization: string; state: ListState }) {
  const { t } = useTranslation("lists");
  return (
    <Form method="post" action={`/controlpanel/${kind}/bulk`} className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="organization" value={organization} />
      <input type="hidden" name="all" value="1" />
      <ListFields state={state} />
      <span className="text-14 text-ink-soft">{t("export.label")}</span>
      <Button name="act" value="export-xlsx" size="small" icon={Download}>
        {t("export.xlsx")}
      </Button>
      <Button name="act" value="export-csv" size="small" icon={Download}>
        {t("export.csv")}
      </Button>
    </Form>
  );
}
