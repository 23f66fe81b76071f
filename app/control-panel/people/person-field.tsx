import type { FieldMetadata } from "@conform-to/react";
import { Link } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { ViewOnlyLine } from "~/control-panel/forms/view-only-line";
import { formatReasons } from "~/forms/messages";
import { type PersonFieldRow, personFieldTable } from "~/services/contracts/person-field-table";
import { Switch } from "~/ui/choice";
import { TextField } from "~/ui/field";
import { Icon } from "~/ui/icon";
import { Lock } from "~/ui/icons";
import { personSwitches, type SingleField } from "./person-form-schema";
import type { PersonFormData } from "./person-page.server";
import type { FormField } from "./person-sections";

/** Single fields of a person's form. */

const inputTypes: Record<PersonFieldRow["typedAs"], { type?: string; inputMode?: "numeric" | "tel" }> = {
  text: {},
  email: { type: "email" },
  digits: { inputMode: "numeric" },
  phone: { type: "tel", inputMode: "tel" },
};

export type LineProps = PersonFormData & { metadata: Record<string, FieldMetadata<unknown> | undefined> };

/** Whether only other users may change the field, so that a secure login would not help. */
export function isForOthers({ person, isSelf }: PersonFormData, name: SingleField): boolean {
  const field = person.fields[name];
  return !field?.isEditable && !field?.needs && !(isSelf && name === "email");
}

/** One field, editable or read-only with the reason. docs/product/control-panel.md#validation: viewable and editable levels. */
export function FormLine({ name, person, metadata, canEscalate, isSelf }: LineProps & { name: SingleField }) {
  const { t } = useTranslation("control-panel");
  const { value, isEditable, needs } = person.fields[name] ?? { value: null, isEditable: false, needs: null };
  const field = metadata[name];
  const hintKey = `hints.${name}`;
  const hint = t(hintKey, { defaultValue: "" });
  if (!isEditable) {
    return (
      <ViewOnlyLine label={t(`fields.${name}`)} value={formatValue(t, name === "status" ? value === "active" : value)}>
        {needs === "secure_login" && <SecureLogin canEscalate={canEscalate} />}
        {needs === "every_organization" && (
          <dd className="mt-1 flex gap-1.5 text-14 text-ink-soft">
            <Icon of={Lock} size={16} className="mt-0.5 shrink-0" />
            <span>{t("messages.everyOrganization")}</span>
          </dd>
        )}
        {isSelf && name === "email" && (
          <dd className="mt-1 text-14">
            <Link to="/profile" className="text-primary underline">
              {t("form.ownProfile")}
            </Link>
          </dd>
        )}
      </ViewOnlyLine>
    );
  }
  if (name === "status" || personSwitches.includes(name)) {
    return (
      <Switch
        id={field?.id}
        name={name}
        label={t(`fields.${name}`)}
        hint={hint || undefined}
        defaultChecked={field?.initialValue === "on"}
        key={`${field?.key} ${field?.initialValue}`}
      />
    );
  }
  const { isRequired, typedAs } = personFieldTable[name];
  return (
    <TextField
      id={field?.id}
      name={name}
      key={field?.key}
      label={t(`fields.${name}`)}
      hint={hint || undefined}
      optional={!isRequired}
      errors={formatReasons(t, field?.errors)}
      defaultValue={String(field?.initialValue ?? "")}
      autoComplete="off"
      spellCheck={false}
      {...inputTypes[typedAs]}
    />
  );
}

function formatValue(t: TFunction, value: unknown): string {
  if (typeof value === "boolean") return t(value ? "form.yes" : "form.no");
  return String(value ?? "");
}

/** Display text of a submitted value; switches as yes or no. */
export function formatText(t: TFunction, field: FormField, text: string): string {
  return personSwitches.includes(field) ? formatValue(t, text === "on") : text;
}

function SecureLogin({ canEscalate }: { canEscalate: boolean }) {
  const { t } = useTranslation("control-panel");
  return (
    <dd className="mt-1 flex gap-1.5 text-14 text-ink-soft">
      <Icon of={Lock} size={16} className="mt-0.5 shrink-0" />
      <span>
        {canEscalate ? t("messages.secureLogin") : `${t("messages.secureLogin")}. ${t("form.secureElsewhere")}`}
      </span>
    </dd>
  );
}
