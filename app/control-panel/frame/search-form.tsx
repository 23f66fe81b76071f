import { type FormEvent, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Search } from "~/ui/icons";
import { useSearchAsTyped } from "~/ui/use-search-as-typed";

type SearchFormProps = {
  q?: string;
  /** Whether to search while typing: only if the form stays mounted when the results page opens, and on that page. */
  isTyped?: boolean;
  isResultShown?: boolean;
  className?: string;
};

/** Search for people, classes and schools: a plain form; Ctrl+K focuses it. */
export function SearchForm({ q = "", isTyped = false, isResultShown = false, className }: SearchFormProps) {
  const { t } = useTranslation("control-panel");
  const { form, onInput, onSubmit } = useSearchAsTyped("q", q, isResultShown);
  // A single letter has no results, so it does not leave the current page.
  const askAsTyped = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    if (isResultShown || currentTarget.value.trim().length > 1) onInput();
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      const field = form.current?.querySelector("input");
      // A page may have several search forms: only the visible one takes focus.
      if (!field || field.offsetParent === null) return;
      event.preventDefault();
      field.focus();
      field.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [form]);
  return (
    <Form
      ref={form}
      onSubmit={onSubmit}
      method="get"
      action="/controlpanel/search"
      role="search"
      aria-label={t("search.label")}
      className={classes("flex gap-2", className)}
    >
      <TextField
        label={t("search.label")}
        hideLabel
        name="q"
        type="search"
        icon={Search}
        placeholder={t("search.placeholder")}
        defaultValue={q}
        maxLength={200}
        autoComplete="off"
        onInput={isTyped ? askAsTyped : undefined}
        aria-keyshortcuts="Control+K"
        className="min-w-0 flex-1"
      />
      <Button>{t("list.searchButton")}</Button>
    </Form>
  );
}
