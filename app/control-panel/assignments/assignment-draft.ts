import { z } from "zod";
import { formMessages } from "~/services/contracts/form-messages";
import type { ErrorDetail } from "~/services/contracts/service-error";
import {
  type Assignment,
  type AuthoredExercise,
  type AuthoredItem,
  contextTypes,
  type Exercise,
  type ItemType,
  itemTypes,
  maxOptions,
} from "~/services/contracts/submissions";

/** Form of an assignment: each question is a separate exercise; a quiz is one exercise. docs/product/reader.md#assignments. */

/** Option fields of a new closed question. */
const firstOptions = 6;
/** Option fields added per press of "more options". */
const moreOptions = 4;
/** Maximum number of questions per form. */
export const maxQuestions = 50;

const line = z
  .string()
  .optional()
  .transform((text) => text ?? "");
const lines = line.transform((text) => text.replaceAll("\r\n", "\n"));

/** One question in the form; which text fields apply depends on its type. */
const questionSchema = z.object({
  /** Id and title of its exercise, which earlier questions may share. */
  exercise: line,
  exerciseTitle: line,
  type: z.enum(itemTypes).catch("open-question"),
  /** Phrase of a question, title of a reflection, or text of a link. */
  text: lines,
  /** Expected answers (one per line), description of a reflection, or URL of a link. */
  detail: lines,
  options: z
    .array(z.object({ id: line, text: line }))
    .max(maxOptions)
    .catch([]),
  /** Id of the correct option; empty if none is chosen. */
  right: line,
});
export type QuestionDraft = z.output<typeof questionSchema>;

/** Accepts all texts as typed: the service validates them. */
export const draftSchema = z.object({
  type: z.enum(contextTypes).catch("Assignment"),
  title: line,
  description: lines,
  bookId: line,
  chapter: line,
  groupId: line.refine((id) => id !== "", formMessages.selectOne),
  dueOn: line,
  shared: z
    .string()
    .optional()
    .transform((value) => value === "on"),
  questions: z.array(questionSchema).max(maxQuestions).catch([]),
});
export type AssignmentDraft = z.output<typeof draftSchema>;

const typedSchema = draftSchema.extend({ groupId: line });

/** Draft from a submitted form, without validation. */
export function typedDraft(typed: unknown): AssignmentDraft {
  return typedSchema.parse(typed ?? {});
}

export const assignmentIntents = {
  save: "save",
  add: "add",
  remove: "remove",
  moreOptions: "moreOptions",
  preview: "preview",
  delete: "delete",
  comment: "comment",
  handBack: "handBack",
} as const;

export function emptyQuestion(type: ItemType, exercise: string): QuestionDraft {
  const options = type === "closed-question" ? optionRows([]) : [];
  return { exercise, exerciseTitle: "", type, text: "", detail: "", options, right: "" };
}

type OptionRow = QuestionDraft["options"][number];

/** Appends empty options with unused ids: answers refer to options by id. */
function optionRows(options: readonly OptionRow[], most = firstOptions): OptionRow[] {
  const rows = [...options];
  for (let number = 1; rows.length < Math.min(most, maxOptions); number += 1) {
    if (!rows.some(({ id }) => id === String(number))) rows.push({ id: String(number), text: "" });
  }
  return rows;
}

export function withMoreOptions(question: QuestionDraft): QuestionDraft {
  return { ...question, options: optionRows(question.options, question.options.length + moreOptions) };
}

function itemOf({ type, text, detail, options, right }: QuestionDraft): AuthoredItem {
  switch (type) {
    case "open-question": {
      const targetAnswers = detail
        .split("\n")
        .map((answer) => answer.trim())
        .filter(Boolean);
      return { type, phrase: text, ...(targetAnswers.length > 0 ? { targetAnswers } : {}) };
    }
    case "closed-question":
      return { type, phrase: text, options: filled(options), answer: right };
    case "reflection-task":
      return { type, title: text, description: detail };
    case "external-reference":
      return { type, url: detail, text };
  }
}

const filled = (options: readonly OptionRow[]) => options.filter(({ text }) => text.trim() !== "");

/** Indexes of the form's questions, grouped by exercise. */
function placesOf({ type, questions }: Pick<AssignmentDraft, "type" | "questions">): number[][] {
  const places = new Map<string, number[]>();
  for (const [place, { exercise }] of questions.entries()) {
    const key = type === "Quiz" ? "" : exercise;
    places.set(key, [...(places.get(key) ?? []), place]);
  }
  return [...places.values()];
}

export function exercisesOf(draft: Pick<AssignmentDraft, "type" | "questions">): AuthoredExercise[] {
  return placesOf(draft).map((places) => {
    const questions = places.flatMap((place) => draft.questions[place] ?? []);
    const title = questions[0]?.exerciseTitle;
    return { id: questions[0]?.exercise ?? "", ...(title ? { title } : {}), content: questions.map(itemOf) };
  });
}

