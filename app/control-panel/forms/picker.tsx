import { useLocation, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Plus, Search } from "~/ui/icons";

export type Candidate = { id: string; name: string; detail: string };

type PickerProps = {
  /** Search parameter that holds the search term. */
  name: string;
  label: string;
  /** Intent submitted with a choice; the chosen id is `id`. */
  intent: string;
  /** Label of the button next to each candidate. */
  verb: string;
  /** null if there is no search term. */
  candidates: Candidate[] | null;
};

/** Search, then choose one candidate. Plain forms, so it works without script; the search stays in the URL. */
export function Picker({ name, label, intent, verb, candidates }: PickerProps) {
  const { t } = useTranslation("control-panel");
  const [parameters] = useSearchParams();
  const { pathname } = useLocation();
  const id = `pick-${name}`;
  const q = parameters.get(name) ?? "";
  return (
    <div id={id} className="mt-4 border-line border-t pt-4">
      <Form
        method="get"
        action={`${pathname}#${id}`}
        preventScrollReset
        key={q}
        className="flex flex-wrap items-end gap-2"
      >
        <TextField
          name={name}
          label={label}
          type="search"
          icon={Search}
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          className="min-w-0 flex-1 basis-40"
        />
        <Button>{t("list.searchButton")}</Button>
      </Form>
      {candidates?.length === 0 && <p className="mt-3 text-ink-soft">{t("list.noMatchTitle")}</p>}
      {candidates && candidates.length > 0 && (
        <ul className="mt-2">
          {candidates.map((candidate) => (
            <li
              key={candidate.id}
              className="flex min-h-11 items-center justify-between gap-3 border-line border-b py-1"
            >
              <span className="min-w-0">
                <span className="block break-words font-semibold">{candidate.name}</span>
                <span className="block break-words text-14 text-ink-soft">{candidate.detail}</span>
              </span>
              <Form method="post" preventScrollReset className="shrink-0">
                <input type="hidden" name="id" value={candidate.id} />
                <Button
                  name="intent"
                  value={intent}
                  size="small"
                  icon={Plus}
                  aria-label={t("form.labelled", { label: verb, text: candidate.name })}
                >
                  {verb}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
