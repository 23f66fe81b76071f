import { removedQuestions, withoutPaths } from "~/reader/submissions/submission-parts";
import {
  type Answer,
  type Answers,
  type ContentItem,
  type Exercise,
  isQuestion,
  type PupilSubmission,
} from "~/services/contracts/submissions";

/** Progress and answers of pupils, as shown to teachers. */

/** Name of a pupil, followed by the username if two pupils share the name. */
export function displayName({ name, username }: PupilSubmission["pupil"]): string {
  return username === null ? name : `${name} (${username})`;
}

/** Text of the answer to one item. */
export function answerText(item: ContentItem, answer: Answer | undefined): string {
  if (answer?.type === "OpenEndedQuestionAnswer") return answer.value;
  if (answer?.type !== "ClosedEndedQuestionAnswer" || item.type !== "closed-question") return "";
  return item.options.find(({ id }) => id === answer.optionId)?.text ?? "";
}

/** The questions of all exercises with exercise id and index, in order. */
export function questionsOf<Item extends ContentItem>(exercises: ReadonlyArray<{ id: string; content: Item[] }>) {
  return exercises.flatMap(({ id, content }) =>
    content.flatMap((item, index) => (isQuestion(item) ? [{ id, item, index }] : [])),
  );
}

/** Answers to questions that were removed or replaced. */
export function removedAnswers(exercises: readonly Exercise[], answers: Answers | null): Answer[] {
  return withoutPaths(answers ?? {}, removedQuestions(answers ?? {}, exercises)).removed;
}

export type PupilState = "left" | "submitted" | "handed_back" | "writing" | "not_begun";

export function stateOf({
  status,
  isBegun,
  hasLeft,
  handedBackAt,
}: Pick<PupilSubmission, "status" | "isBegun" | "hasLeft" | "handedBackAt">): PupilState {
  if (status === "Submitted") return "submitted";
  if (handedBackAt !== null) return "handed_back";
  if (hasLeft) return "left";
  return isBegun ? "writing" : "not_begun";
}
