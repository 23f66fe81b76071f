import type { Answers, AuthoredExercise, ContentItem, Exercise, Submission } from "~/services/contracts/submissions";

/** Rules for questions and answers. docs/product/reader.md#assignments. */

export type ClosedReason = NonNullable<Submission["closed"]>;

/**
 * Why a submission is read-only for the pupil; null while it can be edited. @param isMember whether the pupil is in the assignment's group
 */
export function closedReason({
  status,
  isMember,
  isBookOffered,
}: Pick<Submission, "status" | "isBookOffered"> & { isMember: boolean }): ClosedReason | null {
  if (status === "Submitted") return "submitted";
  if (!isMember) return "left_group";
  return isBookOffered ? null : "book_withdrawn";
}

/** The exercises without correct options and target answers, for pupils. */
export function exercisesForPupils(exercises: readonly AuthoredExercise[]): Exercise[] {
  return exercises.map(({ id, title, content }) => ({
    id,
    ...(title === undefined ? {} : { title }),
    content: content.map((item): ContentItem => {
      switch (item.type) {
        case "open-question":
          return { type: item.type, phrase: item.phrase };
        case "closed-question":
          return { type: item.type, phrase: item.phrase, options: item.options };
        default:
          return item;
      }
    }),
  }));
}

/** Answers to existing questions; those to removed ones stay stored and are shown to the teacher only. */
export function answersToPresent(answers: Answers, exercises: readonly { id: string }[]): Answers {
  const present = new Set(exercises.map(({ id }) => id));
  return Object.fromEntries(Object.entries(answers).filter(([id]) => present.has(id)));
}

/** Number of correctly answered closed questions out of all; null if there are none. */
export function marksOf(
  exercises: readonly AuthoredExercise[],
  answers: Answers,
): { right: number; of: number } | null {
  const closed = exercises.flatMap(({ id, content }) =>
    content.flatMap((item, index) => (item.type === "closed-question" ? [{ item, given: answers[id]?.[index] }] : [])),
  );
  if (closed.length === 0) return null;
  const right = closed.filter(
    ({ item, given }) => given?.type === "ClosedEndedQuestionAnswer" && given.optionId === item.answer,
  );
  return { right: right.length, of: closed.length };
}

/** Whether answers to the old questions still match by position: type and options of each item are unchanged. */
export function keepPlaces(before: readonly AuthoredExercise[], after: readonly AuthoredExercise[]): boolean {
  return before.every(({ id, content }) => {
    const now = after.find((exercise) => exercise.id === id);
    return content.every((item, index) => {
      const other = now?.content[index];
      if (other?.type !== item.type) return false;
      if (item.type !== "closed-question" || other.type !== "closed-question") return true;
      return item.options.every((option) => other.options.some(({ id: otherId }) => otherId === option.id));
    });
  });
}
