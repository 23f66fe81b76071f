import { describe, expect, test } from "vitest";
import { readForm } from "~/forms/read-form";
import type { Assignment, AuthoredExercise } from "~/services/contracts/submissions";
import {
  type AssignmentDraft,
  copyOf,
  draftOfAssignment,
  draftSchema,
  emptyQuestion,
  exercisesOf,
  formDetails,
  withMoreOptions,
} from "./assignment-draft";
import { removedAnswers } from "./assignment-state";

const options = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: `option-${place}`, text: `Option ${place}` }));

/** Exercises as an API client may store them: titles, several questions per exercise, non-numeric ids, ten options. */
const exercises: AuthoredExercise[] = [
  {
    id: "first",
    title: "At the harbour",
    content: [
      { type: "open-question", phrase: "Who comes?", targetAnswers: ["A girl", "Her dog"] },
      { type: "closed-question", phrase: "When?", options: options(10), answer: "option-9" },
    ],
  },
  { id: "second", content: [{ type: "reflection-task", title: "Think", description: "What\nwould you do?" }] },
  { id: "third", content: [{ type: "external-reference", url: "https://example.org/", text: "More" }] },
];

const assignment = (change: Partial<Assignment> = {}): Assignment => ({
  ...{
    id: "1",
    type: "Assignment",
    title: "T",
    description: "D",
    bookId: "book",
    bookTitle: "Book",
    isBookOffered: true,
    chapter: null,
  },
  ...{ dueOn: "2027-01-15", shared: true, createdAt: "", teacher: null, questions: 2, right: "teach", version: 1 },
  ...{ counts: { notBegun: 0, writing: 0, submitted: 0 }, pupils: null, exercises },
  group: { id: "group", name: "4A", isDeleted: false },
  ...change,
});

/** The form data that the browser submits for this draft. */
function sent({ questions, shared, ...texts }: AssignmentDraft): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(texts)) form.set(name, value);
  if (shared) form.set("shared", "on");
  for (const [place, { options: rows, ...fields }] of questions.entries()) {
    for (const [name, value] of Object.entries(fields)) {
      form.set(`questions[${place}].${name}`, value.replaceAll("\n", "\r\n"));
    }
    for (const [row, { id, text }] of rows.entries()) {
      form.set(`questions[${place}].options[${row}].id`, id);
      form.set(`questions[${place}].options[${row}].text`, text);
    }
  }
  return form;
}
const read = (draft: AssignmentDraft) => readForm(sent(draft), draftSchema);

describe("a form saved without changes", () => {
  test.each([
    ["an assignment", assignment()],
    ["a quiz", assignment({ type: "Quiz", exercises: exercises.slice(0, 1) })],
  ])("leaves the exercises of %s unchanged", (_what, stored) => {
    const draft = draftOfAssignment(stored);
    const { submission, values } = read(draft);
    expect(submission.status).toBe("success");
    expect(values).toEqual(draft);
    expect(exercisesOf(values)).toEqual(stored.exercises);
  });
});

test("an emptied option is removed, and the others keep their ids", () => {
  const draft = draftOfAssignment(assignment());
  const emptied = draft.questions.map((question) => ({
    ...question,
    options: question.options.map((option) => (option.id === "option-3" ? { ...option, text: " " } : option)),
  }));
  const [first] = exercisesOf({ ...draft, questions: emptied });
  const closed = first?.content[1];
  expect(closed?.type === "closed-question" && closed.options.map(({ id }) => id)).toEqual(
    options(10)
      .map(({ id }) => id)
      .filter((id) => id !== "option-3"),
  );
});

test("a closed question starts with six options and has at most ten, each with a unique id", () => {
  const question = emptyQuestion("closed-question", "x");
  expect(question.options).toHaveLength(6);
  const more = withMoreOptions({ ...question, options: [{ id: "3", text: "Three" }, ...question.options.slice(0, 2)] });
  expect(new Set(more.options.map(({ id }) => id)).size).toBe(more.options.length);
  expect(withMoreOptions(withMoreOptions(question)).options).toHaveLength(10);
});

test("a copy has new exercise ids and the same number of questions", () => {
  let made = 0;
  const copy = copyOf(draftOfAssignment(assignment()), () => `new-${++made}`);
  expect(exercisesOf(copy).map(({ id, content }) => [id, content.length])).toEqual([
    ["new-1", 2],
    ["new-2", 1],
    ["new-3", 1],
  ]);
});

describe("an error of the service", () => {
  const draft = draftOfAssignment(assignment());
  const closed = { ...emptyQuestion("closed-question", "own"), text: "Which?" };
  const filledRows = {
    ...closed,
    options: closed.options.map((row, place) => ({ ...row, text: place % 2 ? "x" : "" })),
  };
  const withGaps = { ...draft, questions: [...draft.questions, filledRows] };

  test.each([
    ["title", "title"],
    ["pupils.0", "pupils"],
    ["exercises", "questions"],
    ["exercises.0.title", "questions"],
    ["exercises.0.content.0.phrase", "questions[0].text"],
    ["exercises.0.content.0.targetAnswers.1", "questions[0].detail"],
    ["exercises.0.content.1.options.9.text", "questions[1].options[9].text"],
    ["exercises.0.content.1.options", "questions[1].options"],
    ["exercises.0.content.1.answer", "questions[1].right"],
    ["exercises.1.content.0.title", "questions[2].text"],
    ["exercises.1.content.0.description", "questions[2].detail"],
    ["exercises.2.content.0.url", "questions[3].detail"],
    ["exercises.2.content.0.text", "questions[3].text"],
    // Empty rows are not submitted: the second option is in the fourth row.
    ["exercises.3.content.0.options.1.text", "questions[4].options[3].text"],
    ["exercises.9.content.0.phrase", "questions"],
  ])("for %s is shown at the field %s", (attribute, field) => {
    expect(formDetails([{ attribute, reason: "Mandatory" }], withGaps)).toEqual([
      { attribute: field, reason: "Mandatory" },
    ]);
  });
});

test("a form without a group has an error, and malformed questions are read as an empty list", () => {
  expect(read({ ...draftOfAssignment(assignment()), groupId: "" }).submission).toMatchObject({
    error: { groupId: ["Select at least one item"] },
  });
  const form = new FormData();
  form.set("questions", "nonsense");
  expect(readForm(form, draftSchema).values.questions).toEqual([]);
});

test("removedAnswers returns the answers whose question was removed or no longer takes an answer", () => {
  const open = (value: string) => ({ type: "OpenEndedQuestionAnswer" as const, value });
  const choice = { type: "ClosedEndedQuestionAnswer" as const, optionId: "option-1" };
  const answers = {
    first: { "0": open("Ada"), "1": choice, "2": open("To a removed item") },
    second: { "0": open("To what asks nothing") },
    gone: { "0": open("To a removed exercise"), "1": choice },
  };
  expect(removedAnswers(exercises, answers)).toEqual([
    open("To a removed item"),
    open("To what asks nothing"),
    open("To a removed exercise"),
    choice,
  ]);
  expect(removedAnswers(exercises, null)).toEqual([]);
});
