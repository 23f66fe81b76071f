import { Link, useActionData, useNavigation, useSearchParams, useSubmit } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type FormResult, resultFor } from "~/forms/form-result";
import { formatReasons } from "~/forms/messages";
import { type ListState, listHref, maxSorts } from "~/shell/list-address";
import { Button } from "~/ui/button";
import { ChipLink } from "~/ui/chip";
import { Checkbox, ChoiceGroup } from "~/ui/choice";
import { classes } from "~/ui/classes";
import { Disclosure } from "~/ui/disclosure";
import { TextField } from "~/ui/field";
import { Form, useOwnedAddress } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Bookmark, SlidersHorizontal, Trash2 } from "~/ui/icons";
import { SelectField } from "~/ui/select";
import { useHydrated } from "~/ui/use-hydrated";
import type { ListRows } from "./collect-list-pages";
import { groupRows } from "./grouped-rows";
import { knownGroup, listDefinitions } from "./list-definitions";
import { listIntents } from "./list-intents";
import { StateFields } from "./list-parts";
import type { ListChoices } from "./saved-lists.server";

type ListMenuProps = {
  choices: ListChoices;
  state: ListState;
  path: string;
  href: (change: Partial<ListState>) => string;
  /** Tab that contains the list, if the page has several. */
  tab?: string;
};

const menus = [
  ["arrange", SlidersHorizontal],
  ["views", Bookmark],
] as const;

/**
 * Saved views, and the list's sorts, grouping and columns: plain links and forms. The open menu is in the URL, so that it works without
 * script and a closed menu renders nothing.
 */
export function ListMenu(props: ListMenuProps) {
  const { choices, state, path, href, tab } = props;
  const { t } = useTranslation("lists");
  const [parameters] = useSearchParams();
  const open = useViewResult() ? "views" : parameters.get("menu");
  const here = href({ page: state.page, cursor: state.cursor });
  const current = viewQuery(choices, state);
  return (
    <div className={classes("space-y-2", (open === "arrange" || open === "views") && "w-full")}>
      <div className="flex flex-wrap items-center gap-2">
        {choices.views.map((view) => (
          <ChipLink
            key={view.id}
            to={viewHref(path, view.query, tab)}
            isChosen={view.query === current}
            icon={Bookmark}
          >
            {view.name}
          </ChipLink>
        ))}
        {menus.map(([menu, icon]) => (
          <Link
            key={menu}
            to={open === menu ? here : withMenu(here, menu)}
            preventScrollReset
            aria-expanded={open === menu}
            className={classes(
              "inline-flex min-h-9 items-center gap-1.5 rounded-control px-2 font-semibold text-14 hover:text-primary",
              open === menu ? "text-primary" : "text-ink-soft",
            )}
          >
            <Icon of={icon} size={16} />
            {t(`${menu}.title`)}
          </Link>
        ))}
      </div>
      {open === "arrange" && <ArrangeForm {...props} key={path} />}
      {open === "views" && <ViewForms {...props} />}
    </div>
  );
}

const panelLook = "rounded-cover border border-line bg-raised p-4";

function withMenu(href: string, menu: string): string {
  return `${href}${href.includes("?") ? "&" : "?"}menu=${menu}`;
}

function viewHref(path: string, query: string, tab: string | undefined): string {
  const whole = [query, tab && `tab=${tab}`].filter(Boolean).join("&");
  return whole ? `${path}?${whole}` : path;
}

/** Query of the current list as a saved view. */
function viewQuery({ list, columns }: ListChoices, state: ListState): string {
  const isOwn = columns.join() === listDefinitions[list].defaultColumns.join();
  return listHref("", state, { columns: isOwn ? null : columns, page: 1, cursor: null }).slice(1);
}

const orders = ["false", "true"] as const;

/** Translation keys of sorts, groups and columns that differ from the field's label. */
const ownNames: Record<string, string> = {
  id: "lists:arrange.added",
  status: "control-panel:fields.state",
  year: "control-panel:fields.typicalSchoolEntryYear",
  students: "control-panel:nav.students",
};

