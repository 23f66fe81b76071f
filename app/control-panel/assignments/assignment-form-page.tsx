import { getFormProps, useForm } from "@conform-to/react";
import { useActionData, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FocusedResult } from "~/control-panel/forms/focused-result";
import { NotSaved } from "~/control-panel/frame/failures";
import { FormErrors } from "~/forms/form-errors";
import { fieldProps } from "~/forms/form-result";
import { NewFormFields } from "~/forms/hidden-fields";
import { intentOf } from "~/forms/intents";
import { formatReason } from "~/forms/messages";
import { Questions } from "~/reader/submissions/questions";
import { itemTypes } from "~/services/contracts/submissions";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox, ChoiceGroup, Radio } from "~/ui/choice";
import { Disclosure } from "~/ui/disclosure";
import { FieldErrors, TextAreaField, TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Eye, Plus, Save } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { SelectField } from "~/ui/select";
import {
  type AssignmentDraft,
  assignmentIntents,
  fieldNames,
  maxQuestions,
  quizBegun,
  typedDraft,
} from "./assignment-draft";
import type { AssignmentFormData, AssignmentFormResult } from "./assignment-form.server";
import { Question } from "./assignment-question";
import { displayName } from "./assignment-state";

const formId = "assignment";

type PageProps = Omit<AssignmentFormData, "key"> & { idempotencyKey: string };

/** Page for a new or existing assignment. */
export function AssignmentFormPage({ draft: loaded, ...props }: PageProps) {
  const { t } = useTranslation("assignments");
  const result = useActionData<AssignmentFormResult>();
  const draft = result ? typedDraft(result.lastResult.initialValue) : loaded;
  // conform only reads default values on mount, so a change in the number of questions or options needs a new form (key).
  const shapes = draft.questions.map(({ exercise, options }) => `${exercise} ${options.length}`);
  const shape = shapes.join();
  useFocusOnChanged(shapes);
  return (
    <>
      <PageHeader
        crumbs={[{ label: t("title"), to: "/controlpanel/assignments" }]}
        title={t(props.id === null ? "new" : "edit")}
      />
      <AssignmentForm key={shape} {...props} loaded={loaded} draft={draft} result={result} />
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
  const field = (name: Exclude<keyof AssignmentDraft, "questions" | "shared" | "type">) => ({
    ...fieldProps(fields[name], formatReasons),
    label: t(`fields.${name}`),
  });
  const isNew = id === null;
  const list = fields.questions.getFieldList();
  const { formData: sent } = useNavigation();
  const isRebuilt = isRebuilding(sent);
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
      {result?.stale && (
        <FocusedResult>
          <Banner type="warning">{t("stale", { title: result.storedTitle })}</Banner>
        </FocusedResult>
      )}
      {isNew ? (
        <NewFormFields idempotencyKey={idempotencyKey} />
      ) : (
        <input type="hidden" name="version" value={result?.stale?.version ?? version} />
      )}
      <Card>
        <div className="space-y-5">
          {isNew ? (
            <ChoiceGroup label={t("fields.type")} id={fields.type.id}>
              {(["Assignment", "Quiz"] as const).map((type) => (
                <Radio
                  key={type}
                  name="type"
                  value={type}
                  defaultChecked={draft.type === type}
                  label={t(`types.${type}`)}
                  hint={t(`typeHints.${type}`)}
                />
              ))}
            </ChoiceGroup>
          ) : (
            <input type="hidden" name="type" value={draft.type} />
          )}
          <TextField {...field("title")} autoComplete="off" />
          <TextAreaField {...field("description")} optional rows={3} />
          <SelectField
            {...field("bookId")}
            placeholder={t("chooseBook")}
            options={books.map((book) => ({ value: book.id, label: book.title }))}
          />
          <TextField {...field("chapter")} hint={t("chapterHint")} optional autoComplete="off" />
          <TextField {...field("dueOn")} type="date" optional />
          <Checkbox name="shared" defaultChecked={draft.shared} label={t("fields.shared")} hint={t("sharedHint")} />
        </div>
      </Card>
      {isNew ? (
        <Card title={t("forWhom")}>
          <SelectField
            {...field("groupId")}
            placeholder={t("chooseGroup")}
            options={classes.map(({ id: value, name, organization }) => ({
              value,
              label: `${name}, ${organization}`,
            }))}
          />
          <p className="mt-2 text-14 text-ink-soft">{t("everybodyHint")}</p>
          <Pupils
            classes={classes}
            groupId={draft.groupId}
            chosen={pupilsOf(lastResult?.initialValue, draft.groupId)}
            errors={formatReasons(lastResult?.error?.pupils)}
          />
        </Card>
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
            mayRemove={draft.questions.length > 1}
          />
        ))}
      </div>
      {draft.questions.length < maxQuestions && (
        <Card title={t("addQuestion")}>
          <div className="flex flex-wrap items-end gap-3">
            <SelectField
              name="newType"
              label={t("questionType")}
              options={itemTypes.map((type) => ({ value: type, label: t(`itemTypes.${type}`) }))}
            />
            <Button icon={Plus} name="intent" value={assignmentIntents.add} busy={isRebuilt} formNoValidate>
              {t("add")}
            </Button>
          </div>
        </Card>
      )}
      {result?.preview && (
        <Card title={t("preview")}>
          <div role="status" className="max-w-md">
            <p className="mb-2 text-22 font-semibold break-words" dir="auto">
              {draft.title}
            </p>
            {draft.description && (
              <p className="mb-4 break-words whitespace-pre-line" dir="auto">
                {draft.description}
              </p>
            )}
            <Questions exercises={result.preview} answers={{}} idPrefix="preview" />
          </div>
        </Card>
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" icon={Save} name="intent" value={assignmentIntents.save}>
          {t(isNew ? "make" : "saveChanges")}
        </Button>
        <Button icon={Eye} name="intent" value={assignmentIntents.preview} formNoValidate>
          {t("preview")}
        </Button>
        <LinkButton to={isNew ? "/controlpanel/assignments" : `/controlpanel/assignments/${id}`} variant="quiet">
          {t("cancel")}
        </LinkButton>
      </div>
    </Form>
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

type PupilsProps = Pick<AssignmentFormData, "classes"> & { groupId: string; chosen: string[]; errors: string[] };

/** Choice of pupils if only some of a class get the assignment. */
function Pupils({ classes, groupId, chosen, errors }: PupilsProps) {
  const { t } = useTranslation("assignments");
  return (
    <ChoiceGroup label={t("fields.pupils")} hideLabel id={`${formId}-pupils`} errors={errors}>
      {classes.map((group) => (
        <Disclosure
          key={group.id}
          title={t("somePupils", { group: group.name })}
          open={groupId === group.id && chosen.length > 0}
        >
          <div className="grid gap-x-6 sm:grid-cols-2">
            {group.pupils.map((pupil) => (
              <Checkbox
                key={pupil.id}
                name={`pupil:${group.id}`}
                value={pupil.id}
                defaultChecked={groupId === group.id && chosen.includes(pupil.id)}
                label={displayName(pupil)}
              />
            ))}
          </div>
        </Disclosure>
      ))}
    </ChoiceGroup>
  );
}
