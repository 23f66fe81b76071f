import { z } from "zod";
import { defineContract } from "./contract";
import { formMessages } from "./form-messages";
import { uidSchema } from "./uid";

/**
 * Contracts of the submissions service: questions about a book and the pupils' answers. docs/product/reader.md#calls;
 * docs/product/reader.md#assignments.
 */

const submissionStatuses = ["InProgress", "Submitted"] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];

export const contextTypes = ["Assignment", "Quiz"] as const;
export type ContextType = (typeof contextTypes)[number];

/** Maximum characters of an open answer: more than pupils write, well below the request size limit. */
export const longestAnswer = 20_000;

const optionSchema = z.object({ id: z.string().min(1).max(100), text: z.string().trim().min(1).max(500) });

/** Only http and https addresses. */
const webAddress = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), formMessages.incorrectFormat);

/** Maximum number of options per question. */
export const maxOptions = 10;

const phrase = z.string().trim().min(1, formMessages.mandatory).max(2000);
const openQuestion = z.object({ type: z.literal("open-question"), phrase });
const closedQuestion = z.object({
  type: z.literal("closed-question"),
  phrase,
  options: z.array(optionSchema).min(2, formMessages.mandatory).max(maxOptions),
});
const reflectionTask = z.object({
  type: z.literal("reflection-task"),
  title: z.string().trim().min(1, formMessages.mandatory).max(200),
  description: z.string().trim().max(5000),
});
const externalReference = z.object({
  type: z.literal("external-reference"),
  url: webAddress,
  text: z.string().trim().min(1, formMessages.mandatory).max(500),
});

/** A question as sent to pupils: without the correct option and the target answers. */
const contentItemSchema = z.discriminatedUnion("type", [
  openQuestion,
  closedQuestion,
  reflectionTask,
  externalReference,
]);
export type ContentItem = z.output<typeof contentItemSchema>;

/** A question as sent to its author, including the correct option and target answers. */
const authoredItemSchema = z.discriminatedUnion("type", [
  openQuestion.extend({ targetAnswers: z.array(z.string().trim().min(1).max(2000)).max(20).optional() }),
  closedQuestion
    .extend({ answer: z.string().max(100) })
    .refine(({ answer, options }) => options.some(({ id }) => id === answer), {
      path: ["answer"],
      message: formMessages.selectOne,
    }),
  reflectionTask,
  externalReference,
]);
export type AuthoredItem = z.output<typeof authoredItemSchema>;

export const itemTypes = ["open-question", "closed-question", "reflection-task", "external-reference"] as const;
export type ItemType = (typeof itemTypes)[number];

/** Whether an item has an answer: references and reflections are only read. */
export function isQuestion<Item extends { type: ItemType }>(
  item: Item,
): item is Extract<Item, { type: "open-question" | "closed-question" }> {
  return item.type === "open-question" || item.type === "closed-question";
}

export function countQuestions(exercises: readonly { content: readonly { type: ItemType }[] }[]): number {
  return exercises.flatMap(({ content }) => content).filter(isQuestion).length;
}

const exerciseOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    id: z.string().min(1).max(100),
    title: z.string().trim().max(200).optional(),
    content: z.array(item).min(1).max(50),
  });
const exerciseSchema = exerciseOf(contentItemSchema);
export type Exercise = z.output<typeof exerciseSchema>;
const authoredExerciseSchema = exerciseOf(authoredItemSchema);
export type AuthoredExercise = z.output<typeof authoredExerciseSchema>;

const answerSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("OpenEndedQuestionAnswer"), value: z.string().max(longestAnswer) }),
  z.object({ type: z.literal("ClosedEndedQuestionAnswer"), optionId: z.string().max(100) }),
]);
export type Answer = z.output<typeof answerSchema>;

/** Answers by exercise id, then by the item's index. docs/product/reader.md#entities. */
const answersSchema = z.record(
  z.string().min(1).max(100),
  z.record(z.string().regex(/^\d{1,3}$/, formMessages.incorrectFormat), answerSchema),
);
export type Answers = z.output<typeof answersSchema>;

