import { getFormProps, useForm } from "@conform-to/react";
import { useActionData, useNavigation } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { DefaultSubmit } from "~/control-panel/forms/choice-search";
import { isSearchable } from "~/control-panel/forms/choices";
import { StaleBanner } from "~/control-panel/forms/stale-banner";
import { ViewOnlyLine } from "~/control-panel/forms/view-only-line";
import { NotSaved } from "~/control-panel/frame/failures";
import { NothingPermitted, NotPermitted } from "~/control-panel/frame/not-permitted";
import { resultFor } from "~/forms/form-result";
import { EditFormFields, NewFormFields } from "~/forms/hidden-fields";
import { formatReasons } from "~/forms/messages";
import { useUnsavedChanges } from "~/forms/unsaved-changes";
import { attributesWhere } from "~/services/contracts/person-field-table";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Disclosure } from "~/ui/disclosure";
import { DraftBack } from "~/ui/draft-back";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { Lock, Save } from "~/ui/icons";
import { NewPersonFields } from "./new-person-fields";
import { FormLine, formatText, isForOthers, type LineProps } from "./person-field";
import { checkBeforeSending, editableFields, personFieldTexts, type SingleField } from "./person-form-schema";
import { defaultsOf } from "./person-form-values";
import { personIntents } from "./person-intents";
import type { PersonFormData } from "./person-page.server";
import type { PersonResult } from "./person-result";
import { type FormField, formFields, newPersonSections, sections } from "./person-sections";

const codeFields: readonly string[] = attributesWhere((field) => field.isCode);
type PersonFormProps = PersonFormData & { idempotencyKey?: string };
type Metadata = LineProps["metadata"];

/** Form of one person: editable fields as inputs, read-only ones as text; those that the user may not view are omitted. */
export function PersonForm(props: PersonFormProps) {
  const { kind, realm, person, version, idempotencyKey } = props;
  const { t } = useTranslation("control-panel");
  const action = useActionData<PersonResult>();
  const lastResult = resultFor(action, personIntents.save);
  const navigation = useNavigation();
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const isTouched = useUnsavedChanges(element, t("form.leave"));
  const editable = editableFields(person);
  const isNew = person.id === null;
  const places = action?.choices?.organizations ?? props.places;
  const asksForSecureLogin =
    props.canEscalate && Object.values(person.fields).some(({ needs }) => needs === "secure_login");
  const [form, fields] = useForm<Record<string, string | string[]>, Record<string, unknown>>({
    id: formId,
    lastResult,
    defaultValue: defaultsOf(props),
    // Not on blur: an error message would move the button away while the user is clicking it.
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => checkBeforeSending(formData, realm, editable, lastResult),
  });
  const metadata = fields as Metadata;
  const errors = form.status === "error" ? errorsOf(t, metadata) : [];
  const isSaving = navigation.state !== "idle" && navigation.formData?.get("intent") === personIntents.save;
  const hasErrorIn = (names: FormField[]) =>
    errors.some(({ fieldId }) => names.some((name) => metadata[name]?.id === fieldId));
  // Only results of this form count: others, such as a new password, leave nothing to save here.
  const isSentBack = action?.intent === personIntents.save;
  const isSaveShown = isNew || isTouched || isSaving || props.draft !== null || isSentBack;
  return (
    <Form ref={element} method="post" {...getFormProps(form)} className="space-y-6">
      {isNew && isSearchable(places) && <DefaultSubmit />}
      {isNew ? (
        <NewFormFields idempotencyKey={idempotencyKey} />
      ) : (
        <EditFormFields
          version={version}
          stored={personFieldTexts(person)}
          stale={action?.stale}
          lastResult={lastResult}
          draft={props.draft && { version: props.draft.version?.[0], read: props.draft.read?.[0] }}
        />
      )}
      <ErrorSummary errors={errors} of={lastResult} />
      {props.draft && <DraftBack />}
      {action?.failed && <NotSaved />}
      {action?.stale && <StaleLines changes={action.stale.changes} />}
      {editable.length === 0 && <NothingPermitted hasHigher={props.hasHigher} />}
      {isNew && (
        <NewPersonFields {...props} places={places} classes={action?.classes ?? props.classes} metadata={metadata} />
      )}
      <Sections {...props} places={places} metadata={metadata} mayEdit={editable.length > 0} hasErrorIn={hasErrorIn} />
      {editable.length > 0 && (isSaveShown || asksForSecureLogin) && (
        <SaveBar
          saveText={t(`kinds.${kind}.${isNew ? "add" : "save"}`)}
          isSaving={isSaving}
          isSaveShown={isSaveShown}
          asksForSecureLogin={asksForSecureLogin}
          backHref={props.backHref}
        />
      )}
    </Form>
  );
}

