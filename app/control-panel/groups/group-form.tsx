import { type FieldMetadata, useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ChoiceSearch } from "~/control-panel/forms/choice-search";
import type { ChoiceSource, Choices } from "~/control-panel/forms/choices";
import { StaleBanner } from "~/control-panel/forms/stale-banner";
import { groupValueTexts } from "~/control-panel/forms/value-texts";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps, resultFor } from "~/forms/form-result";
import { formatReason, formatReasons } from "~/forms/messages";
import {
  type GroupFieldsWith,
  type GroupFormField,
  groupFieldTable,
  groupFormFields,
} from "~/services/contracts/group-field-table";
import { TextField } from "~/ui/field";
import { SelectField } from "~/ui/select";
import type { GroupSettingsData } from "./groups.server";

/** Form fields of a class or group, and errors of a submission. */

/** In display order. */
const fieldNames = ["organization", ...groupFormFields, "groups"] as const;

/** Translation keys of labels and hints. Every field has its entry: a field that is missing here does not compile. */
const fieldTexts: Record<GroupFormField, { label: string; hint: string | null }> = {
  name: { label: "fields.name", hint: null },
  type: { label: "fields.type", hint: null },
  parent: { label: "groups.partOf", hint: null },
  typicalSchoolEntryYear: { label: "fields.typicalSchoolEntryYear", hint: "hints.typicalSchoolEntryYear" },
  ageFilter: { label: "fields.ageFilter", hint: "hints.ageFilter" },
  externalId: { label: "fields.externalId", hint: "groups.externalHint" },
};

/** Result of a submission, with search results by field name. */
export type GroupResult = FormResult<GroupFormField> & { choices?: Record<string, Choices> };

/**
 * conform form of a group.
 * @param defaults stored values, or those saved before the user had to sign in again
 */
export function useGroupForm(intent: string | null, defaults: Record<string, string>) {
  const result = useActionData<GroupResult>();
  const [form, fields] = useForm<FormValues>({
    id: "group",
    lastResult: resultFor(result, intent),
    defaultValue: defaults,
  });
  return { result, form, fields: fields as GroupFieldset };
}
type GroupFieldset = Record<string, FieldMetadata<unknown> | undefined>;

/** Wording: only the type "class" is called a class; other types are called a group. */
export type Word = "class" | "group";
export const groupWordOf = ({ type }: Pick<GroupSettingsData["group"], "type">): Word =>
  type === "class" ? "class" : "group";

/** Error summary with links to the fields. */
export function GroupErrors({ result }: { result: GroupResult | undefined }) {
  const { t } = useTranslation("control-panel");
  return (
    <FormErrors
      formId="group"
      lastResult={result?.lastResult}
      fields={fieldNames}
      labelOf={(name) => t(`fields.${name}`)}
      formatReason={(reason) => formatReason(t, reason)}
    />
  );
}

type Changes = NonNullable<GroupResult["stale"]>["changes"];

/** Edit conflict: the other user's changes, with the parent group's name instead of its id. */
export function StaleGroup({ group, parents, changes }: GroupSettingsData & { changes: Changes }) {
  const { t } = useTranslation("control-panel");
  const above = group.parent;
  const named = above ? [above, ...parents.choices] : parents.choices;
  const formatField = (field: GroupFormField, text: string) => {
    const { kind } = groupFieldTable[field];
    if (kind === "choice") return t(groupValueTexts[field as ChoiceField](text));
    return kind === "group" ? (named.find(({ id }) => id === text)?.name ?? "") : text;
  };
  return (
    <StaleBanner
      title={t(`groups.${groupWordOf(group)}.stale`)}
      changes={changes.map(({ field, theirs, mine }) => ({
        label: t(fieldTexts[field].label),
        theirs: formatField(field, theirs),
        mine: mine === null ? null : formatField(field, mine),
      }))}
    />
  );
}

type ChoiceField = GroupFieldsWith<"kind", "choice">;

type FieldsProps = {
  fields: GroupFieldset;
  /** Hides fields that the country or the user's permissions exclude. */
  isOffered: (field: GroupFormField) => boolean;
  /** null for a new group, which has no parent yet. */
  parents: { source: ChoiceSource; search: Choices } | null;
};

export function GroupFields({ fields, isOffered, parents }: FieldsProps) {
  return groupFormFields.map((name) => (
    <GroupFieldLine key={name} name={name} field={fields[name]} isOffered={isOffered(name)} parents={parents} />
  ));
}

type LineProps = Pick<FieldsProps, "parents"> & {
  name: GroupFormField;
  field: FieldMetadata<unknown> | undefined;
  isOffered: boolean;
};

function GroupFieldLine({ name, field, isOffered, parents }: LineProps) {
  const { t } = useTranslation("control-panel");
  const { kind, isRequired, typedAs, feature, values } = groupFieldTable[name];
  const control = fieldProps(field, (reasons) => formatReasons(t, reasons));
  const label = t(fieldTexts[name].label);
  const hint = fieldTexts[name].hint;
  if (feature !== null && !isOffered) return null;
  if (kind === "group") {
    if (!parents || parents.search.choices.length === 0) return null;
    return (
      <ChoiceSearch
        id={control.id}
        name={name}
        label={label}
        errors={control.errors}
        source={parents.source}
        choices={parents.search}
        chosen={[control.defaultValue]}
        none={t("groups.partOfNone")}
      />
    );
  }
  if (kind === "choice") {
    const options = values.map((value) => ({ value, label: t(groupValueTexts[name as ChoiceField](value)) }));
    return <SelectField {...control} label={label} options={options} />;
  }
  return (
    <TextField
      {...control}
      label={label}
      hint={hint === null ? undefined : t(hint)}
      optional={!isRequired}
      inputMode={typedAs === "digits" ? "numeric" : undefined}
      autoComplete="off"
    />
  );
}
