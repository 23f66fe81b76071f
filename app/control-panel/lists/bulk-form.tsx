import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListKind } from "~/control-panel/people/kinds";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/choice";
import { Form } from "~/ui/form";
import { Download } from "~/ui/icons";
import { SelectField } from "~/ui/select";
import type { TableSelection } from "~/ui/table";
import type { BulkAction } from "./bulk-actions";
import type { ListState } from "./list-address";
import { StateFields } from "./list-parts";

type BulkFormProps<Row> = {
  kind: ListKind;
  organization: string;
  /** What is offered. */
  acts: readonly BulkAction[];
  state: ListState;
  rows: readonly Row[];
  id: (row: Row) => string;
  name: (row: Row) => string;
  total: number;
  hasMore: boolean;
  children: (selection: TableSelection<Row>) => ReactNode;
};

/** Runs before the browser can bring another click; where a page is written there is none, nor anything to run. */
const useBeforeNextInput = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * A list to choose from, with the bar that says what and how many. A plain form: without script the bar is always there, with it
 * the bar comes up from below once somebody is chosen.
 */
export function BulkForm<Row>(props: BulkFormProps<Row>) {
  const { kind, organization, acts, state, rows, id, name, total, hasMore, children } = props;
  const { t } = useTranslation("lists");
  const [isAlive, setAlive] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // Whoever was quicker than the script, or comes back, has chosen already.
  useBeforeNextInput(() => {
    const ticked = form.current ? new FormData(form.current) : new FormData();
    setChosen(new Set(ticked.getAll("ids").map(String)));
    setAll(ticked.has("all"));
    setAlive(true);
  }, []);
  const ids = useMemo(() => rows.map(id), [rows, id]);
  const here = ids.filter((each) => chosen.has(each));
  const selection: TableSelection<Row> = {
    name: "ids",
    value: id,
    label: (row) => t("bulk.choose", { name: name(row) }),
    ...(isAlive
      ? {
          selected: isAll ? new Set(ids) : chosen,
          onChange: (value, isSelected) => {
            setAll(false);
            setChosen((before) => changed(before, [value], isSelected));
          },
          onChangeAll: (isSelected) => {
            setAll(false);
            setChosen((before) => changed(before, ids, isSelected));
          },
        }
      : {}),
  };
  const said = isAll
    ? t(hasMore ? "bulk.moreThanChosen" : "bulk.chosen", { count: total })
    : t("bulk.chosen", { count: here.length });
  const isBarShown = !isAlive || here.length > 0 || isAll;
  return (
    <Form ref={form} method="post" action={`/controlpanel/${kind}/bulk`} className="space-y-3">
      <input type="hidden" name="organization" value={organization} />
      <ListFields state={state} />
      {children(selection)}
      {/* Always there, or the first choice, with which the bar comes, would not be read out. */}
      <p className="sr-only" role="status">
        {isAlive && isBarShown ? said : ""}
      </p>
      {isBarShown && rows.length > 0 && (
        <div className="bulk-bar sticky bottom-0 z-30 short:static -mx-2 flex flex-wrap items-end gap-x-4 gap-y-2 rounded-cover border border-line bg-raised p-3 shadow-high">
          <div className="min-w-0 flex-1 basis-56">
            {isAlive && (
              <p className="font-semibold" aria-hidden="true">
                {said}
              </p>
            )}
            <Checkbox
              name="all"
              value="1"
              label={t(hasMore ? "bulk.allMore" : "bulk.all", { count: total })}
              {...(isAlive ? { checked: isAll, onChange: (event) => setAll(event.target.checked) } : {})}
            />
          </div>
          <SelectField
            label={t("bulk.act")}
            hideLabel
            name="act"
            className="min-w-0 flex-1 basis-48 sm:max-w-80"
            options={acts.map((act) => ({ value: act, label: t(`acts.${act}`) }))}
          />
          <Button variant="primary">{t("bulk.go")}</Button>
        </div>
      )}
    </Form>
  );
}

/** Which people the list holds, in which order, and how it is shown: the way back leads to the same. */
function ListFields({ state }: { state: ListState }) {
  return <StateFields state={state} without={["organization"]} />;
}

function changed(before: ReadonlySet<string>, values: string[], isSelected: boolean): Set<string> {
  const after = new Set(before);
  for (const value of values) {
    if (isSelected) after.add(value);
    else after.delete(value);
  }
  return after;
}

/** Everything that the list matches, as a file. */
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