/** All mistakes in the order of the fields, for the summary. */
function errorsOf(t: TFunction, metadata: Metadata) {
  return formFields.flatMap((name) =>
    formatReasons(t, metadata[name]?.errors).map((message) => ({
      fieldId: metadata[name]?.id ?? name,
      message: t("form.labelled", { label: t(`fields.${name}`), text: message }),
    })),
  );
}

/** Whether a section shows a field: organisations have a card of their own, or are among the first fields of a new person. */
function isInSection(props: PersonFormData, name: FormField): name is SingleField {
  if (name === "organizations") return false;
  const field = props.person.fields[name];
  // An empty code that only others could fill in is omitted.
  return field !== undefined && !(codeFields.includes(name) && isForOthers(props, name) && !field.value);
}

/** What another user changed meanwhile. */
function StaleLines({ changes }: { changes: NonNullable<PersonResult["stale"]>["changes"] }) {
  const { t } = useTranslation("control-panel");
  return (
    <StaleBanner
      title={t("stale.title")}
      changes={changes.map(({ field, theirs, mine }) => ({
        label: t(`fields.${field}`),
        theirs: formatText(t, field, theirs),
        mine: mine === null ? null : formatText(t, field, mine),
      }))}
    />
  );
}

type SectionsProps = LineProps & Pick<SectionProps, "mayEdit"> & { hasErrorIn(names: FormField[]): boolean };

function Sections({ hasErrorIn, ...props }: SectionsProps) {
  const { t } = useTranslation("control-panel");
  const isNew = props.person.id === null;
  return (
    <>
      {(isNew ? newPersonSections : sections).map(({ id, fields: names }) => {
        const visible = names.filter((name): name is SingleField => isInSection(props, name));
        if (visible.length === 0) return null;
        const Frame = isNew ? Disclosure : Card;
        return (
          <Frame key={id} title={t(`sections.${id}`)} {...(isNew ? { open: hasErrorIn(visible) } : {})}>
            <SectionFields {...props} names={visible} hasNumbers={id === "details"} />
          </Frame>
        );
      })}
    </>
  );
}

type SectionProps = LineProps & {
  names: SingleField[];
  /** Whether the user may change any field of the person. */
  mayEdit: boolean;
  /** Whether the person's numbers in this and the former system follow, for an existing person. */
  hasNumbers: boolean;
};

/** Fields of one section, and which of them the user may not change. */
function SectionFields({ names, mayEdit, hasNumbers, ...props }: SectionProps) {
  const { t } = useTranslation("control-panel");
  const { id, legacyId } = props.person;
  return (
    <div className="max-w-xl space-y-5">
      {names.map((name) => (
        <FormLine key={name} name={name} {...props} />
      ))}
      {mayEdit && (
        <NotPermitted
          of={names.filter((name) => isForOthers(props, name)).map((name) => t(`fields.${name}`))}
          hasHigher={props.hasHigher}
        />
      )}
      {hasNumbers && id !== null && (
        <>
          <ViewOnlyLine label={t("fields.legacyId")} value={String(legacyId ?? "")} />
          <ViewOnlyLine label={t("fields.uid")} value={id} />
        </>
      )}
    </div>
  );
}

type SaveBarProps = Pick<PersonFormData, "backHref"> & {
  saveText: string;
  isSaving: boolean;
  isSaveShown: boolean;
  asksForSecureLogin: boolean;
};

function SaveBar({ saveText, isSaving, isSaveShown, asksForSecureLogin, backHref }: SaveBarProps) {
  const { t } = useTranslation("control-panel");
  return (
    <div className="sticky bottom-0 z-10 -mx-4 flex short:static flex-wrap gap-3 border-line max-narrow:gap-2 border-t bg-paper px-4 py-3">
      {isSaveShown ? (
        <>
          <Button
            variant="primary"
            icon={Save}
            name="intent"
            value={personIntents.save}
            busy={isSaving}
            className={asksForSecureLogin ? "max-narrow:px-3" : undefined}
          >
            {saveText}
          </Button>
          {/* Hidden on phones: the breadcrumb above leads back too, and the bar stays on one line. */}
          <LinkButton to={backHref} variant="quiet" className="max-narrow:hidden">
            {t("form.cancel")}
          </LinkButton>
        </>
      ) : (
        // Enter triggers the form's first button: this disabled one prevents a step-up while nothing has changed.
        <button type="submit" disabled hidden />
      )}
      {asksForSecureLogin && (
        // Not the first button, which Enter triggers.
        <Button name="intent" value={personIntents.stepUp} icon={Lock} formNoValidate className="max-narrow:px-3">
          {t("form.stepUp")}
        </Button>
      )}
    </div>
  );
}
