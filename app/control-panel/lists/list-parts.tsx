import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { OrganizationChoices } from "~/control-panel/frame/panel.server";
import { formatReason } from "~/forms/messages";
import { readMessage } from "~/services/contracts/form-messages";
import { type ListState, listParameters, pressedSorts } from "~/shell/list-address";
import { Button, LinkButton } from "~/ui/button";
import { classes } from "~/ui/classes";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { RotateCw, School, Search } from "~/ui/icons";
import { SelectField } from "~/ui/select";
import { ErrorState } from "~/ui/states";
import type { Column } from "~/ui/table";
import { useSearchAsTyped } from "~/ui/use-search-as-typed";
import type { ListFailure } from "./fetch-list.server";

/** Shared parts of the panel's lists: sorting by column, search form, error state. */

type Href = (change: Partial<ListState>) => string;

/** Sort links of a column header; with Shift or `multiSort` the sort is added to the current ones. */
export function sortable(
  id: string,
  state: ListState,
  href: Href,
): Pick<Column<never>, "sortHref" | "addSortHref" | "sorted" | "sortPlace"> {
  const place = state.sorts.findIndex((sort) => sort.by === id);
  const press = (isAdded: boolean) => href({ sorts: pressedSorts(state, id, isAdded) });
  return {
    sortHref: press(state.multiSort),
    addSortHref: press(true),
    sorted: place < 0 ? undefined : state.sorts[place]?.desc ? "descending" : "ascending",
    sortPlace: place >= 0 && state.sorts.length > 1 ? place + 1 : undefined,
  };
}

/** URL that bypasses the cache. */
function forcedHref(href: string): string {
  return `${href}${href.includes("?") ? "&" : "?"}force=true`;
}

/** Error state of a list with a retry link. docs/product/control-panel.md#states, #errors. */
export function FailedList({ href, state, failed }: { href: Href; state: ListState; failed: ListFailure }) {
  const { t } = useTranslation("control-panel");
  // A message with a translation becomes the title; others are shown unchanged below it.
  const isKnown = failed.message !== null && readMessage(failed.message) !== null;
  return (
    <ErrorState
      title={isKnown ? formatReason(t, failed.message ?? "") : t("list.failedFetch")}
      action={
        <LinkButton to={forcedHref(href({ page: state.page, cursor: state.cursor }))} icon={RotateCw} reloadDocument>
          {t("list.retry")}
        </LinkButton>
      }
    >
      {failed.message !== null && !isKnown && <p>{failed.message}</p>}
      <p>{t("list.failedText")}</p>
    </ErrorState>
  );
}

type ListSearchProps = {
  path: string;
  label: string;
  state: ListState;
  organization?: { id: string; name: string } | null;
  /** Organisations to choose from; shown if there are several. */
  organizations?: OrganizationChoices;
  /** Filters beside the search field. */
  children?: ReactNode;
};

/** A list's state as hidden fields, without those that the form has as inputs. */
export function StateFields({ state, without }: { state: ListState; without: readonly string[] }) {
  return listParameters(state)
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** Maximum length of a hint that fits beside the button on a phone. */
const shortHint = 22;

type FilterSelectProps = {
  name: string;
  label: string;
  /** Label of the option that disables the filter. */
  all: string;
  chosen: unknown;
  options: Array<{ value: string; label: string }>;
};

/** A filter as a select box of the search form; with script a change submits the form. */
export function FilterSelect({ name, label, all, chosen, options }: FilterSelectProps) {
  const value = chosen === undefined ? "" : String(chosen);
  return (
    <SelectField
      key={value}
      label={label}
      hideLabel
      name={name}
      defaultValue={value}
      placeholder={all}
      className="min-w-0 basis-44 max-sm:flex-1 max-sm:basis-32"
      options={options}
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
    />
  );
}

/** A plain search form; with script it submits while typing and on changes. */
export function ListSearch({ path, label, state, organization, organizations, children }: ListSearchProps) {
  const { t } = useTranslation("control-panel");
  const navigation = useNavigation();
  const hasChoice = Boolean(organizations && (organizations.areMany || organizations.few.length > 1));
  const hasOwnLine = hasChoice || label.length > shortHint;
  const typed = useSearchAsTyped("searchString", state.searchString);
  const isSearching = navigation.state === "loading" && navigation.location?.pathname === path;
  return (
    <Form
      method="get"
      action={path}
      role="search"
      key={organization?.id}
      ref={typed.form}
      onSubmit={typed.onSubmit}
      preventScrollReset
    >
      <StateFields state={state} without={["searchString", "organization", "page", "cursor"]} />
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={label}
          hideLabel
          name="searchString"
          type="search"
          onInput={typed.onInput}
          icon={Search}
          placeholder={label}
          defaultValue={state.searchString}
          maxLength={200}
          className={classes("min-w-0 flex-1 basis-64", hasOwnLine ? "max-sm:basis-full" : "max-sm:basis-40")}
          autoComplete="off"
        />
        {children}
        {organizations?.areMany && organization && <ChosenOrganization {...organization} />}
        {organizations && organizations.few.length > 1 && (
          <SelectField
            label={t("list.organization")}
            hideLabel
            name="organization"
            defaultValue={organization?.id}
            className="min-w-0 basis-64 max-sm:flex-1 max-sm:basis-32"
            options={organizations.few.map((choice) => ({ value: choice.id, label: choice.name }))}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          />
        )}
        <Button busy={isSearching} className={hasOwnLine && !hasChoice ? "max-sm:flex-1" : undefined}>
          {t("list.searchButton")}
        </Button>
      </div>
    </Form>
  );
}

/** Shown if there are too many organisations for a select box: the current one, with a link to search for another. */
function ChosenOrganization({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation("control-panel");
  return (
    <>
      <input type="hidden" name="organization" value={id} />
      <LinkButton to="/controlpanel/organizations" icon={School} title={t("list.otherOrganization")}>
        <span className="sr-only">{t("list.organization")}: </span>
        {name}
      </LinkButton>
    </>
  );
}