/** Whether two answers are equal; an empty text counts as no answer. */
export function isSameAnswer(one: Answer | undefined, other: Answer | undefined): boolean {
  return (one ? textOf(one) : "") === (other ? textOf(other) : "");
}

/** Whether two sets of answers are equal, in any order. */
export function isSameAnswers(one: Answers, other: Answers): boolean {
  const flat = (answers: Answers) =>
    Object.entries(answers)
      .flatMap(([exercise, items]) => Object.entries(items).map(([item, answer]) => [exercise, item, textOf(answer)]))
      .map((parts) => JSON.stringify(parts))
      .sort()
      .join();
  return flat(one) === flat(other);
}

const textOf = (answer: Answer) => (answer.type === "OpenEndedQuestionAnswer" ? answer.value : answer.optionId);

const contextSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("Assignment"),
    assignment: z.object({
      id: z.string(),
      title: z.string(),
      description: z.string(),
      createdAt: z.string(),
      objective: z.object({ exercises: z.array(exerciseSchema) }),
    }),
  }),
  z.object({ type: z.literal("Quiz"), exercise: exerciseSchema.extend({ title: z.string() }) }),
]);

/** Why a submission is read-only for the pupil; null while it can be edited. */
const closedReasons = ["submitted", "left_group", "book_withdrawn"] as const;

const submissionSchema = z.object({
  id: z.string(),
  status: z.enum(submissionStatuses),
  answers: answersSchema,
  context: contextSchema,
  /** Our additions to the fields of docs/product/reader.md#entities. */
  version: z.number().int(),
  /** The task's description, since the context of a quiz has none. */
  description: z.string(),
  closed: z.enum(closedReasons).nullable(),
  createdAt: z.string(),
  bookId: z.string(),
  bookTitle: z.string(),
  /** false if the book was withdrawn. */
  isBookOffered: z.boolean(),
  /** Label of the chapter; null for the whole book. */
  chapter: z.string().nullable(),
  /** YYYY-MM-DD; null: no due date. */
  dueOn: z.string().nullable(),
  teacher: z.string().nullable(),
  comment: z.string().nullable(),
  /** ISO 8601 times. */
  handedBackAt: z.string().nullable(),
  /** The answers as they were submitted, which the teacher can still read; null unless handed back and not submitted again. */
  handedBackAnswers: answersSchema.nullable(),
  savedAt: z.string().nullable(),
  submittedAt: z.string().nullable(),
});
export type Submission = z.output<typeof submissionSchema>;

/** Progress of a submission, without the answers. */
const submissionCardSchema = submissionSchema
  .pick({
    id: true,
    status: true,
    closed: true,
    bookId: true,
    bookTitle: true,
    isBookOffered: true,
    dueOn: true,
    teacher: true,
    comment: true,
    handedBackAt: true,
    submittedAt: true,
  })
  .extend({ title: z.string(), questions: z.number().int(), isBegun: z.boolean() });
export type SubmissionCard = z.output<typeof submissionCardSchema>;

const changesSchema = z.object({ status: z.enum(submissionStatuses), answers: answersSchema });

/** The changes are sent as JSON in a `text/plain` body. */
const changesText = z.string().transform((text, context) => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: formMessages.incorrectFormat });
    return z.NEVER;
  }
  const parsed = changesSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const isLong = issue.code === "too_big";
    const message = isLong ? formMessages.tooManyCharacters : formMessages.incorrectFormat;
    context.addIssue({ code: "custom", path: issue.path as string[], message });
  }
  return z.NEVER;
});

const idParams = z.object({ id: z.string().min(1).max(100) });

/** Editable fields of an assignment. The group cannot be changed later. */
const draftShape = {
  title: z.string().trim().min(1, formMessages.mandatory).max(200),
  description: z.string().trim().max(5000),
  exercises: z
    .array(authoredExerciseSchema)
    .min(1)
    .max(50)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, formMessages.duplicate),
  bookId: z.string().min(1, formMessages.mandatory).max(100),
  chapter: z.string().trim().max(300).nullable(),
  /** YYYY-MM-DD. */
  dueOn: z.iso.date(formMessages.incorrectFormat).nullable(),
  /** Other teachers of the school may read and copy the questions. */
  shared: z.boolean(),
};
const newAssignmentSchema = z
  .object({
    ...draftShape,
    type: z.enum(contextTypes),
    groupId: uidSchema,
    /** uids; null: all pupils of the group, including those who join later. */
    pupils: z.array(uidSchema).min(1, formMessages.selectOne).max(500).nullable(),
  })
  .refine(({ type, exercises }) => type === "Assignment" || exercises.length === 1, {
    path: ["exercises"],
    message: formMessages.incorrectFormat,
  });