/** The exercises as pupils would see them, even if the draft is incomplete. */
export function previewOf(draft: AssignmentDraft): Exercise[] {
  return exercisesOf(draft);
}

export function draftOfAssignment(assignment: Assignment): AssignmentDraft {
  return {
    ...{ type: assignment.type, title: assignment.title, description: assignment.description },
    ...{ bookId: assignment.bookId, chapter: assignment.chapter ?? "", groupId: assignment.group.id },
    ...{ dueOn: assignment.dueOn ?? "", shared: assignment.shared },
    questions: (assignment.exercises ?? []).flatMap(({ id, title = "", content }) =>
      content.map((item) => ({ ...questionOf(item, id), exerciseTitle: title })),
    ),
  };
}

function questionOf(item: AuthoredItem, exercise: string): QuestionDraft {
  const empty = emptyQuestion(item.type, exercise);
  switch (item.type) {
    case "open-question":
      return { ...empty, text: item.phrase, detail: item.targetAnswers?.join("\n") ?? "" };
    case "closed-question":
      return { ...empty, text: item.phrase, options: optionRows(item.options), right: item.answer };
    case "reflection-task":
      return { ...empty, text: item.title, detail: item.description };
    case "external-reference":
      return { ...empty, text: item.text, detail: item.url };
  }
}

/** Copies a draft with new exercise ids, so that its answers stay separate from those of the original. */
export function copyOf(draft: AssignmentDraft, newId: () => string): AssignmentDraft {
  const ids = new Map<string, string>();
  const questions = draft.questions.map((question) => {
    const exercise = ids.get(question.exercise) ?? newId();
    ids.set(question.exercise, exercise);
    return { ...question, exercise };
  });
  return { ...draft, questions, dueOn: "", shared: false };
}

/** Error key: the questions of a quiz cannot change after a pupil has begun it. */
export const quizBegun = "quizBegun";

/** Error key: answers that were handed back take no comment until the pupil has submitted them again. */
export const notSubmitted = "notSubmitted";

/** Maps an attribute path of the service (`exercises.0.content.1.phrase`) to the form's field name in conform's notation. */
function formField(attribute: string, draft: AssignmentDraft): string {
  const path = /^exercises\.(\d+)\.content\.(\d+)(?:\.(.+))?$/.exec(attribute);
  if (!path) return attribute.startsWith("exercises") ? "questions" : (attribute.split(".")[0] ?? attribute);
  const place = placesOf(draft)[Number(path[1])]?.[Number(path[2])];
  const question = place === undefined ? undefined : draft.questions[place];
  if (!question) return "questions";
  return `questions[${place}].${questionField(path[3] ?? "", question)}`;
}

function questionField(name: string, { type, options }: QuestionDraft): string {
  const option = /^options\.(\d+)/.exec(name);
  if (option) return `options[${options.indexOf(filled(options)[Number(option[1])] as OptionRow)}].text`;
  if (name === "options") return "options";
  if (name === "answer") return "right";
  const isDetail = {
    "open-question": /^targetAnswers/,
    "reflection-task": /^description/,
    "external-reference": /^url/,
  };
  return type !== "closed-question" && isDetail[type].test(name) ? "detail" : "text";
}

/** Error details with the form's field names instead of the service's attributes. */
export function formDetails(details: readonly ErrorDetail[], draft: AssignmentDraft): ErrorDetail[] {
  return details.map(({ attribute, reason }) => ({ attribute: formField(attribute, draft), reason }));
}

/** Fields that two users may have changed at once; the questions count as one. */
export const mergedFields = ["title", "description", "bookId", "chapter", "dueOn", "shared", "questions"] as const;
export type MergedField = (typeof mergedFields)[number];

/** The draft's fields as texts, by which two versions are compared and shown. Decision 35. */
export function textsOfAssignmentDraft({
  title,
  description,
  bookId,
  chapter,
  dueOn,
  shared,
  questions,
}: AssignmentDraft) {
  const texts = questions.map(({ text, detail, options, right }, place) => {
    const marked = filled(options).map((option) => `${option.id === right ? "✓" : "–"} ${option.text}`);
    return [`${place + 1}. ${text}`, detail, ...marked].filter(Boolean).join("\n");
  });
  const fields = {
    title,
    description,
    bookId,
    chapter,
    dueOn,
    shared: shared ? "on" : "",
    questions: texts.join("\n"),
  };
  return fields satisfies Record<MergedField, string>;
}

const ofQuestions = ["text", "detail", "options", "right"] as const;

/** Names of all fields in display order. */
export function fieldNames({ questions }: Pick<AssignmentDraft, "questions">): string[] {
  return [
    ...["type", "title", "description", "bookId", "chapter", "dueOn", "groupId", "pupils", "questions"],
    ...questions.flatMap(({ options }, place) => {
      const [text, detail, list, right] = ofQuestions.map((name) => `questions[${place}].${name}`);
      return [text, detail, list, ...options.map((_, row) => `questions[${place}].options[${row}].text`), right];
    }),
  ].filter((name) => name !== undefined);
}
