import { useFetcher } from "@remix-run/react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Checkbox, ChoiceGroup, Radio } from "~/ui/choice";
import { TextField } from "~/ui/field";
import { Search } from "~/ui/icons";
import {
  type Choice,
  type ChoiceSource,
  type Choices,
  choicesAddress,
  isSearchable,
  searchFieldOf,
  searchIntent,
} from "./choices";

type ChoiceSearchProps = {
  id?: string | undefined;
  name: string;
  label: string;
  hint?: string | undefined;
  errors?: string[];
  source: ChoiceSource;
  /** Initial choices, loaded with the page. */
  choices: Choices;
  chosen: readonly string[];
  /** Whether several items can be chosen. */
  isMultiple?: boolean;
  /** Label of the option for no choice, if that is allowed. */
  none?: string | undefined;
  /** Another control next to a choice. */
  beside?: (choice: Choice) => ReactNode;
  /** Called with the ids of the ticked choices when they change, and at first if choices were ticked before the script was loaded. */
  onTicked?: ((ids: readonly string[]) => void) | undefined;
};

/**
 * A field whose choices are searched by the service. Without script the button submits the form with the search intent and the page
 * returns with the results; with script a fetcher loads them.
 */
export function ChoiceSearch(props: ChoiceSearchProps) {
  const { id, name, label, hint, errors, source, choices: given, chosen, isMultiple = false, none, beside } = props;
  const list = useRef<HTMLDivElement>(null);
  const tick = useTicked(list, props);
  const { t } = useTranslation("control-panel");
  const fetcher = useFetcher<Choices>();
  const [ticked, setTicked] = useState<readonly Choice[]>(given.choices.filter((choice) => chosen.includes(choice.id)));
  const results = fetcher.data ?? given;
  const known = new Set(ticked.map((choice) => choice.id));
  const listed = [...ticked, ...results.choices.filter((choice) => !known.has(choice.id))];
  const search = (event: MouseEvent<HTMLButtonElement> | KeyboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    const sent = event.currentTarget.form ? new FormData(event.currentTarget.form) : new FormData();
    const tickedIds = sent.getAll(name).map(String);
    setTicked(listed.filter((choice) => tickedIds.includes(choice.id)));
    fetcher.load(choicesAddress(source, String(sent.get(searchFieldOf(name)) ?? "")));
  };
  const Control = isMultiple ? Checkbox : Radio;
  return (
    <ChoiceGroup id={id} label={label} hint={hint} errors={errors}>
      {isSearchable(given) && (
        <div className="my-2 flex items-end gap-2">
          <TextField
            label={t("choices.search", { label })}
            hideLabel
            name={searchFieldOf(name)}
            type="search"
            icon={Search}
            defaultValue={given.q}
            placeholder={t("choices.byName")}
            maxLength={200}
            autoComplete="off"
            className="min-w-0 flex-1"
            onKeyDown={(event) => event.key === "Enter" && search(event)}
          />
          <Button name="intent" value={searchIntent} formNoValidate onClick={search} busy={fetcher.state !== "idle"}>
            {t("list.searchButton")}
          </Button>
        </div>
      )}
      <p role="status" className={results.choices.length === 0 ? "text-ink-soft" : "sr-only"}>
        {fetcher.data && t("choices.found", { count: results.choices.length })}
      </p>
      <div ref={list} className="scrolls-y max-h-[20.625rem] border-line border-y px-1 [--ground:var(--raised)]">
        {none !== undefined && !isMultiple && (
          <Radio
            name={name}
            value=""
            label={none}
            defaultChecked={chosen.filter(Boolean).length === 0}
            onChange={() => tick("", false)}
          />
        )}
        {listed.map((choice) => (
          <div key={choice.id} className="flex flex-wrap items-center justify-between gap-x-4">
            <Control
              name={name}
              value={choice.id}
              label={choice.name}
              hint={choice.detail || undefined}
              defaultChecked={chosen.includes(choice.id)}
              onChange={(event) => tick(choice.id, event.currentTarget.checked)}
              className="flex-1"
            />
            {beside?.(choice)}
          </div>
        ))}
      </div>
      {results.hasMore && <p className="mt-1 text-14 text-ink-soft">{t("choices.more")}</p>}
    </ChoiceGroup>
  );
}

/** Holds the ids of the ticked choices for `onTicked`; the boxes themselves are uncontrolled. */
function useTicked(
  list: RefObject<HTMLDivElement>,
  { name, chosen, isMultiple = false, onTicked }: ChoiceSearchProps,
): (id: string, isTicked: boolean) => void {
  const ticked = useRef(chosen);
  const report = useRef(onTicked);
  report.current = onTicked;
  // Boxes that the user ticked before the script was loaded report no change.
  useEffect(() => {
    const boxes = [...(list.current?.querySelectorAll<HTMLInputElement>("input:checked") ?? [])];
    ticked.current = boxes.filter((box) => box.name === name && box.value !== "").map(({ value }) => value);
    report.current?.(ticked.current);
  }, [list, name]);
  return (id, isTicked) => {
    const others = isMultiple ? ticked.current.filter((each) => each !== id) : [];
    ticked.current = isTicked ? [...others, id] : others;
    report.current?.(ticked.current);
  };
}

/** Hidden first button, so that Enter submits the form instead of searching. */
export function DefaultSubmit({ intent }: { intent?: string | undefined }) {
  return (
    <button
      type="submit"
      tabIndex={-1}
      aria-hidden="true"
      className="sr-only"
      {...(intent === undefined ? {} : { name: "intent", value: intent })}
    />
  );
}
