import { useTranslation } from "react-i18next";
import { countryName } from "~/control-panel/country-name";
import { NotSaved } from "~/control-panel/failures";
import { sayReasons } from "~/control-panel/messages";
import { NotPermitted } from "~/control-panel/not-permitted";
import { SeenLine } from "~/control-panel/seen-line";
import { StaleBanner } from "~/control-panel/stale-banner";
import type { OrganizationEntity } from "~/services/contracts/control-panel-entities";
import { Card } from "~/ui/card";
import { Switch } from "~/ui/choice";
import { ErrorSummary } from "~/ui/error-summary";
import { TextAreaField, TextField } from "~/ui/field";
import { SelectField } from "~/ui/select";
import { type OrganizationField, organizationFields, organizationSections, switches } from "./organization-fields";
import type { OrganizationActionData } from "./organization-page.server";
import { type OrganizationWord, organizationTypes } from "./organization-types";

type Value = string | number | boolean | null | undefined;

/** The fields of an organisation in their sections: some to change, some only to see. */
export function OrganizationFields({
  word,
  editable,
  seen = [],
  storedValue,
  action,
}: {
  word: OrganizationWord;
  editable: readonly OrganizationField[];
  /** What may be looked at but not changed. */
  seen?: readonly OrganizationField[];
  storedValue: (name: OrganizationField) => Value;
  action: OrganizationActionData | undefined;
}) {
  const translation = useTranslation("control-panel");
  const { t } = translation;
  return (
    <>
      {organizationSections.map((section) => {
        const shown = section.fields.filter((name) => editable.includes(name) || seen.includes(name));
        if (shown.length === 0) return null;
        return (
          <Card
            key={section.id}
            title={t(`organizations.${section.id === "organization" ? `${word}.about` : `sections.${section.id}`}`)}
          >
            <div className="max-w-xl space-y-5">
              {shown.map((name) =>
                editable.includes(name) ? (
                  <FieldLine
                    key={name}
                    name={name}
                    value={action?.values?.[name] ?? storedValue(name)}
                    action={action}
                  />
                ) : (
                  <SeenLine
                    key={name}
                    label={t(`organizations.fields.${name}`)}
                    value={sayValue(translation, name, storedValue(name))}
                  />
                ),
              )}
              {editable.length > 0 && (
                <NotPermitted
                  of={shown.filter((name) => !editable.includes(name)).map((name) => t(`organizations.fields.${name}`))}
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

function FieldLine({
  name,
  value,
  action,
}: {
  name: OrganizationField;
  value: Value;
  action: OrganizationActionData | undefined;
}) {
  const { t } = useTranslation("control-panel");
  const label = t(`organizations.fields.${name}`);
  const hint = t(`organizations.hints.${name}`, { defaultValue: "" }) || undefined;
  const errors = sayReasons(t, action?.errors?.[name]);
  const id = `organization-${name}`;
  if (switches.includes(name)) {
    const isOn = value === true || value === "active";
    return <Switch key={String(isOn)} id={id} name={name} label={label} hint={hint} defaultChecked={isOn} />;
  }
  if (name === "type") {
    return (
      <SelectField
        {...{ id, name, label, hint, errors }}
        defaultValue={String(value ?? "")}
        placeholder={value ? undefined : t("organizations.chooseType")}
        options={organizationTypes.map((type) => ({ value: type, label: t(`organizationTypes.${type}`) }))}
      />
    );
  }
  const text = { id, name, label, hint, errors, defaultValue: String(value ?? ""), autoComplete: "off" };
  if (name === "comment") return <TextAreaField {...text} optional rows={4} />;
  return (
    <TextField
      {...text}
      optional={name !== "name"}
      inputMode={name === "pupilNumber" ? "numeric" : name === "phone" ? "tel" : undefined}
    />
  );
}

/** What came back: what is wrong, that it did not work, or that somebody else was faster. */
export function OrganizationAnswer({
  word,
  action,
  failure,
}: {
  word: OrganizationWord;
  action: OrganizationActionData | undefined;
  /** What is said when the service could not do it; 'Something went wrong' unless told. */
  failure?: string;
}) {
  const translation = useTranslation("control-panel");
  const { t } = translation;
  if (!action) return null;
  // What is no field of the form stands above them.
  const place = (name: string) => (organizationFields as readonly string[]).indexOf(name);
  const inOrder = Object.entries(action.errors ?? {}).sort(([one], [other]) => place(one) - place(other));
  const errors = inOrder.flatMap(([name, reasons]) =>
    sayReasons(t, reasons).map((message) => {
      const isField = place(name) >= 0;
      const label = isField ? t(`organizations.fields.${name}`) : t("fields.parent");
      return {
        fieldId: isField || (name === "parent" && action.parent !== undefined) ? `organization-${name}` : undefined,
        message: t("form.labelled", { label, text: message }),
      };
    }),
  );
  return (
    <>
      <ErrorSummary errors={errors} />
      {action.failed && <NotSaved title={failure} />}
      {action.stale && (
        <StaleBanner
          title={t(`organizations.${word}.stale`)}
          changes={action.stale.changes.map(({ field, theirs, mine }) => ({
            label: t(`organizations.fields.${field}`),
            theirs: sayText(translation, field, theirs),
            mine: mine === null ? null : sayText(translation, field, mine),
          }))}
        />
      )}
    </>
  );
}

type Translation = Pick<ReturnType<typeof useTranslation>, "t" | "i18n">;

/** What stood in a field of the form. */
const sayText = (translation: Translation, field: OrganizationField, text: string) =>
  sayValue(translation, field, switches.includes(field) ? text === "on" : text);

function sayValue({ t, i18n: { language } }: Translation, field: OrganizationField, value: Value): string {
  if (switches.includes(field)) return t(value === true || value === "active" ? "form.yes" : "form.no");
  if (field === "type") return t(`organizationTypes.${value}`);
  if (field === "country" && value) return countryName(String(value), language);
  return String(value ?? "");
}

export function valuesOf(entity: OrganizationEntity): (name: OrganizationField) => Value {
  return (name) => entity.attributes[name].value;
}
