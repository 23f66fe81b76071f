import { type FieldMetadata, getFormProps, useForm } from "@conform-to/react";
import { useActionData, useNavigation } from "@remix-run/react";
import type { TFunction } from "i18next";
import { Lock, Save } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox, ChoiceGroup, Switch } from "~/ui/choice";
import { DraftBack } from "~/ui/draft-back";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { NotSaved } from "../failures";
import { FormMarks, NewFormMarks } from "../form-marks";
import { sayReasons } from "../messages";
import { NothingPermitted, NotPermitted } from "../not-permitted";
import { SeenLine } from "../seen-line";
import { StaleBanner } from "../stale-banner";
import type { PersonActionData } from "./person-answer";
import {
  checkBeforeSending,
  editableFields,
  type FormField,
  fieldText,
  fieldTexts,
  formFields,
  switches,
} from "./person-form-schema";
import type { PersonPageData } from "./person-page.server";

const sections: Array<{ id: string; fields: FormField[] }> = [
  { id: "person", fields: ["name", "username", "email", "status"] },
  { id: "belonging", fields: ["organizations"] },
  { id: "details", fields: ["firstName", "lastName", "address", "postalCode", "externalId"] },
  { id: "reading", fields: ["shared", "ageFilter", "speakingBookRights"] },
  { id: "logins", fields: ["eppn", "gsuiteid", "gsuiteemail", "office365", "bankid", "sms", "secureAuth"] },
];
const optionalFields: readonly FormField[] = [
  "email",
  "ageFilter",
  "eppn",
  "gsuiteid",
  "gsuiteemail",
  "office365",
  "bankid",
  "sms",
  "firstName",
  "lastName",
  "externalId",
  "address",
  "postalCode",
];
const inputTypes: Partial<Record<FormField, { type?: string; inputMode?: "numeric" | "tel"; autoComplete?: string }>> =
  {
    email: { type: "email" },
    gsuiteemail: { type: "email" },
    office365: { type: "email" },
    eppn: { type: "email" },
    ageFilter: { inputMode: "numeric" },
    bankid: { inputMode: "numeric" },
    sms: { type: "tel", inputMode: "tel" },
  };

type PersonFormProps = PersonPageData & { idempotencyKey?: string };

/** The form of one person: what may be changed as fields, what may only be seen as text, what may not be seen not at all. */
export function PersonForm(props: PersonFormProps) {
  const { kind, realm, entity, version, maySetAdmin, idempotencyKey } = props;
  const { t } = useTranslation("control-panel");
  const action = useActionData<PersonActionData>();
  const navigation = useNavigation();
  const formId = useId();
  const editable = editableFields(entity);
  const isNew = entity.id === null;
  const asksForSecureLogin =
    props.canEscalate && formFields.some((name) => entity.attributes[name].needs === "secure_login");
  const [form, fields] = useForm<Record<string, string | string[]>, Record<string, unknown>>({
    id: formId,
    lastResult: action?.lastResult ?? null,
    defaultValue: defaultsOf(props),
    // Not as soon as a field is left: what is said then moves the button away from under whoever is pressing it.
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => checkBeforeSending(formData, realm, editable),
  });
  const metadata = fields as Record<string, FieldMetadata<unknown> | undefined>;
  const errors = (form.status === "error" ? formFields : []).flatMap((name) =>
    sayReasons(t, metadata[name]?.errors).map((message) => ({
      fieldId: metadata[name]?.id ?? name,
      message: t("form.labelled", { label: t(`fields.${name}`), text: message }),
    })),
  );
  const isSaving = navigation.state !== "idle" && navigation.formData?.get("intent") === "save";
  const visible = (name: FormField) => entity.attributes[name].viewable === 2 && (isNew || name !== "organizations");
  return (
    <Form method="post" {...getFormProps(form)} className="space-y-6">
      {isNew ? (
        <NewFormMarks idempotencyKey={idempotencyKey} />
      ) : (
        <FormMarks
          version={version}
          stored={fieldTexts(entity)}
          stale={action?.stale}
          draft={props.draft && { version: props.draft.version?.[0], read: props.draft.read?.[0] }}
        />
      )}
      <ErrorSummary errors={errors} />
      {props.draft && <DraftBack />}
      {action?.failed && <NotSaved />}
      {action?.stale && (
        <StaleBanner
          title={t("stale.title")}
          changes={action.stale.changes.map(({ field, theirs, mine }) => ({
            label: t(`fields.${field}`),
            theirs: sayText(t, field, theirs),
            mine: mine === null ? null : sayText(t, field, mine),
          }))}
        />
      )}
      {editable.length === 0 && <NothingPermitted hasHigher={props.hasHigher} />}
      {sections.map(({ id, fields: names }) => {
        const shown = names.filter(visible);
        if (shown.length === 0) return null;
        return (
          <Card key={id} title={t(`sections.${id}`)}>
            <div className="max-w-xl space-y-5">
              {shown.map((name) =>
                name === "organizations" ? (
                  <OrganizationsField key={name} {...props} metadata={metadata} maySetAdmin={maySetAdmin} />
                ) : (
                  <FormLine key={name} name={name} {...props} metadata={metadata} />
                ),
              )}
              {editable.length > 0 && (
                <NotPermitted
                  of={shown.filter((name) => isForOthers(props, name)).map((name) => t(`fields.${name}`))}
                  hasHigher={props.hasHigher}
                />
              )}
              {id === "details" && entity.id !== null && (
                <>
                  <SeenLine label={t("fields.legacyId")} value={String(entity.attributes.legacyId.value ?? "")} />
                  <SeenLine label={t("fields.uid")} value={entity.id} />
                </>
              )}
            </div>
          </Card>
        );
      })}
      {editable.length > 0 && (
        <div className="sticky bottom-0 z-10 -mx-4 flex short:static flex-wrap gap-3 border-line max-narrow:gap-2 border-t bg-paper px-4 py-3">
          <Button
            variant="primary"
            icon={Save}
            name="intent"
            value="save"
            busy={isSaving}
            className={asksForSecureLogin ? "max-narrow:px-3" : undefined}
          >
            {t(`kinds.${kind}.${isNew ? "add" : "save"}`)}
          </Button>
          {/* On a phone the way back above says it, and the bar stays one line. */}
          <LinkButton to={`/controlpanel/${kind}`} variant="quiet" className="max-narrow:hidden">
            {t("form.cancel")}
          </LinkButton>
          {asksForSecureLogin && (
            // After the first button, which is the one that Enter presses.
            <Button name="intent" value="stepUp" icon={Lock} formNoValidate className="max-narrow:px-3">
              {t("form.stepUp")}
            </Button>
          )}
        </div>
      )}
    </Form>
  );
}

