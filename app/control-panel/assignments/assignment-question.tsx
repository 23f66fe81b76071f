import type { FieldMetadata } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { fieldProps } from "~/forms/form-result";
import { intentAt } from "~/forms/intents";
import { type ItemType, maxOptions } from "~/services/contracts/submissions";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceGroup, Radio } from "~/ui/choice";
import { TextAreaField, TextField } from "~/ui/field";
import { Plus, Trash2 } from "~/ui/icons";
import { assignmentIntents, type QuestionDraft } from "./assignment-draft";

type QuestionProps = {
  question: QuestionDraft;
  /** Zero-based index. */
  place: number;
  field: FieldMetadata<QuestionDraft> | undefined;
  formatReasons: (reasons: readonly string[] | null | undefined) => string[];
  mayRemove: boolean;
  /** URL of the page at one of its parts. */
  hrefOf: (id: string) => string;
};

export const questionId = (place: number) => `question-${place}`;

/** One question in the form of an assignment. */
export function Question({ question, place, field, formatReasons, mayRemove, hrefOf }: QuestionProps) {
  const { t } = useTranslation("assignments");
  const { type, exercise, exerciseTitle } = question;
  const number = place + 1;
  const name = (part: string) => `questions[${place}].${part}`;
  const fields = field?.getFieldset();
  const detail = (of: Exclude<ItemType, "closed-question">) => ({
    ...fieldProps(fields?.detail, formatReasons),
    label: t(`itemDetail.${of}`),
  });
  return (
    <Card
      id={questionId(place)}
      title={t("questionTitle", { number, type: t(`itemTypes.${type}`) })}
      actions={
        mayRemove && (
          <Button
            size="small"
            icon={Trash2}
            name="intent"
            value={intentAt(assignmentIntents.remove, place)}
            formAction={hrefOf(questionId(Math.max(0, place - 1)))}
            formNoValidate
          >
            {t("removeQuestion", { number })}
          </Button>
        )
      }
    >
      <input type="hidden" name={name("exercise")} value={exercise} />
      <input type="hidden" name={name("exerciseTitle")} value={exerciseTitle} />
      <input type="hidden" name={name("type")} value={type} />
      <div className="space-y-4">
        <TextField {...fieldProps(fields?.text, formatReasons)} label={t(`itemText.${type}`)} autoComplete="off" />
        {type === "external-reference" && <TextField {...detail(type)} type="url" autoComplete="off" />}
        {type === "open-question" && <TextAreaField {...detail(type)} hint={t("targetHint")} optional rows={2} />}
        {type === "reflection-task" && <TextAreaField {...detail(type)} optional rows={3} />}
        {type === "closed-question" && <Options {...{ question, place, fields, formatReasons, hrefOf }} />}
      </div>
    </Card>
  );
}

type OptionsProps = Pick<QuestionProps, "question" | "place" | "formatReasons" | "hrefOf"> & {
  fields: ReturnType<FieldMetadata<QuestionDraft>["getFieldset"]> | undefined;
};

function Options({ question: { options, right }, place, fields, formatReasons, hrefOf }: OptionsProps) {
  const { t } = useTranslation("assignments");
  const rows = fields?.options.getFieldList() ?? [];
  const errors = [...formatReasons(fields?.options.errors), ...formatReasons(fields?.right.errors)];
  return (
    <ChoiceGroup label={t("options")} hint={t("optionsHint")} id={fields?.options.id} errors={errors}>
      {/* Focus target of the error summary if no option is marked as correct. */}
      <span id={fields?.right.id} tabIndex={-1} className="mb-2 block" />
      {options.map((option, row) => {
        const number = row + 1;
        const text = rows[row]?.getFieldset().text;
        return (
          <div key={option.id} className="mb-2 flex items-center gap-3">
            <input type="hidden" name={`questions[${place}].options[${row}].id`} value={option.id} />
            <Radio
              name={`questions[${place}].right`}
              value={option.id}
              defaultChecked={right === option.id}
              hideLabel
              label={t("rightOption", { number })}
            />
            <TextField
              {...fieldProps(text, formatReasons)}
              label={t("option", { number })}
              hideLabel
              className="min-w-0 flex-1"
              autoComplete="off"
            />
          </div>
        );
      })}
      {options.length < maxOptions && (
        <Button
          size="small"
          icon={Plus}
          name="intent"
          value={intentAt(assignmentIntents.moreOptions, place)}
          formAction={hrefOf(questionId(place))}
          formNoValidate
        >
          {t("moreOptions")}
        </Button>
      )}
    </ChoiceGroup>
  );
}
