import { getFormProps, useForm } from "@conform-to/react";
import { useActionData, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { StaleBanner } from "~/control-panel/forms/stale-banner";
import { NotSaved } from "~/control-panel/frame/failures";
import { FormErrors } from "~/forms/form-errors";
import { fieldProps } from "~/forms/form-result";
import { NewFormFields, VersionFields } from "~/forms/hidden-fields";
import { intentOf } from "~/forms/intents";
import { formatReason } from "~/forms/messages";
import { Button, LinkButton } from "~/ui/button";
import { FieldErrors } from "~/ui/field";
import { Form } from "~/ui/form";
import { Eye, Save } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import {
  type AssignmentDraft,
  assignmentIntents,
  fieldNames,
  type MergedField,
  maxQuestions,
  quizBegun,
  textsOfAssignmentDraft,
  typedDraft,
} from "./assignment-draft";
import type { AssignmentFormData, AssignmentFormResult } from "./assignment-form.server";
import {
  AddQuestionCard,
  ContentCard,
  type FieldOf,
  formId,
  PreviewCard,
  previewId,
  RecipientsCard,
} from "./assignment-form-cards";
import { Question, questionId } from "./assignment-question";

type PageProps = Omit<AssignmentFormData, "key"> & { idempotencyKey: string };

/** Page for a new or existing assignment. */
export function AssignmentFormPage({ draft: loaded, ...props }: PageProps) {
  const { t } = useTranslation("assignments");
  const result = useActionData<AssignmentFormResult>();
  const draft = result ? typedDraft(result.lastResult.initialValue) : loaded;
  // conform only reads default values on mount, so another number of questions or options and merged values need a new form (key).
  const shapes = draft.questions.map(({ exercise, options }) => `${exercise} ${options.length}`);
  const shape = shapes.join();
  useFocusOnChanged(shapes);
  return (
    <>
      <PageHeader
        crumbs={[{ label: t("title"), to: "/controlpanel/assignments" }]}
        title={t(props.id === null ? "new" : "edit")}
      />
      <AssignmentForm
        key={`${shape} ${result?.stale?.version ?? ""}`}
        {...props}
        loaded={loaded}
        draft={draft}
        result={result}
      />
    </>
  );
}

/** Focuses the first changed question after the form was remounted because a question or option was added or removed. */
function useFocusOnChanged(shapes: string[]): void {
  const shape = shapes.join();
  const shownShapes = useRef(shapes);
  const { state } = useNavigation();
  useEffect(() => {
    const before = shownShapes.current;
    const now = shape.split(",");
    // Until the navigation is idle, the form is inert and cannot take focus.
    if (state !== "idle" || before.join() === shape) return;
    shownShapes.current = now;
    const place = now.findIndex((each, index) => each !== before[index]);
    document.getElementsByName(`questions[${place < 0 ? now.length - 1 : place}].text`)[0]?.focus();
  }, [shape, state]);
}

type FormProps = PageProps & {
  loaded: AssignmentDraft;
  /** Current values of the form. */
  draft: AssignmentDraft;
  result: AssignmentFormResult | undefined;
};

/** Every button submits the whole form. */
function AssignmentForm({ loaded, draft, result, id, version, classes, books, idempotencyKey }: FormProps) {
  const { t } = useTranslation("assignments");
  const formatReasons = useReasons();
  const lastResult = result?.lastResult ?? null;
  const [form, fields] = useForm<AssignmentDraft>({ id: formId, lastResult, defaultValue: loaded });
  const field: FieldOf = (name) => ({ ...fieldProps(fields[name], formatReasons), label: t(`fields.${name}`) });
  const isNew = id === null;
  const list = fields.questions.getFieldList();
  const { formData: sent } = useNavigation();
  const isRebuilt = isRebuilding(sent);
  const hrefOf = usePartHref();
  return (
    <Form
      method="post"
      {...getFormProps(form)}
      // The response replaces the form's values, so text typed in the meantime would be lost.
      {...(isRebuilt && { inert: "" })}
      aria-busy={isRebuilt || undefined}
      className="max-w-3xl space-y-5"
    >
      {/* Enter in a field triggers the form's first button, so the first one is a hidden "save". */}
      <button type="submit" name="intent" value={assignmentIntents.save} className="hidden" tabIndex={-1} aria-hidden />
      <FormErrors
        formId={formId}
        lastResult={lastResult}
        fields={fieldNames(draft)}
        labelOf={useLabels(draft)}
        formatReason={(reason) => formatReasons([reason])[0] ?? reason}
      />
      {result?.failed && <NotSaved />}
      {result?.stale && <StaleAssignment {...{ result, books }} changes={result.stale.changes} />}
      {isNew ? (
        <NewFormFields idempotencyKey={idempotencyKey} />
      ) : (
        <VersionFields
          {...{ version, lastResult }}
          stored={textsOfAssignmentDraft(loaded)}
          stale={result?.stale}
          draft={null}
        />
      )}
      <ContentCard field={field} typeId={fields.type.id} draft={draft} isNew={isNew} books={books} />
      {isNew ? (
        <RecipientsCard
          field={field}
          classes={classes}
          groupId={draft.groupId}
          chosen={pupilsOf(lastResult?.initialValue, draft.groupId)}
          errors={formatReasons(lastResult?.error?.pupils)}
        />
      ) : (
        <input type="hidden" name="groupId" value={draft.groupId} />
      )}
      <div id={fields.questions.id} tabIndex={-1} className="space-y-5">
        <FieldErrors messages={formatReasons(fields.questions.errors)} />
        {draft.questions.map((question, place) => (
          <Question
            // biome-ignore lint/suspicious/noArrayIndexKey: another number of questions makes another form
            key={place}
            question={question}
            place={place}
            field={list[place]}
            formatReasons={formatReasons}
            hrefOf={hrefOf}
            mayRemove={draft.questions.length > 1}
          />
        ))}
      </div>
      {draft.questions.length < maxQuestions && (
        <AddQuestionCard isBusy={isRebuilt} formAction={hrefOf(questionId(draft.questions.length))} />
      )}
      {result?.preview && <PreviewCard draft={draft} exercises={result.preview} />}
      <Buttons id={id} previewHref={hrefOf(previewId)} />
    </Form>
  );
}

/** URLs for buttons after which the page shows a part of the form again, which is longer than a screen. */
function usePartHref(): (id: string) => string {
  const { pathname, search } = useLocation();
  return (id) => `${pathname}${search}#${id}`;
}

type StaleProps = Pick<PageProps, "books"> & {
  result: AssignmentFormResult;
  changes: NonNullable<AssignmentFormResult["stale"]>["changes"];
};

/** Edit conflict: the other user's changes, with the book's title instead of its id. */
function StaleAssignment({ result, changes, books }: StaleProps) {
  const { t } = useTranslation("assignments");
  const { t: ofPanel } = useTranslation("control-panel");
  const formatField = (field: MergedField, text: string) => {
    if (field === "bookId") return books.find(({ id }) => id === text)?.title ?? "";
    return field === "shared" ? ofPanel(text ? "form.yes" : "form.no") : text;
  };
  return (
    <StaleBanner
      title={t("stale", { title: result.storedTitle })}
      changes={changes.map(({ field, theirs, mine }) => ({
        label: t(`fields.${field}`),
        theirs: formatField(field, theirs),
        mine: mine === null ? null : formatField(field, mine),
      }))}
    />
  );
}

function Buttons({ id, previewHref }: Pick<PageProps, "id"> & { previewHref: string }) {
  const { t } = useTranslation("assignments");
  const isNew = id === null;
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="primary" icon={Save} name="intent" value={assignmentIntents.save}>
        {t(isNew ? "make" : "saveChanges")}
      </Button>
      <Button icon={Eye} name="intent" value={assignmentIntents.preview} formAction={previewHref} formNoValidate>
        {t("preview")}
      </Button>
      <LinkButton to={isNew ? "/controlpanel/assignments" : `/controlpanel/assignments/${id}`} variant="quiet">
        {t("cancel")}
      </LinkButton>
    </div>
  );
}