/** What is stored, or what was written before its writer went to prove who they are. */
function defaultsOf({ entity, draft }: PersonPageData): Record<string, string | string[]> {
  const stored = storedDefaults(entity);
  if (!draft) return stored;
  // A checkbox that was off left nothing in the draft; the one that the second factor unlocks could not be there at all.
  const drafted = Object.keys(stored).map((name) => {
    const written = draft[name];
    if (name === "organizations" || name === "administrators") return [name, written ?? []];
    return [name, written?.[0] ?? (switches.includes(name) && name !== "speakingBookRights" ? "" : stored[name])];
  });
  return Object.fromEntries(drafted);
}

function storedDefaults(entity: PersonPageData["entity"]): Record<string, string | string[]> {
  const defaults: Record<string, string | string[]> = {};
  for (const name of formFields) {
    if (name === "organizations") {
      const places = entity.attributes.organizations.value ?? [];
      defaults.organizations = places.map((place) => place.id);
      defaults.administrators = places.filter((place) => place.admin).map((place) => place.id);
    } else defaults[name] = fieldText(entity, name);
  }
  return defaults;
}

type LineProps = PersonPageData & { metadata: Record<string, FieldMetadata<unknown> | undefined> };

/** What another may change, and one cannot even by a secure login. */
function isForOthers({ entity, isSelf }: PersonPageData, name: FormField): boolean {
  const { editable, needs } = entity.attributes[name];
  return editable === 0 && needs === undefined && !(isSelf && name === "email");
}

function FormLine({ name, entity, metadata, canEscalate, isSelf }: LineProps & { name: FormField }) {
  const { t } = useTranslation("control-panel");
  const { value, editable, needs } = entity.attributes[name];
  const field = metadata[name];
  const hintKey = `hints.${name}`;
  const hint = t(hintKey, { defaultValue: "" });
  if (editable === 0) {
    return (
      <SeenLine label={t(`fields.${name}`)} value={sayValue(t, name === "status" ? value === "active" : value)}>
        {needs === "secure_login" && <SecureLogin canEscalate={canEscalate} />}
        {isSelf && name === "email" && (
          <dd className="mt-1 text-14">
            <Link to="/profile" className="text-primary underline">
              {t("form.ownProfile")}
            </Link>
          </dd>
        )}
      </SeenLine>
    );
  }
  if (switches.includes(name)) {
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
  return (
    <TextField
      id={field?.id}
      name={name}
      key={field?.key}
      label={t(`fields.${name}`)}
      hint={hint || undefined}
      optional={optionalFields.includes(name)}
      errors={sayReasons(t, field?.errors)}
      defaultValue={String(field?.initialValue ?? "")}
      autoComplete="off"
      spellCheck={false}
      {...inputTypes[name]}
    />
  );
}

function sayValue(t: TFunction, value: unknown): string {
  if (typeof value === "boolean") return t(value ? "form.yes" : "form.no");
  return String(value ?? "");
}

/** What stood in a field, a switch as what it means. */
function sayText(t: TFunction, field: FormField, text: string): string {
  return switches.includes(field) ? sayValue(t, text === "on") : text;
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

function OrganizationsField({ entity, places, metadata, maySetAdmin }: LineProps & { maySetAdmin: boolean }) {
  const { t } = useTranslation("control-panel");
  const { value, editable } = entity.attributes.organizations;
  const own = value ?? [];
  if (editable === 0 || places.length === 0) {
    return <SeenLine label={t("fields.organizations")} value={own.map((place) => place.name).join(", ")} />;
  }
  const field = metadata.organizations;
  const chosen = new Set(asTexts(field?.initialValue));
  const admins = new Set(asTexts(metadata.administrators?.initialValue));
  const known = new Set(places.map((place) => place.id));
  const choices = [...places, ...own.filter((place) => !known.has(place.id))];
  return (
    <ChoiceGroup
      id={field?.id}
      label={t("fields.organizations")}
      hint={t("hints.organizations")}
      errors={sayReasons(t, field?.errors)}
    >
      <div className="max-h-80 overflow-y-auto" key={field?.key}>
        {choices.map((place) => (
          <div key={place.id} className="flex flex-wrap items-center justify-between gap-x-4">
            <Checkbox
              name="organizations"
              value={place.id}
              label={place.name}
              defaultChecked={chosen.has(place.id)}
              className="flex-1"
            />
            {maySetAdmin && (
              <Checkbox
                name="administrators"
                value={place.id}
                label={
                  <>
                    {t("status.admin")}
                    <span className="sr-only">: {place.name}</span>
                  </>
                }
                defaultChecked={admins.has(place.id)}
              />
            )}
          </div>
        ))}
      </div>
    </ChoiceGroup>
  );
}

function asTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string");
  return typeof value === "string" && value ? [value] : [];
}
