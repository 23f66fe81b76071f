import { type FieldMetadata, useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ChoiceSearch } from "~/control-panel/forms/choice-search";
import type { ChoiceSource, Choices } from "~/control-panel/forms/choices";
import { StaleBanner } from "~/control-panel/forms/stale-banner";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps, resultFor } from "~/forms/form-result";
import { formatReason, formatReasons } from "~/forms/messages";
import type { GroupField } from "~/services/contracts/pages/group-form-fields";
import { TextField } from "~/ui/field";
import { SelectField } from "~/ui/select";
import type { GroupSettingsData } from "./groups.server";

/** Form fields of a class or group, and errors of a submission. */

const types = ["class", "group", "grade"] as const;
/** In display order. */
const fieldNames = [
  "organization",
  "name",
  "type",
  "parent",
  "typicalSchoolEntryYear",
  "ageFilter",
  "externalId",
  "groups",
] as const;
type FieldName = (typeof fieldNames)[number];

/** Result of a submission, with search results by field name. */
export type GroupResult = FormResult<GroupField> & { choices?: Record<string, Choices> };

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
  const formatField = (field: GroupField, text: string) => {
    if (field === "type") return t(`groupTypes.${text}`);
    return field === "parent" ? (named.find(({ id }) => id === text)?.name ?? "") : text;
  };
  return (
    <StaleBanner
      title={t(`groups.${groupWordOf(group)}.stale`)}
      changes={changes.map(({ field, theirs, mine }) => ({
        label: t(field === "parent" ? "groups.partOf" : `fields.${field}`),
        theirs: formatField(field, theirs),
        mine: mine === null ? null : formatField(field, mine),
      }))}
    />
  );
}

type FieldsProps = {
  fields: GroupFieldset;
  /** Hides fields that the country or the user's permissions exclude. */
  isOffered: (field: Exclude<FieldName, "groups">) => boolean;
  /** null for a new group, which has no parent yet. */
  parents: { source: ChoiceSource; search: Choices } | null;
};

export function GroupFields({ fields, isOffered, parents }: FieldsProps) {
  const { t } = useTranslation("control-panel");
  const field = (name: FieldName) => ({
    ...fieldProps(fields[name], (reasons) => formatReasons(t, reasons)),
    label: t(name === "parent" ? "groups.partOf" : `fields.${name}`),
  });
  return (
    <>
      <TextField {...field("name")} autoComplete="off" />
      <SelectField
        {...field("type")}
        options={types.map((type) => ({ value: type, label: t(`groupTypes.${type}`) }))}
      />
      {isOffered("parent") && parents && parents.search.choices.length > 0 && (
        <ChoiceSearch
          id={field("parent").id}
          name="parent"
          label={t("groups.partOf")}
          errors={field("parent").errors}
          source={parents.source}
          choices={parents.search}
          chosen={[field("parent").defaultValue]}
          none={t("groups.partOfNone")}
        />
      )}
      <TextField
        {...field("typicalSchoolEntryYear")}
        hint={t("hints.typicalSchoolEntryYear")}
        optional
        inputMode="numeric"
        autoComplete="off"
      />
      {isOffered("ageFilter") && (
        <TextField
          {...field("ageFilter")}
          hint={t("hints.ageFilter")}
          optional
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <TextField {...field("externalId")} hint={t("groups.externalHint")} optional autoComplete="off" />
    </>
  );
}
