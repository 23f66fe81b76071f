import type { Answer, ContentItem, PupilSubmission } from "~/services/contracts/submissions";

/** How far a pupil is, and what was answered, in the words of the teacher's screens. */

/** What was answered to one item, in words. */
export function answerText(item: ContentItem, answer: Answer | undefined): string {
  if (answer?.type === "OpenEndedQuestionAnswer") return answer.value;
  if (answer?.type !== "ClosedEndedQuestionAnswer" || item.type !== "closed-question") return "";
  return item.options.find(({ id }) => id === answer.optionId)?.text ?? "";
}

export type PupilState = "left" | "submitted" | "handed_back" | "writing" | "not_begun";

export function stateOf({
  status,
  isBegun,
  hasLeft,
  handedBackAt,
}: Pick<PupilSubmission, "status" | "isBegun" | "hasLeft" | "handedBackAt">): PupilState {
  if (status === "Submitted") return "submitted";
  if (hasLeft) return "left";
  if (handedBackAt !== null) return "handed_back";
  return isBegun ? "writing" : "not_begun";
}