/** Sorts, grouping and columns: with script each change applies at once; without script a button submits. */
function ArrangeForm({ choices, state, path, tab }: ListMenuProps) {
  const { t } = useTranslation(["lists", "control-panel"]);
  const savedAt = useOwnedAddress(viewHref(path, "", tab));
  const submit = useSubmit();
  const isHydrated = useHydrated();
  const { groups, columns } = listDefinitions[choices.list];
  const nameOf = (id: string) => t(ownNames[id] ?? `control-panel:fields.${id}`);
  const left = ["sortBy", "sortDesc", "groupBy", "groupDesc", "columns", "page", "cursor"];
  return (
    <Form
      method="get"
      action={path}
      className={`${panelLook} space-y-5`}
      onChange={(event) => submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    >
      {tab && <input type="hidden" name="tab" value={tab} />}
      <input type="hidden" name="menu" value="arrange" />
      <StateFields state={state} without={left} />
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        <div className="space-y-5">
          <fieldset className="min-w-0 space-y-2">
            <legend className="mb-1 font-semibold">{t("arrange.sort")}</legend>
            <SortLine place={0} {...{ choices, state, nameOf }} />
            <Disclosure title={t("arrange.more")} open={state.sorts.length > 1} className="mt-1 space-y-2">
              {Array.from({ length: maxSorts - 1 }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the items never change their order
                <SortLine key={place} place={place + 1} {...{ choices, state, nameOf }} />
              ))}
              <p className="text-14 text-ink-soft">{t("arrange.shift")}</p>
            </Disclosure>
          </fieldset>
          <fieldset className="min-w-0">
            <legend className="mb-1 font-semibold">{t("arrange.group")}</legend>
            <div className="flex flex-wrap gap-2">
              <SelectField
                hideLabel
                label={t("arrange.group")}
                name="groupBy"
                className="min-w-0 flex-1 basis-28"
                defaultValue={knownGroup(listDefinitions[choices.list], state) ?? ""}
                placeholder={t("arrange.nothing")}
                options={groups.map((id) => ({ value: id, label: nameOf(id) }))}
              />
              <OrderField name="groupDesc" label={t("arrange.group")} isDescending={state.groupDesc} />
            </div>
          </fieldset>
        </div>
        <ChoiceGroup label={t("arrange.columns")}>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(max(8.5rem,40%),1fr))] gap-x-4">
            {columns.map((id) => (
              <Checkbox
                key={id}
                name="columns"
                value={id}
                label={nameOf(id)}
                defaultChecked={choices.columns.includes(id)}
              />
            ))}
          </div>
        </ChoiceGroup>
      </div>
      <div className="flex flex-wrap gap-2">
        {!isHydrated && <Button variant="primary">{t("arrange.show")}</Button>}
        <Button formMethod="post" formAction={savedAt} name="intent" value={listIntents.saveColumns}>
          {t("arrange.keep")}
        </Button>
      </div>
    </Form>
  );
}

type SortLineProps = Pick<ListMenuProps, "choices" | "state"> & { place: number; nameOf: (id: string) => string };

/** One sort; the first one cannot be empty. */
function SortLine({ choices, state, place, nameOf }: SortLineProps) {
  const { t } = useTranslation("lists");
  const label = t(place === 0 ? "arrange.first" : "arrange.then");
  return (
    <div className="flex flex-wrap gap-2">
      <SelectField
        hideLabel
        label={label}
        name="sortBy"
        className="min-w-0 flex-1 basis-28"
        defaultValue={state.sorts[place]?.by ?? ""}
        placeholder={place === 0 ? undefined : t("arrange.nothing")}
        options={listDefinitions[choices.list].sorts.map((id) => ({ value: id, label: nameOf(id) }))}
      />
      <OrderField name="sortDesc" label={label} isDescending={state.sorts[place]?.desc ?? false} />
    </div>
  );
}

