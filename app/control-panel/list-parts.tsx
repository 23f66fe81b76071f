import { Form, useNavigation, useSubmit } from "@remix-run/react";
import { RotateCw, Search } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button, LinkButton } from "~/ui/button";
import { TextField } from "~/ui/field";
import { SelectField } from "~/ui/select";
import { ErrorState } from "~/ui/states";
import type { Column } from "~/ui/table";
import type { ListState } from "./lists/list-address";
import type { PanelOrganization } from "./panel.server";

/** What the panel's lists have in common: sorting by a column, the search line, a list that could not be fetched. */

type Href = (change: Partial<ListState>) => string;

/** A column's head that sorts by it, and turns the order round when it does already. */
export function sortable(id: string, state: ListState, href: Href): Pick<Column<never>, "sortHref" | "sorted"> {
  const isSorted = state.sortBy === id;
  return {
    sortHref: href({ sortBy: id, sortDesc: isSorted ? !state.sortDesc : false }),
    sorted: isSorted ? (state.sortDesc ? "descending" : "ascending") : undefined,
  };
}

/** A failed load is an empty list with a way to try again. Spec 3, section 4. */
export function FailedList({ href, state }: { href: Href; state: ListState }) {
  const { t } = useTranslation("control-panel");
  return (
    <ErrorState
      title={t("list.failedTitle")}
      action={
        <LinkButton to={href({ page: state.page })} icon={RotateCw} reloadDocument>
          {t("list.retry")}
        </LinkButton>
      }
    >
      {t("list.failedText")}
    </ErrorState>
  );
}

type ListSearchProps = {
  path: string;
  label: string;
  state: ListState;
  organization?: PanelOrganization | null;
  /** Those to choose from; a choice is offered where there are several. */
  organizations?: PanelOrganization[];
  /** What else of the list's state the form must carry. */
  children?: ReactNode;
};

/** Works as a plain form; with script, choosing an organisation shows it at once. */
export function ListSearch({ path, label, state, organization, organizations = [], children }: ListSearchProps) {
  const { t } = useTranslation("control-panel");
  const submit = useSubmit();
  const navigation = useNavigation();
  const isSearching = navigation.state === "loading" && navigation.location?.pathname === path;
  return (
    <Form method="get" action={path} role="search" key={`${organization?.id} ${state.searchString}`}>
      {children}
      {Object.keys(state.filters).length > 0 && (
        <input type="hidden" name="filters" value={JSON.stringify(state.filters)} />
      )}
      {state.sortBy !== "id" && <input type="hidden" name="sortBy" value={state.sortBy} />}
      {!state.sortDesc && <input type="hidden" name="sortDesc" value="false" />}
      {state.itemsPerPage !== 10 && <input type="hidden" name="itemsPerPage" value={state.itemsPerPage} />}
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={label}
          hideLabel
          name="searchString"
          type="search"
          icon={Search}
          placeholder={label}
          defaultValue={state.searchString}
          maxLength={200}
          className="min-w-0 flex-1 basis-64 max-sm:basis-full"
          autoComplete="off"
        />
        {organizations.length > 1 && (
          <SelectField
            label={t("list.organization")}
            hideLabel
            name="organization"
            defaultValue={organization?.id}
            className="min-w-0 basis-64 max-sm:flex-1 max-sm:basis-32"
            options={organizations.map((choice) => ({ value: choice.id, label: choice.name }))}
            onChange={(event) => submit(event.currentTarget.form)}
          />
        )}
        <Button busy={isSearching}>{t("list.searchButton")}</Button>
      </div>
    </Form>
  );
}
