import { getFormProps, useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { StaleBanner } from "~/control-panel/forms/stale-banner";
import { NotSaved } from "~/control-panel/frame/failures";
import { bookKinds } from "~/epub/book";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps, resultFor } from "~/forms/form-result";
import { EditFormFields } from "~/forms/hidden-fields";
import { formatReason, formatReasons } from "~/forms/messages";
import { type DescribedField, describedFieldNames } from "~/services/contracts/book-catalogue";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox, ChoiceGroup } from "~/ui/choice";
import { classes } from "~/ui/classes";
import { DraftBack } from "~/ui/draft-back";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Save } from "~/ui/icons";
import { SelectField } from "~/ui/select";
import { bookTexts, namesOf } from "./book-fields";
import { bookIntents } from "./book-intents";
import type { CatalogueBookData } from "./catalogue-book.server";

const formId = "book";

/** Metadata and access rights of a book in one form, saved as a whole. */
export function BookForm(props: CatalogueBookData) {
  const { book, draft, languageNames } = props;
  const { t } = useTranslation("books");
  const { t: tPanel } = useTranslation("control-panel");
  const result = useActionData<FormResult<DescribedField>>();
  const lastResult = resultFor(result, bookIntents.save);
  const stored = bookTexts(book);
  const [form, fields] = useForm<FormValues>({ id: formId, lastResult, defaultValue: { ...stored, ...draft } });
  const formatField = useFieldText(languageNames);
  const inFile = bookTexts(book.fromFile);
  // A message below one of the two ages must not move the other one.
  const hasAgeErrors = Boolean(fields.ageFrom?.errors ?? fields.ageTo?.errors);
  const field = (name: DescribedField, hint?: string) => {
    const isOther = inFile[name] !== stored[name];
    const file = isOther ? t("form.inFile", { value: formatField(name, inFile[name] ?? "") || t("form.nothing") }) : "";
    return {
      ...fieldProps(fields[name], (reasons) => formatReasons(tPanel, reasons)),
      label: t(`fields.${name}`),
      hint: [hint, file].filter(Boolean).join(" ") || undefined,
    };
  };
  return (
    <Form method="post" {...getFormProps(form)} className="space-y-4">
      <FormErrors
        formId={formId}
        lastResult={lastResult}
        fields={describedFieldNames}
        labelOf={(name) => t(`fields.${name}`)}
        formatReason={(reason) => formatReason(tPanel, reason)}
      />
      {draft && <DraftBack />}
      {result?.failed && <NotSaved />}
      {result?.stale && (
        <StaleBanner
          title={t("form.stale")}
          changes={result.stale.changes.map(({ field: name, theirs, mine }) => ({
            label: t(`fields.${name}`),
            theirs: formatField(name, theirs),
            mine: mine === null ? null : formatField(name, mine),
          }))}
        />
      )}
      <EditFormFields
        version={book.editVersion}
        stored={stored}
        stale={result?.stale}
        lastResult={lastResult}
        draft={draft}
      />
      <Card title={t("form.about")}>
        <div className="max-w-xl space-y-5">
          <TextField {...field("title")} autoComplete="off" />
          <SelectField {...field("language")} options={languageOptions(languageNames)} />
          <TextField {...field("audioLanguages", t("form.codes"))} optional autoComplete="off" />
          <TextField {...field("videoLanguages", t("form.signCodes"))} optional autoComplete="off" />
          <TextField {...field("categories", t("form.commas"))} optional autoComplete="off" />
          <div className={classes("grid grid-cols-2 gap-4", hasAgeErrors ? "items-start" : "items-end")}>
            <TextField {...field("ageFrom")} optional inputMode="numeric" autoComplete="off" />
            <TextField {...field("ageTo")} optional inputMode="numeric" autoComplete="off" />
          </div>
          <SelectField
            {...field("kind", t("form.kindHint"))}
            options={bookKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          />
        </div>
      </Card>
      <Rights {...props} typed={lastResult?.initialValue} />
      <Button variant="primary" icon={Save} name="intent" value={bookIntents.save}>
        {t("form.save")}
      </Button>
    </Form>
  );
}

/** Display text of a field's value, e.g. the language's name for its tag. */
function useFieldText(names: Record<string, string>): (name: DescribedField, value: string) => string {
  const { t } = useTranslation("books");
  return (name, value) => {
    if (name === "kind") return t(`kinds.${value}`);
    if (!/language/i.test(name)) return value;
    return namesOf(value)
      .map((tag) => names[tag] ?? tag)
      .join(", ");
  };
}

/** Sorted by code units: server and browser collate differently, which would break hydration. */
function languageOptions(names: Record<string, string>) {
  const options = Object.entries(names).map(([value, label]) => ({ value, label }));
  return options.sort((one, other) => (one.label < other.label ? -1 : 1));
}

function Rights({
  book,
  types,
  hasTalkingRight,
  typed,
}: CatalogueBookData & { typed: Record<string, unknown> | null | undefined }) {
  const { t } = useTranslation("books");
  const { t: tPanel } = useTranslation("control-panel");
  const chosen = typed ? [typed.subscriptions ?? []].flat() : book.subscriptions;
  const isTalking = typed ? typed.isTalking === "on" : book.isTalking;
  const isSample = typed ? typed.isSample === "on" : book.isSample;
  const isMarked = book.fromFile.isTalking;
  return (
    <Card title={t("rights.title")}>
      <ChoiceGroup label={t("rights.subscriptions")} hint={t("rights.subscriptionsHint")}>
        {types.map((type) => (
          <Checkbox
            key={type}
            name="subscriptions"
            value={type}
            defaultChecked={chosen.includes(type)}
            label={tPanel(`periods.types.${type}`, { defaultValue: type })}
          />
        ))}
      </ChoiceGroup>
      {(hasTalkingRight || book.isTalking) && (
        <div className="mt-4">
          <Checkbox
            name="isTalking"
            defaultChecked={isTalking || isMarked}
            disabled={isMarked}
            label={t("fields.talking")}
            hint={t(isMarked ? "rights.markedHint" : "rights.talkingHint")}
          />
          {!hasTalkingRight && <p className="mt-2 text-warning">{t("rights.noRight")}</p>}
        </div>
      )}
      <div className="mt-4">
        <Checkbox
          name="isSample"
          defaultChecked={isSample && !isMarked}
          disabled={isMarked}
          label={t("fields.sample")}
          hint={t("rights.sampleHint")}
        />
      </div>
    </Card>
  );
}