function OrderField({ name, label, isDescending }: { name: string; label: string; isDescending: boolean }) {
  const { t } = useTranslation("lists");
  return (
    <SelectField
      hideLabel
      label={`${label}: ${t("arrange.order")}`}
      name={name}
      className="min-w-0 shrink-0 basis-40 max-sm:grow max-sm:basis-36"
      defaultValue={String(isDescending)}
      options={orders.map((value) => ({ value, label: t(value === "true" ? "arrange.down" : "arrange.up") }))}
    />
  );
}

/** Error of a view that was not saved. Uses conform's result without its hook, to avoid loading its script on every list for one field. */
const useViewResult = () => resultFor(useActionData<FormResult>(), listIntents.saveView);

function ViewForms({ choices, state, href }: ListMenuProps) {
  const { t } = useTranslation("lists");
  const { t: tPanel } = useTranslation("control-panel");
  const navigation = useNavigation();
  const result = useViewResult();
  const typed = result?.initialValue?.name;
  const form = useRef<HTMLFormElement>(null);
  // One field needs no list of errors, so the focus announces its error.
  useEffect(() => {
    if (result?.error) form.current?.querySelector<HTMLInputElement>("[name=name]")?.focus();
  }, [result]);
  const here = href({ page: state.page, cursor: state.cursor });
  return (
    // The fragment scrolls to the form without script: it stands below the saved views.
    <div id="views" className={`${panelLook} space-y-4`}>
      <Form
        ref={form}
        method="post"
        action={`${here}#views`}
        key={choices.views.length}
        className="flex flex-wrap items-end gap-2"
      >
        <input type="hidden" name="intent" value={listIntents.saveView} />
        <TextField
          label={t("views.name")}
          hint={t("views.hint")}
          name="name"
          maxLength={100}
          autoComplete="off"
          defaultValue={typeof typed === "string" ? typed : undefined}
          errors={formatReasons(tPanel, result?.error?.name)}
          className="min-w-0 flex-1 basis-56"
        />
        <Button
          variant="primary"
          busy={navigation.state === "submitting"}
          // As high as the field, below which the error stands.
          className={result?.error ? "sm:mb-6" : undefined}
        >
          {t("views.save")}
        </Button>
      </Form>
      {choices.views.length > 0 && (
        <ul className="border-line border-t">
          {choices.views.map((view) => (
            <li key={view.id} className="flex min-h-11 items-center justify-between gap-3 border-line border-b py-1">
              <span className="min-w-0 truncate">{view.name}</span>
              <Form method="post" action={here}>
                <input type="hidden" name="intent" value={listIntents.deleteView} />
                <Button
                  name="view"
                  value={view.id}
                  size="small"
                  variant="quiet"
                  icon={Trash2}
                  aria-label={t("views.delete", { name: view.name })}
                >
                  {t("views.deleteShort")}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * The rows, grouped as the URL requests. If the service did not sort by group across pages, the rows of this page are grouped here.
 * @param labels the group name or names of a row, by group field; empty for none
 */
export function useGroups<Row>(
  { list }: Pick<ListChoices, "list">,
  state: ListState,
  { rows, groups }: Pick<ListRows<Row>, "rows" | "groups">,
  labels: Record<string, (row: Row) => string | readonly string[]>,
): { rows: readonly Row[]; groupOf?: (row: Row, place: number) => string } {
  const { t, i18n } = useTranslation("lists");
  const group = knownGroup(listDefinitions[list], state);
  const labelOf = group === null ? undefined : labels[group];
  if (!labelOf) return { rows };
  const none = t("arrange.none");
  if (groups?.areWhole) {
    const { headings } = groups;
    return { rows, groupOf: (row, place) => (headings ? headings[place] : String(labelOf(row))) || none };
  }
  const placed = groupRows(rows, labelOf, state.groupDesc, i18n.language);
  return { rows: placed.map(({ row }) => row), groupOf: (_, place) => placed[place]?.label || none };
}
