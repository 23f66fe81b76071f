import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { listField } from "~/forms/form-fields";
import type { FormResult } from "~/forms/form-result";
import { formResult, staleFormResult, typedFormResult } from "~/forms/form-result.server";
import { formVersionOf } from "~/forms/form-version";
import { idempotencyKeyOf } from "~/forms/idempotency-key";
import { actionOf, placeOfIntent } from "~/forms/intents";
import { type ReadForm, readForm } from "~/forms/read-form";
import { isStale, orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { formMessages } from "~/services/contracts/form-messages";
import { ServiceError, validationError } from "~/services/contracts/service-error";
import { type Assignment, type Exercise, itemTypes, type PupilSubmission } from "~/services/contracts/submissions";
import { redirectWithNotice } from "~/shell/notice.server";
import {
  type AssignmentDraft,
  assignmentIntents,
  copyOf,
  draftOfAssignment,
  draftSchema,
  emptyQuestion,
  exercisesOf,
  formDetails,
  type MergedField,
  mergedFields,
  previewOf,
  quizBegun,
  textsOfAssignmentDraft,
  withMoreOptions,
} from "./assignment-draft";

/** Form of a new or existing assignment: every button submits the whole form, so it works without script. */

type Class = { id: string; name: string; organization: string; pupils: Array<PupilSubmission["pupil"]> };

export type AssignmentFormData = {
  draft: AssignmentDraft;
  /** null for a new assignment. */
  id: string | null;
  version: number;
  /** Classes to choose from; empty for an existing assignment, whose group cannot change. */
  classes: Class[];
  books: Array<{ id: string; title: string }>;
  key: string;
};

export type AssignmentFormResult = FormResult<MergedField> & {
  preview?: Exercise[];
  /** Title of the assignment as another user saved it first. */
  storedTitle?: string;
};

const listedBooks = 500;

async function booksOf({ backend, user, credentials }: Panel, request: Request): Promise<AssignmentFormData["books"]> {
  const input = { params: { id: user.uid }, query: { limit: listedBooks } };
  const { body } = await orThrowResponse(backend.clients.library.getUserBooks(input, credentials), request);
  return body.data.map(({ id, title }) => ({ id, title }));
}

async function fetchAssignment({ backend, credentials }: Panel, request: Request, id: string): Promise<Assignment> {
  const { submissions } = backend.clients;
  return (await orThrowResponse(submissions.getAssignment({ params: { id } }, credentials), request)).body;
}

export async function loadNewAssignment(backend: Backend, request: Request): Promise<AssignmentFormData> {
  const panel = await authorisePanel(backend, request);
  const { searchParams } = new URL(request.url);
  const from = searchParams.get("from");
  const [{ body }, books, copied] = await Promise.all([
    orThrowResponse(backend.clients.submissions.getClasses({}, panel.credentials), request),
    booksOf(panel, request),
    from === null ? null : fetchAssignment(panel, request, from),
  ]);
  const classes = body.data;
  const groupId = searchParams.get("group") ?? (classes.length === 1 ? (classes[0]?.id ?? "") : "");
  const empty: AssignmentDraft = {
    ...{ type: "Assignment", title: "", description: "", bookId: searchParams.get("book") ?? "", chapter: "", groupId },
    ...{ dueOn: "", shared: false, questions: [emptyQuestion("open-question", randomUUID())] },
  };
  const draft = copied ? { ...copyOf(draftOfAssignment(copied), randomUUID), groupId } : empty;
  return { draft, id: null, version: 0, key: randomUUID(), classes, books };
}

/** @throws Response 403 for an assignment that the user may only copy or count */
export async function loadAssignmentForm(backend: Backend, request: Request, id: string): Promise<AssignmentFormData> {
  const panel = await authorisePanel(backend, request);
  const [assignment, offered] = await Promise.all([fetchAssignment(panel, request, id), booksOf(panel, request)]);
  if (assignment.right !== "teach") throw new Response(null, { status: 403 });
  const { bookId, bookTitle, version } = assignment;
  const isOffered = offered.some((book) => book.id === bookId);
  const books = isOffered ? offered : [{ id: bookId, title: bookTitle }, ...offered];
  return { draft: draftOfAssignment(assignment), id, version, key: randomUUID(), classes: [], books };
}

/** `id` is null for a new assignment. */
type Sent = { panel: Panel; request: Request; id: string | null; form: FormData; read: ReadForm<AssignmentDraft> };

const actions: Record<string, (sent: Sent) => Promise<unknown> | ReturnType<typeof again>> = {
  [assignmentIntents.save]: save,
  [assignmentIntents.add]: addQuestion,
  [assignmentIntents.remove]: removeQuestion,
  [assignmentIntents.moreOptions]: addOptions,
  [assignmentIntents.preview]: ({ read }) => again(read, {}, { preview: previewOf(read.values) }),
};

/** @param id null for a new assignment */
export async function actOnAssignmentForm(backend: Backend, request: Request, id: string | null) {
  const panel = await authorisePanel(backend, request);
  const form = await request.formData();
  return actionOf(actions, form)({ panel, request, id, form, read: readForm(form, draftSchema) });
}

/** The form as typed, without validation errors. */
function again(
  { submission }: Sent["read"],
  initialValue: Partial<Pick<AssignmentDraft, "questions">>,
  extra?: Pick<AssignmentFormResult, "preview">,
) {
  return typedFormResult({ submission, initialValue }, extra);
}

const newQuestion = z.object({ newType: z.enum(itemTypes).catch("open-question") });

function addQuestion({ form, read }: Sent) {
  const { newType } = readForm(form, newQuestion).values;
  return again(read, { questions: [...read.values.questions, emptyQuestion(newType, randomUUID())] });
}

function removeQuestion({ form, read }: Sent) {
  const place = placeOfIntent(form);
  return again(read, { questions: read.values.questions.filter((_, each) => each !== place) });
}

function addOptions({ form, read }: Sent) {
  const place = placeOfIntent(form);
  const more = read.values.questions.map((question, each) => (each === place ? withMoreOptions(question) : question));
  return again(read, { questions: more });
}

async function save(sent: Sent) {
  const { panel, request, id, read } = sent;
  try {
    const saved = id === null ? await create(sent) : await update(sent, id);
    const t = await getTranslator(request, "assignments");
    const done = t(id === null ? "made" : "changed");
    return await redirectWithNotice(`/controlpanel/assignments/${saved}`, "success", done);
  } catch (error) {
    if (isStale(error) && id !== null) {
      return mergedForm(sent, await fetchAssignment(panel, request, id));
    }
    const isGroupGone = id === null && error instanceof ServiceError && error.status === 404;
    const displayedError = isGroupGone ? groupGone : asInForm(error, read.values);
    return formResult(panel.backend, displayedError, {
      request,
      intent: assignmentIntents.save,
      submission: read.submission,
    });
  }
}

/** 412: the form with the changes of both users; the questions are taken over or kept as a whole. Decision 35. */
function mergedForm({ form, read: { submission, values: own } }: Sent, assignment: Assignment) {
  const theirs = draftOfAssignment(assignment);
  const now = { stored: textsOfAssignmentDraft(theirs), version: assignment.version };
  return staleFormResult(mergedFields, now, {
    ...{ intent: assignmentIntents.save, formData: form, submission, mine: textsOfAssignmentDraft(own) },
    initialValueOf: (texts) => ({
      ...texts,
      questions: texts.questions === now.stored.questions ? theirs.questions : own.questions,
    }),
    extra: { storedTitle: assignment.title },
  });
}

/** Error for a chosen group that the teacher no longer has. */
const groupGone = validationError([{ attribute: "groupId", reason: formMessages.gone }]);

/** Maps the error details of the service to the form's fields. */
function asInForm(error: unknown, draft: AssignmentDraft): unknown {
  if (!(error instanceof ServiceError) || !error.details || ![400, 409].includes(error.status)) return error;
  const isBegun = error.status === 409;
  const details = isBegun ? [{ attribute: "questions", reason: quizBegun }] : formDetails(error.details, draft);
  return new ServiceError(error.status, error.code, error.message, details);
}

function bodyOf(draft: AssignmentDraft) {
  const { title, description, bookId, shared, chapter, dueOn } = draft;
  const exercises = exercisesOf(draft);
  return { title, description, bookId, shared, exercises, chapter: chapter.trim() || null, dueOn: dueOn || null };
}

async function create({ panel: { backend, credentials }, form, read: { values } }: Sent): Promise<string> {
  const { type, groupId } = values;
  const name = `pupil:${groupId}`;
  const pupils = readForm(form, z.object({ [name]: listField })).values[name] ?? [];
  const body = { ...bodyOf(values), type, groupId, pupils: pupils.length > 0 ? pupils : null };
  const made = await backend.clients.submissions.createAssignment({ body }, credentials, idempotencyKeyOf(form));
  return made.body.id;
}

async function update({ panel: { backend, credentials }, form, read: { values } }: Sent, id: string): Promise<string> {
  const body = { ...bodyOf(values), version: formVersionOf(form) };
  await backend.clients.submissions.updateAssignment({ params: { id }, body }, credentials);
  return id;
}