const rebuilding: readonly string[] = [assignmentIntents.add, assignmentIntents.remove, assignmentIntents.moreOptions];

/** Whether the current submission leads to a form with other questions or options. */
function isRebuilding(sent: FormData | undefined): boolean {
  return sent !== undefined && rebuilding.includes(intentOf(sent));
}

function useReasons() {
  const { t } = useTranslation("assignments");
  const { t: ofPanel } = useTranslation("control-panel");
  return (reasons: readonly string[] | null | undefined) =>
    (reasons ?? []).map((reason) => (reason === quizBegun ? t("quizBegun") : formatReason(ofPanel, reason)));
}

/** Labels of the fields for the error summary. */
function useLabels({ questions }: AssignmentDraft): (name: string) => string | null {
  const { t } = useTranslation("assignments");
  return (name) => {
    const [, place, rest] = /^questions\[(\d+)\]\.(.+)$/.exec(name) ?? [];
    const question = place === undefined ? undefined : questions[Number(place)];
    if (!question || !rest) return t(`fields.${name}`);
    const number = t("questionNumber", { number: Number(place) + 1 });
    const [, row] = /^options\[(\d+)\]/.exec(rest) ?? [];
    if (row !== undefined) return `${number}, ${t("option", { number: Number(row) + 1 })}`;
    if (rest === "options" || rest === "right") return `${number}, ${t("options")}`;
    return `${number}, ${t(rest === "detail" ? `itemDetail.${question.type}` : `itemText.${question.type}`)}`;
  };
}

function pupilsOf(typed: Record<string, unknown> | null | undefined, groupId: string): string[] {
  const chosen = typed?.[`pupil:${groupId}`];
  return (Array.isArray(chosen) ? chosen : [chosen]).filter((uid) => typeof uid === "string");
}