/** Number of pupils by progress. */
const countsSchema = z.object({
  notBegun: z.number().int(),
  writing: z.number().int(),
  submitted: z.number().int(),
});

const assignmentRowSchema = z.object({
  id: z.string(),
  type: z.enum(contextTypes),
  title: z.string(),
  bookId: z.string(),
  bookTitle: z.string(),
  /** Whether the pupils can open the book. */
  isBookOffered: z.boolean(),
  chapter: z.string().nullable(),
  dueOn: z.string().nullable(),
  shared: z.boolean(),
  createdAt: z.string(),
  teacher: z.string().nullable(),
  group: z.object({ id: z.string(), name: z.string(), isDeleted: z.boolean() }),
  questions: z.number().int(),
  /** null for colleagues who can only copy it; set for administrators and the class's teachers. */
  counts: countsSchema.nullable(),
  /** The caller's permission: administrators see only counts, teachers of the school can copy shared assignments. */
  right: z.enum(["teach", "copy", "count"]),
});
export type AssignmentRow = z.output<typeof assignmentRowSchema>;

const assignmentSchema = assignmentRowSchema.extend({
  description: z.string(),
  /** null for callers who see only counts. */
  exercises: z.array(authoredExerciseSchema).nullable(),
  pupils: z.array(z.string()).nullable(),
  version: z.number().int(),
});
export type Assignment = z.output<typeof assignmentSchema>;

/** `username` is set only if another pupil of the assignment or class has the same name. */
const namedPupilSchema = z.object({ id: z.string(), name: z.string(), username: z.string().nullable() });

const pupilSubmissionSchema = z.object({
  id: z.string(),
  pupil: namedPupilSchema,
  status: z.enum(submissionStatuses),
  isBegun: z.boolean(),
  /** The pupil has left the group and can only read. */
  hasLeft: z.boolean(),
  /** As last submitted, also after being handed back; null before the first time: drafts are private to the pupil. */
  answers: answersSchema.nullable(),
  /** Correct answers out of all closed questions; null without answers or closed questions. */
  marks: z.object({ right: z.number().int(), of: z.number().int() }).nullable(),
  comment: z.string().nullable(),
  handedBackAt: z.string().nullable(),
  savedAt: z.string().nullable(),
  submittedAt: z.string().nullable(),
});
export type PupilSubmission = z.output<typeof pupilSubmissionSchema>;

const source = "docs/product/choices.md#own-calls";

/** A teacher's comment on a submission; empty for none. */
export const commentField = z.string().trim().max(5000, formMessages.tooManyCharacters);

/** Maximum number of cards per person. */
const maxCards = z.coerce.number().int().min(1).max(100).default(100);

