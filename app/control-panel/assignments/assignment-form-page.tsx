import { useActionData } from "@remix-run/react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { NotSaved } from "~/control-panel/frame/failures";
import { sayReason } from "~/control-panel/frame/messages";
import { Questions } from "~/reader/submissions/questions";
import { itemTypes } from "~/services/contracts/submissions";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox, Radio } from "~/ui/choice";
import { Disclosure } from "~/ui/disclosure";
import { ErrorSummary } from "~/ui/error-summary";
import { TextAreaField, TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Eye, Plus, Save, Trash2 } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { SelectField } from "~/ui/select";
import { assignmentIntents, type DraftError, optionFields, type QuestionDraft } from "./assignment-draft";
import type { AssignmentFormData, AssignmentFormResult } from "./assignment-form.server";

/** The form of an assignment: every button sends all of it. */
export function AssignmentFormPage({
  draft: loaded,
  id,
  version,
  classes,
  books,
  idempotencyKey,
}: Omit<AssignmentFormData, "key"> & { idempotencyKey: string }) {
  const { t } = useTranslation("assignments");
  const { t: say } = useTranslation("control-panel");
  const result = useActionData<AssignmentFormResult>();
  const formId = useId();
  const draft = result?.draft ?? loaded;
  const errors = result?.errors ?? [];
  const errorsOf = useErrors(errors);
  const isNew = id === null;
  // Fields keep what was typed; a question that was added or removed is another form.
  const shape = draft.questions.map((question) => question.id).join();
  return (
    <>
      <PageHeader crumbs={[{ label: t("title"), to: "/controlpanel/assignments" }]} title={t(isNew ? "new" : "edit")} />
      <Form method="post" key={shape} className="max-w-3xl space-y-5">
        {/* Enter in a field saves; the first button of a form is what it presses. */}
        <button
          type="submit"
          name="intent"
          value={assignmentIntents.save}
          className="hidden"
          tabIndex={-1}
          aria-hidden
        />
        <ErrorSummary
          errors={errors.map(({ field, question, reason }) => ({
            fieldId: question === null ? `${formId}-${field}` : `${formId}-q${question}-text`,
            message: `${question === null ? t(`fields.${field === "exercises" ? "questions" : field}`) : t("questionNumber", { number: question + 1 })}: ${sayReason(say, reason)}`,
          }))}
        />
        {result?.failed && <NotSaved />}
        {result?.stale && <Banner type="warning">{t("stale", { title: result.stale.title })}</Banner>}
        <input type="hidden" name="version" value={result?.stale?.version ?? version} />
        {isNew && <input type="hidden" name="key" value={idempotencyKey} />}
        <input type="hidden" name="count" value={draft.questions.length} />
        <Card>
          <div className="space-y-5">
            {isNew ? (
              <fieldset>
                <legend className="mb-1 font-semibold">{t("fields.type")}</legend>
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
              </fieldset>
            ) : (
              <input type="hidden" name="type" value={draft.type} />
            )}
            <TextField
              id={`${formId}-title`}
              name="title"
              label={t("fields.title")}
              defaultValue={draft.title}
              errors={errorsOf("title")}
              autoComplete="off"
            />
            <TextAreaField
              id={`${formId}-description`}
              name="description"
              label={t("fields.description")}
              defaultValue={draft.description}
              errors={errorsOf("description")}
              optional
              rows={3}
            />
            <SelectField
              id={`${formId}-bookId`}
              name="bookId"
              label={t("fields.bookId")}
              defaultValue={draft.bookId}
              errors={errorsOf("bookId")}
              placeholder={t("chooseBook")}
              options={books.map((book) => ({ value: book.id, label: book.title }))}
            />
            <TextField
              id={`${formId}-chapter`}
              name="chapter"
              label={t("fields.chapter")}
              hint={t("chapterHint")}
              defaultValue={draft.chapter}
              errors={errorsOf("chapter")}
              optional
              autoComplete="off"
            />
            <TextField
              id={`${formId}-dueOn`}
              name="dueOn"
              type="date"
              label={t("fields.dueOn")}
              defaultValue={draft.dueOn}
              errors={errorsOf("dueOn")}
              optional
            />
            <Checkbox name="shared" defaultChecked={draft.shared} label={t("fields.shared")} hint={t("sharedHint")} />
          </div>
        </Card>
        {isNew ? (
          <Pupils draft={draft} classes={classes} id={`${formId}-groupId`} errors={errorsOf("groupId")} />
        ) : (
          <input type="hidden" name="groupId" value={draft.groupId} />
        )}
        {draft.questions.map((question, index) => (
          <Question
            key={question.id}
            question={question}
            index={index}
            id={`${formId}-q${index}`}
            errors={errorsOf.question(index)}
            mayRemove={draft.questions.length > 1}
          />
        ))}
        <Card title={t("addQuestion")}>
          <div className="flex flex-wrap items-end gap-3">
            <SelectField
              id={`${formId}-newType`}
              name="newType"
              label={t("questionType")}
              options={itemTypes.map((type) => ({ value: type, label: t(`itemTypes.${type}`) }))}
            />
            <Button icon={Plus} name="intent" value={assignmentIntents.add} formNoValidate>
              {t("add")}
            </Button>
          </div>
        </Card>
        {result?.preview && (
          <Card title={t("preview")}>
            <div role="status" className="max-w-md">
              <Questions exercises={result.preview} answers={{}} onAnswer={() => undefined} idPrefix="preview" />
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
    </>
  );
}

function useErrors(errors: readonly DraftError[]) {
  const { t } = useTranslation("control-panel");
  const say = (some: readonly DraftError[]) => some.map(({ reason }) => sayReason(t, reason));
  return Object.assign(
    (field: string) => say(errors.filter((error) => error.question === null && error.field === field)),
    {
      question: (index: number) => say(errors.filter(({ question }) => question === index)),
    },
  );
}

function Pupils({
  draft,
  classes,
  id,
  errors,
}: Pick<AssignmentFormData, "draft" | "classes"> & { id: string; errors: string[] }) {
  const { t } = useTranslation("assignments");
  return (
    <Card title={t("forWhom")}>
      <SelectField
        id={id}
        name="groupId"
        label={t("fields.groupId")}
        defaultValue={draft.groupId}
        errors={errors}
        placeholder={t("chooseGroup")}
        options={classes.map(({ id: value, name, organization }) => ({ value, label: `${name}, ${organization}` }))}
      />
      <p className="mt-2 text-14 text-ink-soft">{t("everybodyHint")}</p>
      {classes.map((group) => (
        <Disclosure
          key={group.id}
          title={t("somePupils", { group: group.name })}
          open={draft.groupId === group.id && draft.pupils.length > 0}
        >
          <div className="grid gap-x-6 sm:grid-cols-2">
            {group.pupils.map((pupil) => (
              <Checkbox
                key={pupil.id}
                name={`pupil:${group.id}`}
                value={pupil.id}
                defaultChecked={draft.groupId === group.id && draft.pupils.includes(pupil.id)}
                label={pupil.name}
              />
            ))}
          </div>
        </Disclosure>
      ))}
    </Card>
  );
}

type QuestionProps = { question: QuestionDraft; index: number; id: string; errors: string[]; mayRemove: boolean };

function Question({ question, index, id, errors, mayRemove }: QuestionProps) {
  const { t } = useTranslation("assignments");
  const { type, text, detail, options, right } = question;
  const name = (field: string) => `q${index}.${field}`;
  const number = index + 1;
  return (
    <Card
      title={`${t("questionNumber", { number })}: ${t(`itemTypes.${type}`)}`}
      actions={
        mayRemove && (
          <Button
            size="small"
            icon={Trash2}
            name="intent"
            value={`${assignmentIntents.remove}:${index}`}
            formNoValidate
          >
            {t("removeQuestion", { number })}
          </Button>
        )
      }
    >
      <input type="hidden" name={name("id")} value={question.id} />
      <input type="hidden" name={name("type")} value={type} />
      <div className="space-y-4">
        <TextField
          id={`${id}-text`}
          name={name("text")}
          label={t(`itemText.${type}`)}
          defaultValue={text}
          errors={errors}
          autoComplete="off"
        />
        {type === "external-reference" && (
          <TextField
            id={`${id}-detail`}
            name={name("detail")}
            type="url"
            label={t("itemDetail.external-reference")}
            defaultValue={detail}
            autoComplete="off"
          />
        )}
        {type === "open-question" && (
          <TextAreaField
            id={`${id}-detail`}
            name={name("detail")}
            label={t("itemDetail.open-question")}
            hint={t("targetHint")}
            defaultValue={detail}
            optional
            rows={2}
          />
        )}
        {type === "reflection-task" && (
          <TextAreaField
            id={`${id}-detail`}
            name={name("detail")}
            label={t("itemDetail.reflection-task")}
            defaultValue={detail}
            optional
            rows={3}
          />
        )}
        {type === "closed-question" && (
          <fieldset>
            <legend className="mb-1 font-semibold">{t("options")}</legend>
            <p className="mb-2 text-14 text-ink-soft">{t("optionsHint")}</p>
            {Array.from({ length: optionFields }, (_, option) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: options stay where they are
              <div key={option} className="mb-2 flex items-center gap-3">
                <Radio
                  name={name("right")}
                  value={String(option)}
                  defaultChecked={right === option}
                  hideLabel
                  label={t("rightOption", { number: option + 1 })}
                />
                <TextField
                  id={`${id}-option${option}`}
                  name={name(`option${option}`)}
                  label={t("option", { number: option + 1 })}
                  hideLabel
                  defaultValue={options[option] ?? ""}
                  className="min-w-0 flex-1"
                  autoComplete="off"
                />
              </div>
            ))}
          </fieldset>
        )}
      </div>
    </Card>
  );
}
