import { type FieldMetadata, useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { OrganizationWord } from "~/control-panel/forms/organization-types";
import { StaleBanner } from "~/control-panel/forms/stale-banner";
import { organizationValueTexts } from "~/control-panel/forms/value-texts";
import { ViewOnlyLine } from "~/control-panel/forms/view-only-line";
import { countryChoices, countryName } from "~/control-panel/frame/country-name";
import { NotSaved } from "~/control-panel/frame/failures";
import { NotPermitted } from "~/control-panel/frame/not-permitted";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { formatReason, formatReasons } from "~/forms/messages";
import {
  type OrganizationField,
  type OrganizationFieldRow,
  type OrganizationFieldsWith,
  organizationFieldNames,
  organizationFieldTable,
} from "~/services/contracts/organization-field-table";
import type { OrganizationFieldsRead } from "~/services/contracts/pages/organization-page";
import { Card } from "~/ui/card";
import { Switch } from "~/ui/choice";
import { TextAreaField, TextField } from "~/ui/field";
import { SelectField } from "~/ui/select";
import { organizationSections, organizationSwitches } from "./organization-fields";

type Value = string | number | boolean | null | undefined;

export type OrganizationResult = FormResult<OrganizationField>;
type OrganizationFieldset = Record<string, FieldMetadata<unknown> | undefined>;

/** conform form of an organisation; `defaults` are the stored values or those of a draft. */
export function useOrganizationForm(lastResult: OrganizationResult["lastResult"] | null, defaults: FormValues) {
  const [form, fields] = useForm<FormValues>({ id: "organization", lastResult, defaultValue: defaults });
  return { form, fields: fields as OrganizationFieldset };
}

/** Fields of an organisation by section, editable or read-only. */
export function OrganizationFields({
  word,
  editable,
  viewOnly = [],
  storedValue = () => null,
  fields,
}: {
  word: OrganizationWord;
  editable: readonly OrganizationField[];
  /** Read-only fields. */
  viewOnly?: readonly OrganizationField[];
  /** Value of a read-only field. */
  storedValue?: (name: OrganizationField) => Value;
  fields: OrganizationFieldset;
}) {
  const translation = useTranslation("control-panel");
  const { t } = translation;
  return (
    <>
      {organizationSections.map((section) => {
        // Empty read-only fields are omitted.
        const isReadOnlyShown = (name: OrganizationField) =>
          viewOnly.includes(name) && (storedValue(name) ?? "") !== "";
        const names = section.fields.filter((name) => editable.includes(name) || isReadOnlyShown(name));
        if (names.length === 0) return null;
        return (
          <Card
            key={section.id}
            title={t(`organizations.${section.id === "organization" ? `${word}.about` : `sections.${section.id}`}`)}
          >
            <div className="max-w-xl space-y-5">
              {names.map((name) =>
                editable.includes(name) ? (
                  <FieldLine key={name} name={name} field={fields[name]} />
                ) : (
                  <ViewOnlyLine
                    key={name}
                    label={t(`organizations.fields.${name}`)}
                    value={formatValue(translation, name, storedValue(name))}
                  />
                ),
              )}
              {editable.length > 0 && (
                <NotPermitted
                  of={names.filter((name) => !editable.includes(name)).map((name) => t(`organizations.fields.${name}`))}
                  hasHigher
                />
              )}
            </div>
          </Card>
        );
      })}
    </>
  );
}

/** Keyboards of touch screens. */
const inputModes: Partial<Record<OrganizationFieldRow["typedAs"], "numeric" | "tel">> = {
  digits: "numeric",
  phone: "tel",
};

type ListField = OrganizationFieldsWith<"typedAs", "list">;

/** What a list of values shows before one is chosen: the text of a placeholder, or one of the values. */
const unchosen: Record<ListField, { placeholder: string } | { value: string }> = {
  type: { placeholder: "organizations.chooseType" },
  teachersSee: { value: "classes" },
  staySignedIn: { value: "nobody" },
};

function FieldLine({ name, field }: { name: OrganizationField; field: FieldMetadata<unknown> | undefined }) {
  const { t, i18n } = useTranslation("control-panel");
  const label = t(`organizations.fields.${name}`);
  const hint = t(`organizations.hints.${name}`, { defaultValue: "" }) || undefined;
  const { errors, defaultValue, ...control } = fieldProps(field, (reasons) => formatReasons(t, reasons));
  if (organizationSwitches.includes(name)) {
    const isOn = defaultValue === "on";
    return <Switch key={String(isOn)} {...control} label={label} hint={hint} defaultChecked={isOn} />;
  }
  const row = organizationFieldTable[name];
  if (row.typedAs === "list") {
    const first = unchosen[name as ListField];
    return (
      <SelectField
        {...{ ...control, label, hint, errors }}
        defaultValue={defaultValue || ("value" in first ? first.value : defaultValue)}
        placeholder={"placeholder" in first && !defaultValue ? t(first.placeholder) : undefined}
        options={row.values.map((value) => ({ value, label: t(organizationValueTexts[name as ListField](value)) }))}
      />
    );
  }
  if (row.typedAs === "country") {
    return (
      <SelectField
        {...{ ...control, label, hint, errors, defaultValue }}
        optional
        options={[{ value: "", label: "–" }, ...countryChoices(i18n.language, defaultValue)]}
      />
    );
  }
  const text = { ...control, label, hint, errors, defaultValue, autoComplete: "off" };
  if (row.typedAs === "lines") return <TextAreaField {...text} optional={!row.isRequired} rows={4} />;
  return <TextField {...text} optional={!row.isRequired} inputMode={inputModes[row.typedAs]} />;
}

/** Result of a submission: validation errors, a failure, or an edit conflict. */
export function OrganizationOutcome({
  word,
  result,
  isParentAField = false,
  failure,
}: {
  word: OrganizationWord;
  result: OrganizationResult | undefined;
  /** Whether the parent is a field of the form (new organisations only). */
  isParentAField?: boolean;
  /** Message for a service failure; "Something went wrong" by default. */
  failure?: string;
}) {
  const translation = useTranslation("control-panel");
  const { t } = translation;
  if (!result) return null;
  const isField = (name: string) => (organizationFieldNames as readonly string[]).includes(name);
  return (
    <>
      <FormErrors
        formId="organization"
        lastResult={result.lastResult}
        fields={isParentAField ? ["parent", ...organizationFieldNames] : organizationFieldNames}
        labelOf={(name) => (isField(name) ? t(`organizations.fields.${name}`) : t("fields.parent"))}
        formatReason={(reason) => formatReason(t, reason)}
      />
      {result.failed && <NotSaved title={failure} />}
      {result.stale && (
        <StaleBanner
          title={t(`organizations.${word}.stale`)}
          changes={result.stale.changes.map(({ field, theirs, mine }) => ({
            label: t(`organizations.fields.${field}`),
            theirs: formatText(translation, field, theirs),
            mine: mine === null ? null : formatText(translation, field, mine),
          }))}
        />
      )}
    </>
  );
}

type Translation = Pick<ReturnType<typeof useTranslation>, "t" | "i18n">;

/** Display text of a submitted value. */
const formatText = (translation: Translation, field: OrganizationField, text: string) =>
  formatValue(translation, field, organizationSwitches.includes(field) ? text === "on" : text);

function formatValue({ t, i18n: { language } }: Translation, field: OrganizationField, value: Value): string {
  if (organizationSwitches.includes(field)) return t(value === true || value === "active" ? "form.yes" : "form.no");
  const { typedAs } = organizationFieldTable[field];
  if (typedAs === "list") return value ? t(organizationValueTexts[field as ListField](String(value))) : "";
  if (typedAs === "country" && value) return countryName(String(value), language);
  return String(value ?? "");
}

export function valuesOf(fields: OrganizationFieldsRead): (name: OrganizationField) => Value {
  return (name) => fields[name]?.value;
}
