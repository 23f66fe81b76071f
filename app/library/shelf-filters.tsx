import { useLocation, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { bookKinds } from "~/epub/book";
import {
  type AccessibilityFilter,
  accessibilityFilters,
  type Shelf,
  shelfLengths,
  shelfSorts,
} from "~/services/contracts/shelf";
import { Button, LinkButton } from "~/ui/button";
import { RemovableChip } from "~/ui/chip";
import { Checkbox } from "~/ui/choice";
import { Disclosure } from "~/ui/disclosure";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Search } from "~/ui/icons";
import { type Option, SelectField } from "~/ui/select";
import { languageName } from "./language-name";
import { ages, isShelfFiltered, type PanelFilter, panelFilters, type ShelfFilter, shelfHref } from "./shelf-filter";

type FiltersProps = { choices: Shelf["choices"]; filter: ShelfFilter };

/** Search, filters and order as a GET form, so that the URL holds them all. With script a selection is submitted at once. */
export function ShelfFilters({ choices, filter }: FiltersProps) {
  const { t } = useTranslation("library");
  const { pathname } = useLocation();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const options = useOptions(choices);
  const chosen = panelFilters.filter((name) => filter[name] !== undefined);
  const changed = ({ target }: FormEvent) => {
    const isChoice =
      target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === "checkbox");
    if (isChoice && form.current) submit(form.current, { preventScrollReset: true });
  };
  const select = (name: Selected) => (
    <SelectField
      // Remounts the field when a link has changed the filter.
      key={`${name} ${filter[name] ?? ""}`}
      name={name}
      label={t(`filter.${name}`)}
      defaultValue={String(filter[name] ?? "")}
      placeholder={name === "sort" ? undefined : t(`any.${name}`)}
      options={options[name]}
      selectClassName="h-12"
    />
  );
  return (
    <Form ref={form} role="search" className="mb-6" onChange={changed}>
      {(["category", "author", "series", "place"] as const).map(
        (name) => filter[name] && <input key={name} type="hidden" name={name} value={filter[name]} />,
      )}
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          key={`q ${filter.q ?? ""}`}
          label={t("search")}
          hideLabel
          type="search"
          name="q"
          maxLength={100}
          icon={Search}
          defaultValue={filter.q}
          placeholder={t("search")}
          inputClassName="h-12"
          className="min-w-48 max-w-md flex-1"
        />
        <Button className="min-h-12">{t("find")}</Button>
      </div>
      <Disclosure
        title={chosen.length > 0 ? t("filtersChosen", { number: chosen.length }) : t("filters")}
        className="mt-2"
      >
        <div className="mt-2 grid grid-cols-1 gap-x-4 gap-y-3 rounded-card bg-raised p-4 min-[30rem]:grid-cols-2 md:grid-cols-4">
          {choices.languages.length > 1 && select("language")}
          {choices.voices.length > 1 && select("voice")}
          {select("narrated")}
          {select("signed")}
          {select("age")}
          {select("length")}
          {select("kind")}
          {select("sort")}
          <fieldset className="col-span-full">
            <legend className="font-semibold">{t("filter.accessibility")}</legend>
            <div className="flex flex-wrap gap-x-6">
              {accessibilityFilters.map((name) => (
                <AccessibilityChoice key={name} name={name} isChosen={filter[name] === "yes"} />
              ))}
            </div>
          </fieldset>
        </div>
      </Disclosure>
      <ChosenFilters filter={filter} options={options} pathname={pathname} />
    </Form>
  );
}

/** Follows the address without being mounted anew, so that it keeps the keyboard's focus when it is pressed. */
function AccessibilityChoice({ name, isChosen }: { name: AccessibilityFilter; isChosen: boolean }) {
  const { t } = useTranslation("library");
  const [isChecked, setChecked] = useState(isChosen);
  useEffect(() => setChecked(isChosen), [isChosen]);
  return (
    <Checkbox
      name={name}
      value="yes"
      label={t(`accessible.${name}`)}
      checked={isChecked}
      onChange={({ target }) => setChecked(target.checked)}
    />
  );
}

/** Filters that are chosen from a list. */
type Selected = Exclude<PanelFilter, AccessibilityFilter> | "sort";
type Options = Record<Selected, readonly Option[]>;

function useOptions({ languages, voices }: Shelf["choices"]): Options {
  const { t, i18n } = useTranslation("library");
  const named = (choices: readonly { value: string }[]) =>
    choices.map(({ value }) => ({ value, label: languageName(value, i18n.language) }));
  return {
    language: named(languages),
    voice: named(voices),
    narrated: (["yes", "no"] as const).map((value) => ({ value, label: t(`narrated.${value}`) })),
    signed: [{ value: "yes", label: t("signed") }],
    age: ages.map((age) => ({ value: String(age), label: t("years", { count: age }) })),
    length: shelfLengths.map((value) => ({ value, label: t(`length.${value}`) })),
    kind: bookKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
    // The default order is not in the URL.
    sort: shelfSorts.map((value) => ({ value: value === "shelf" ? "" : value, label: t(`sort.${value}`) })),
  };
}

function isAccessibility(name: PanelFilter): name is AccessibilityFilter {
  return (accessibilityFilters as readonly string[]).includes(name);
}

type ChosenProps = { filter: ShelfFilter; options: Options; pathname: string };

/** The active filters, each with a button to remove it. */
function ChosenFilters({ filter, options, pathname }: ChosenProps) {
  const { t } = useTranslation("library");
  const textOf = (name: PanelFilter, value: string) => {
    if (isAccessibility(name)) return t(`accessible.${name}`);
    const label = options[name].find((option) => option.value === value)?.label ?? value;
    return `${t(`filter.${name}`)}: ${label}`;
  };
  const chosen = panelFilters.flatMap((name) => {
    const value = filter[name];
    if (value === undefined) return [];
    return [{ name, text: textOf(name, String(value)) }];
  });
  if (chosen.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-wrap items-center gap-2">
      {chosen.map(({ name, text }) => (
        <li key={name}>
          <RemovableChip
            to={shelfHref(pathname, { ...filter, [name]: undefined, page: undefined })}
            label={text}
            removeLabel={t("removeFilter", { filter: text })}
          />
        </li>
      ))}
      {isShelfFiltered(filter) && (
        <li>
          <LinkButton to={pathname} size="small" variant="quiet">
            {t("clearFilters")}
          </LinkButton>
        </li>
      )}
    </ul>
  );
}
