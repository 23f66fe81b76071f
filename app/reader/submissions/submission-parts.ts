import type { Answer, Answers, Exercise, Submission } from "~/services/contracts/submissions";

/** The content of a submission's form. docs/product/reader.md#entities. */

type SubmissionParts = { title: string; description: string; createdAt: string; exercises: Exercise[] };

export function partsOf({
  context,
  createdAt,
  description: ofQuiz,
}: Pick<Submission, "context" | "createdAt" | "description">): SubmissionParts {
  if (context.type === "Quiz") {
    // The exercise's title is also the submission's, so it would appear twice.
    const { title, ...exercise } = context.exercise;
    return { title, description: ofQuiz, createdAt, exercises: [exercise] };
  }
  const { title, description, objective } = context.assignment;
  return { title, description, createdAt, exercises: objective.exercises };
}

export function countAnswers(answers: Answers): number {
  return Object.values(answers).flatMap((items) => Object.values(items)).length;
}

/** The answers with one of them set, or removed if it is empty. */
export function withAnswer(answers: Answers, exercise: string, item: number, answer: Answer): Answers {
  const isEmpty = answer.type === "OpenEndedQuestionAnswer" && answer.value === "";
  const { [String(item)]: _before, ...others } = answers[exercise] ?? {};
  const items = isEmpty ? others : { ...others, [String(item)]: answer };
  const { [exercise]: _items, ...rest } = answers;
  return Object.keys(items).length > 0 ? { ...rest, [exercise]: items } : rest;
}

/** Paths (`exercise.item`) of answers whose question was removed or changed its type. */
export function removedQuestions(answers: Answers, exercises: readonly Exercise[]): string[] {
  const kinds = new Map<string, string>(
    exercises.flatMap(({ id, content }) => content.map(({ type }, index) => [`${id}.${index}`, type] as const)),
  );
  return Object.entries(answers).flatMap(([id, items]) =>
    Object.entries(items).flatMap(([index, { type }]) => {
      const path = `${id}.${index}`;
      const questionType = type === "OpenEndedQuestionAnswer" ? "open-question" : "closed-question";
      return kinds.get(path) === questionType ? [] : [path];
    }),
  );
}

/** Removes the answers at these paths, `exercise.item`. */
export function withoutPaths(answers: Answers, paths: readonly string[]): { answers: Answers; removed: Answer[] } {
  const removed: Answer[] = [];
  const retained: Answers = {};
  for (const [exercise, items] of Object.entries(answers)) {
    for (const [item, answer] of Object.entries(items)) {
      if (paths.includes(`${exercise}.${item}`)) removed.push(answer);
      else retained[exercise] = { ...retained[exercise], [item]: answer };
    }
  }
  return { answers: retained, removed };
}

/** A date as dd/mm/yyyy. docs/product/reader.md#states (Submissions). @param moment ISO 8601, a date or a timestamp */
export function slashedDate(moment: string): string {
  const [year, month, day] = moment.slice(0, 10).split("-");
  return `${day}/${month}/${year}`;
}

/** Name of an answer's field in a form that works without script; includes the type of the question. */
export const answerField = (exercise: string, item: number, type: Answer["type"]) =>
  `${fieldStarts[type]}${exercise}:${item}`;
const fieldStarts = { OpenEndedQuestionAnswer: "answer:", ClosedEndedQuestionAnswer: "choice:" };

/** Name of the field for an answer to a removed question that the page has shown: no exercise has an empty id. */
export const removedAnswerField = (index: number, type: Answer["type"]) => answerField("", index, type);

/** Number of such answers in a form. */
export function countRemovedAnswers(formData: FormData): number {
  return [...formData.keys()].filter((name) => /^(answer|choice)::/.test(name)).length;
}

/** Answers in such a form to questions that no longer exist. */
export function answersToRemovedQuestions(formData: FormData, exercises: readonly Exercise[]): Answer[] {
  const present = new Set(
    exercises.flatMap(({ id, content }) =>
      content.flatMap((_, index) => [
        answerField(id, index, "OpenEndedQuestionAnswer"),
        answerField(id, index, "ClosedEndedQuestionAnswer"),
      ]),
    ),
  );
  return [...formData].flatMap(([name, value]): Answer[] => {
    if (typeof value !== "string" || value === "" || present.has(name)) return [];
    if (name.startsWith(fieldStarts.OpenEndedQuestionAnswer)) return [{ type: "OpenEndedQuestionAnswer", value }];
    if (!name.startsWith(fieldStarts.ClosedEndedQuestionAnswer)) return [];
    return [{ type: "ClosedEndedQuestionAnswer", optionId: value }];
  });
}

/** The answers in such a form. */
export function answersOfForm(formData: FormData, exercises: readonly Exercise[]): Answers {
  let answers: Answers = {};
  for (const { id, content } of exercises) {
    for (const [index, item] of content.entries()) {
      if (item.type === "open-question") {
        const value = formData.get(answerField(id, index, "OpenEndedQuestionAnswer"));
        if (typeof value !== "string") continue;
        const text = value.replaceAll("\r\n", "\n");
        answers = withAnswer(answers, id, index, { type: "OpenEndedQuestionAnswer", value: text });
      } else if (item.type === "closed-question") {
        const value = formData.get(answerField(id, index, "ClosedEndedQuestionAnswer"));
        if (typeof value !== "string" || value === "") continue;
        answers = withAnswer(answers, id, index, { type: "ClosedEndedQuestionAnswer", optionId: value });
      }
    }
  }
  return answers;
}
