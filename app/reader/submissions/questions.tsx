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
  const { t } = useTranslation("submissions");
  let number = 0;
  return (
    <ol className="list-none space-y-6 ps-0">
      {exercises.flatMap(({ id, title, content }) =>
        content.map((item, index) => {
          const answer = answers[id]?.[index];
          const fieldId = `${idPrefix}-${id}-${index}`;
          const heading = index === 0 && title ? <h3 className="mb-2 text-18">{title}</h3> : null;
          if (isAnswersOnly && !isQuestion(item)) return null;
          if (item.type === "reflection-task") {
            return (
              <li key={fieldId} className="rounded-control bg-primary-tint p-3">
                {heading}
                <p className="font-semibold" dir="auto">
                  {item.title}
                </p>
                <p className="whitespace-pre-line" dir="auto">
                  {item.description}
                </p>
              </li>
            );
          }
          if (item.type === "external-reference") {
            return (
              <li key={fieldId}>
                {heading}
                <a
                  href={item.url}
                  target="_blank"
                  rel="noopener noreferrer nofollow"
                  className="inline-block min-h-11 py-2 font-semibold break-words text-primary underline"
                  dir="auto"
                >
                  {item.text}
                  <span className="sr-only"> {t("new_window")}</span>
                </a>
              </li>
            );
          }
          number += 1;
          const label = t("question", { number, phrase: item.phrase });
          if (item.type === "open-question") {
            const value = answer?.type === "OpenEndedQuestionAnswer" ? answer.value : "";
            return (
              <li key={fieldId}>
                {heading}
                {isReadOnly ? (
                  <>
                    <p className="mb-1 font-semibold whitespace-pre-line" dir="auto">
                      {label}
                    </p>
                    <ReadAnswer text={value} />
                  </>
                ) : (
                  <>
                    <label htmlFor={fieldId} className="mb-1 block font-semibold whitespace-pre-line" dir="auto">
                      {label}
                    </label>
                    <textarea
                      id={fieldId}
                      name={answerField(id, index, "OpenEndedQuestionAnswer")}
                      rows={4}
                      dir="auto"
                      maxLength={longestAnswer}
                      className="block min-h-30 w-full resize-y rounded-control border border-line-strong bg-paper p-3 text-ink [field-sizing:content]"
                      {...(onAnswer
                        ? {
                            value,
                            onChange: ({ target }) =>
                              onAnswer(id, index, { type: "OpenEndedQuestionAnswer", value: target.value }),
                          }
                        : { defaultValue: value })}
                    />
                    {value.length >= longestAnswer && (
                      <p role="status" className="mt-1 text-14">
                        {t("longest", { most: longestAnswer })}
                      </p>
                    )}
                  </>
                )}
              </li>
            );
          }
          const chosen = answer?.type === "ClosedEndedQuestionAnswer" ? answer.optionId : null;
          if (isReadOnly) {
            return (
              <li key={fieldId}>
                {heading}
                <p className="mb-1 font-semibold whitespace-pre-line" dir="auto">
                  {label}
                </p>
                <ReadAnswer text={item.options.find((option) => option.id === chosen)?.text ?? ""} />
              </li>
            );
          }
          return (
            <li key={fieldId}>
              {heading}
              <fieldset>
                <legend className="mb-1 font-semibold whitespace-pre-line" dir="auto">
                  {label}
                </legend>
                {item.options.map((option) => (
                  <label key={option.id} className="flex min-h-11 cursor-pointer items-center gap-3 py-1" dir="auto">
                    <input
                      type="radio"
                      name={`${onAnswer ? idPrefix : ""}${answerField(id, index, "ClosedEndedQuestionAnswer")}`}
                      value={option.id}
                      className="size-5 shrink-0 accent-(--primary)"
                      {...(onAnswer
                        ? {
                            checked: option.id === chosen,
                            onChange: () =>
                              onAnswer(id, index, { type: "ClosedEndedQuestionAnswer", optionId: option.id }),
                          }
                        : { defaultChecked: option.id === chosen })}
                    />
                    <span className="min-w-0 break-words">{option.text}</span>
                  </label>
                ))}
              </fieldset>
            </li>
          );
        }),
      )}
    </ol>
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