export const submissionContracts = {
  /** The caller's submissions, latest first. `contextId` is the id of an assignment, a quiz's exercise or a book; omit it for all. */
  getSubmissions: defineContract({
    method: "GET",
    path: "/",
    auth: "bearer",
    opensToPictureCode: true,
    source: "docs/product/reader.md#calls",
    query: z.object({
      ownership: z.literal("Mine"),
      contextId: z.string().min(1).max(100).optional(),
      contextType: z.enum(contextTypes).optional(),
      status: z.enum(submissionStatuses).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: z.string().min(1).max(200).optional(),
    }),
    responses: { 200: z.object({ data: z.array(submissionSchema), cursor: z.string().nullable() }) },
  }),
  /** `etag` is the version for `if-match` of an update. */
  getSubmission: defineContract({
    method: "GET",
    path: "/:id",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    params: idParams,
    responses: { 200: submissionSchema },
  }),
  /**
   * Saves or submits all answers if they have not changed since they were read: `if-match` is their `etag` and optional only for the first
   * ones. Otherwise 412; 409 if already submitted, the pupil has left the group, or the book was withdrawn.
   */
  updateSubmission: defineContract({
    method: "PATCH",
    path: "/:id",
    auth: "bearer",
    opensToPictureCode: true,
    source: "docs/product/reader.md#calls",
    params: idParams,
    headers: z.object({ "if-match": z.string().max(100).optional() }),
    bodyType: "text",
    body: changesText,
    responses: { 200: submissionSchema },
  }),
  /** The caller's submissions without answers: open ones first, by due date. */
  getSubmissionCards: defineContract({
    method: "GET",
    path: "/cards",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    query: z.object({ limit: maxCards }),
    responses: { 200: z.object({ data: z.array(submissionCardSchema) }) },
  }),
  /** Progress of the caller's pupils, for guardians; without answers, in the order of getSubmissionCards. */
  getPupilSubmissions: defineContract({
    method: "GET",
    path: "/pupils",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    query: z.object({ limit: maxCards }),
    responses: {
      200: z.object({
        data: z.array(z.object({ id: z.string(), name: z.string(), submissions: z.array(submissionCardSchema) })),
      }),
    },
  }),
  /** The groups that the caller teaches, with the pupils to whom an assignment can be given. */
  getClasses: defineContract({
    method: "GET",
    path: "/classes",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    responses: {
      200: z.object({
        data: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            organization: z.string(),
            pupils: z.array(namedPupilSchema),
          }),
        ),
      }),
    },
  }),
  /**
   * Assignments of the caller's classes (`own`), those shared within the caller's schools, or counts for schools that the caller
   * administers.
   */
  getAssignments: defineContract({
    method: "GET",
    path: "/assignments",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    query: z.object({
      of: z.enum(["own", "shared", "administered"]).default("own"),
      bookId: z.string().min(1).max(100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: z.string().min(1).max(200).optional(),
    }),
    responses: {
      200: z.object({
        data: z.array(assignmentRowSchema),
        cursor: z.string().nullable(),
        /** Whether the caller teaches a group and can create an assignment. */
        mayMake: z.boolean(),
      }),
    },
  }),
  /** Creates an assignment and a submission in progress for each pupil. 404 for a group that the caller does not teach. */
  createAssignment: defineContract({
    method: "POST",
    path: "/assignments",
    auth: "bearer",
    source,
    body: newAssignmentSchema,
    responses: { 201: z.object({ id: z.string() }) },
  }),
  getAssignment: defineContract({
    method: "GET",
    path: "/assignments/:id",
    auth: "bearer",
    opensToPictureCode: true,
    source,
    params: idParams,
    responses: { 200: assignmentSchema },
  }),
  /** 412 if the stored version differs; 409 if this would change the questions of a quiz that pupils have begun. */
  updateAssignment: defineContract({
    method: "PUT",
    path: "/assignments/:id",
    auth: "bearer",
    source,
    params: idParams,
    body: z.object({ ...draftShape, version: z.number().int().min(1) }),
    responses: { 200: assignmentSchema },
  }),
  /** Deletes an assignment and all its answers. */
  deleteAssignment: defineContract({
    method: "DELETE",
    path: "/assignments/:id",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 204: z.undefined() },
  }),
  /** Each pupil's progress, and the answers as last submitted. */
  getAssignmentSubmissions: defineContract({
    method: "GET",
    path: "/assignments/:id/submissions",
    auth: "bearer",
    source,
    params: idParams,
    responses: { 200: z.object({ data: z.array(pupilSubmissionSchema) }) },
  }),
  /** Comments on a submission; `handBack` reopens it for the pupil. 409 if it is not submitted. */
  commentSubmission: defineContract({
    method: "PUT",
    path: "/assignments/:id/submissions/:submissionId/comment",
    auth: "bearer",
    source,
    params: idParams.extend({ submissionId: z.string().min(1).max(100) }),
    body: z.object({ comment: commentField, handBack: z.boolean() }),
    responses: { 200: pupilSubmissionSchema },
  }),
} as const;
