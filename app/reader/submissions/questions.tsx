import { useTranslation } from "react-i18next";
import { type Answer, type Answers, type Exercise, isQuestion, longestAnswer } from "~/services/contracts/submissions";
import { answerField } from "./submission-parts";

type QuestionsProps = {
  exercises: readonly Exercise[];
  answers: Answers;
  isReadOnly?: boolean;
  /** Omitted in a plain HTML form, which works without script. */
  onAnswer?: (exercise: string, item: number, answer: Answer) => void;
  /** Leaves out content without a question: where answers are compared, or a whole class's answers are read. */
  isAnswersOnly?: boolean;
  /** Distinguishes the fields of several forms on a page. */
  idPrefix?: string;
};

/** A submission's questions with answers: shared by pupil, preview and teacher. */
export function Questions({
  exercises,
  answers,
  isReadOnly = false,
  onAnswer,
  isAnswersOnly = false,
  idPrefix = "q",
}: QuestionsProps) {
  const items = itemsOf(exercises).filter(({ item }) => !isAnswersOnly || isQuestion(item));
  return (
    <ol className="list-none space-y-6 ps-0">
      {items.map(({ exercise, index, item, number, title }) => {
        const fieldId = `${idPrefix}-${exercise}-${index}`;
        return (
          <li
            key={fieldId}
            className={item.type === "reflection-task" ? "rounded-control bg-primary-tint p-3" : undefined}
          >
            {title && <h3 className="mb-2 text-18">{title}</h3>}
            {isQuestion(item) ? (
              <Question
                question={item}
                number={number}
                fieldId={fieldId}
                name={(type) => answerField(exercise, index, type)}
                groupPrefix={onAnswer ? idPrefix : ""}
                answer={answers[exercise]?.[index]}
                isReadOnly={isReadOnly}
                onAnswer={onAnswer && ((answer) => onAnswer(exercise, index, answer))}
              />
            ) : (
              <Task task={item} />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The items of all exercises in order. Questions are numbered across the exercises; a title precedes an exercise's first item. */
function itemsOf(exercises: readonly Exercise[]) {
  let number = 0;
  return exercises.flatMap(({ id, title, content }) =>
    content.map((item, index) => {
      if (isQuestion(item)) number += 1;
      return { exercise: id, index, item, number, title: index === 0 ? title : undefined };
    }),
  );
}

type Item = Exercise["content"][number];
type OpenQuestion = Extract<Item, { type: "open-question" }>;
type ClosedQuestion = Extract<Item, { type: "closed-question" }>;

/** Content without a question. */
function Task({ task }: { task: Exclude<Item, OpenQuestion | ClosedQuestion> }) {
  const { t } = useTranslation("submissions");
  if (task.type === "reflection-task") {
    return (
      <>
        <p className="font-semibold" dir="auto">
          {task.title}
        </p>
        <p className="whitespace-pre-line" dir="auto">
          {task.description}
        </p>
      </>
    );
  }
  return (
    <a
      href={task.url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="inline-block min-h-11 py-2 font-semibold break-words text-primary underline"
      dir="auto"
    >
      {task.text}
      <span className="sr-only"> {t("new_window")}</span>
    </a>
  );
}

type QuestionProps = {
  question: OpenQuestion | ClosedQuestion;
  number: number;
  fieldId: string;
  name(type: Answer["type"]): string;
  /** Distinguishes the radio groups of several forms on a page. */
  groupPrefix: string;
  answer: Answer | undefined;
  isReadOnly: boolean;
  onAnswer: ((answer: Answer) => void) | undefined;
};

function Question({ question, number, fieldId, name, groupPrefix, answer, isReadOnly, onAnswer }: QuestionProps) {
  const { t } = useTranslation("submissions");
  const label = t("question", { number, phrase: question.phrase });
  if (question.type === "open-question") {
    const value = answer?.type === "OpenEndedQuestionAnswer" ? answer.value : "";
    if (isReadOnly) return <ReadQuestion label={label} text={value} />;
    return (
      <OpenField
        label={label}
        id={fieldId}
        name={name("OpenEndedQuestionAnswer")}
        value={value}
        onType={onAnswer && ((text) => onAnswer({ type: "OpenEndedQuestionAnswer", value: text }))}
      />
    );
  }
  const { options } = question;
  const chosen = answer?.type === "ClosedEndedQuestionAnswer" ? answer.optionId : null;
  if (isReadOnly) {
    return <ReadQuestion label={label} text={options.find((option) => option.id === chosen)?.text ?? ""} />;
  }
  return (
    <OptionsField
      label={label}
      name={`${groupPrefix}${name("ClosedEndedQuestionAnswer")}`}
      options={options}
      chosen={chosen}
      onChoose={onAnswer && ((optionId) => onAnswer({ type: "ClosedEndedQuestionAnswer", optionId }))}
    />
  );
}

type OpenFieldProps = {
  label: string;
  id: string;
  name: string;
  value: string;
  onType: ((text: string) => void) | undefined;
};

function OpenField({ label, id, name, value, onType }: OpenFieldProps) {
  const { t } = useTranslation("submissions");
  return (
    <>
      <label htmlFor={id} className="mb-1 block font-semibold whitespace-pre-line" dir="auto">
        {label}
      </label>
      <textarea
        id={id}
        name={name}
        rows={4}
        dir="auto"
        maxLength={longestAnswer}
        className="block min-h-30 w-full resize-y rounded-control border border-line-strong bg-paper p-3 text-ink [field-sizing:content]"
        {...(onType ? { value, onChange: ({ target }) => onType(target.value) } : { defaultValue: value })}
      />
      {value.length >= longestAnswer && (
        <p role="status" className="mt-1 text-14">
          {t("longest", { most: longestAnswer })}
        </p>
      )}
    </>
  );
}

type OptionsFieldProps = {
  label: string;
  name: string;
  options: ClosedQuestion["options"];
  /** Id of an option. */
  chosen: string | null;
  onChoose: ((optionId: string) => void) | undefined;
};

function OptionsField({ label, name, options, chosen, onChoose }: OptionsFieldProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold whitespace-pre-line" dir="auto">
        {label}
      </legend>
      {options.map((option) => (
        <label key={option.id} className="flex min-h-11 cursor-pointer items-center gap-3 py-1" dir="auto">
          <input
            type="radio"
            name={name}
            value={option.id}
            className="size-5 shrink-0 accent-(--primary)"
            {...(onChoose
              ? { checked: option.id === chosen, onChange: () => onChoose(option.id) }
              : { defaultChecked: option.id === chosen })}
          />
          <span className="min-w-0 break-words">{option.text}</span>
        </label>
      ))}
    </fieldset>
  );
}

function ReadQuestion({ label, text }: { label: string; text: string }) {
  return (
    <>
      <p className="mb-1 font-semibold whitespace-pre-line" dir="auto">
        {label}
      </p>
      <ReadAnswer text={text} />
    </>
  );
}

function ReadAnswer({ text }: { text: string }) {
  const { t } = useTranslation("submissions");
  if (text === "") return <p className="text-ink-soft italic">{t("no_answer")}</p>;
  return (
    <p className="rounded-control border border-line bg-paper p-3 break-words whitespace-pre-line" dir="auto">
      {text}
    </p>
  );
}
