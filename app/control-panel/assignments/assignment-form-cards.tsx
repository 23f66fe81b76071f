import { useTranslation } from "react-i18next";
import type { fieldProps } from "~/forms/form-result";
import { Questions } from "~/reader/submissions/questions";
import { type Exercise, itemTypes } from "~/services/contracts/submissions";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox, ChoiceGroup, Radio } from "~/ui/choice";
import { Disclosure } from "~/ui/disclosure";
import { TextAreaField, TextField } from "~/ui/field";
import { Plus } from "~/ui/icons";
import { SelectField } from "~/ui/select";
import { type AssignmentDraft, assignmentIntents } from "./assignment-draft";
import type { AssignmentFormData } from "./assignment-form.server";
import { displayName } from "./assignment-state";

/** Cards of the assignment form besides the questions. */

export const formId = "assignment";

/** Label, value and errors of a field. */
export type FieldOf = (
  name: Exclude<keyof AssignmentDraft, "questions" | "shared" | "type">,
) => ReturnType<typeof fieldProps> & { label: string };

type ContentProps = Pick<AssignmentFormData, "books" | "draft"> & { field: FieldOf; typeId: string; isNew: boolean };

/** Type, title, book and date. The type of an existing assignment is fixed. */
export function ContentCard({ field, typeId, draft, isNew, books }: ContentProps) {
  const { t } = useTranslation("assignments");
  return (
    <Card>
      <div className="space-y-5">
        {isNew ? (
          <ChoiceGroup label={t("fields.type")} id={typeId}>
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
  );
}

type PupilsProps = Pick<AssignmentFormData, "classes"> & { groupId: string; chosen: string[]; errors: string[] };

/** The class that gets a new assignment, or some of its pupils. */
export function RecipientsCard({ field, ...pupils }: PupilsProps & { field: FieldOf }) {
  const { t } = useTranslation("assignments");
  return (
    <Card title={t("forWhom")}>
      <SelectField
        {...field("groupId")}
        placeholder={t("chooseGroup")}
        options={pupils.classes.map(({ id: value, name, organization }) => ({
          value,
          label: `${name}, ${organization}`,
        }))}
      />
      <p className="mt-2 text-14 text-ink-soft">{t("everybodyHint")}</p>
      <Pupils {...pupils} />
    </Card>
  );
}

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

export function AddQuestionCard({ isBusy, formAction }: { isBusy: boolean; formAction: string }) {
  const { t } = useTranslation("assignments");
  return (
    <Card title={t("addQuestion")}>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          name="newType"
          label={t("questionType")}
          options={itemTypes.map((type) => ({ value: type, label: t(`itemTypes.${type}`) }))}
        />
        <Button
          icon={Plus}
          name="intent"
          value={assignmentIntents.add}
          busy={isBusy}
          formAction={formAction}
          formNoValidate
        >
          {t("add")}
        </Button>
      </div>
    </Card>
  );
}

export const previewId = "preview";

/** The assignment as pupils will see it. */
export function PreviewCard({ draft, exercises }: { draft: AssignmentDraft; exercises: Exercise[] }) {
  const { t } = useTranslation("assignments");
  return (
    <Card title={t("preview")} id={previewId}>
      <div role="status" className="max-w-md">
        <p className="mb-2 text-22 font-semibold break-words" dir="auto">
          {draft.title}
        </p>
        {draft.description && (
          <p className="mb-4 break-words whitespace-pre-line" dir="auto">
            {draft.description}
          </p>
        )}
        <Questions exercises={exercises} answers={{}} idPrefix="preview" />
      </div>
    </Card>
  );
}
