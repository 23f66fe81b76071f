import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";
import { enterPanel, type Panel } from "~/control-panel/frame/panel.server";
import { idempotencyKeyOf } from "~/forms/idempotency-key";
import { isFailure, orRefuse, refusalOf } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { ServiceError } from "~/services/contracts/service-error";
import { type Assignment, type AuthoredExercise, type Exercise, itemTypes } from "~/services/contracts/submissions";
import { redirectWithNotice } from "~/shell/notice.server";
import {
  type AssignmentDraft,
  assignmentIntents,
  type DraftError,
  draftErrors,
  draftOf,
  emptyQuestion,
  exercisesOf,
  previewOf,
  readDraft,
} from "./assignment-draft";

/** The form of a new assignment and of one that is changed: each button sends all of it, so that it works without script. */

export type AssignmentFormData = {
  draft: AssignmentDraft;
  /** null for a new one. */
  id: string | null;
  version: number;
  classes: Array<{ id: string; name: string; organization: string; pupils: Array<{ id: string; name: string }> }>;
  books: Array<{ id: string; title: string }>;
  key: string;
};

export type AssignmentFormResult = {
  draft: AssignmentDraft;
  errors: DraftError[];
  preview: Exercise[] | null;
  /** Somebody else saved first: what is stored now, and its version. */
  stale: { version: number; title: string } | null;
  failed: boolean;
};

const listedBooks = 500;

async function choicesOf({ user, credentials }: Panel, request: Request) {
  const { submissions, library } = getWiring().clients;
  const [classes, books] = await Promise.all([
    orRefuse(submissions.getClasses({}, credentials), request),
    orRefuse(library.getUserBooks({ params: { id: user.uid }, query: { limit: listedBooks } }, credentials), request),
  ]);
  return { classes: classes.body.data, books: books.body.data.map(({ id, title }) => ({ id, title })) };
}

export async function loadNewAssignment(request: Request): Promise<AssignmentFormData> {
  const panel = await enterPanel(request);
  const { searchParams } = new URL(request.url);
  const from = searchParams.get("from");
  const choices = await choicesOf(panel, request);
  const copied = from === null ? null : await fetchAssignment(panel, request, from);
  const groupId = searchParams.get("group") ?? (choices.classes.length === 1 ? (choices.classes[0]?.id ?? "") : "");
  const empty: AssignmentDraft = {
    ...{ type: "Assignment", title: "", description: "", bookId: searchParams.get("book") ?? "", chapter: "", groupId },
    ...{ pupils: [], dueOn: "", shared: false, questions: [emptyQuestion("open-question", randomUUID())] },
  };
  const draft = copied ? { ...draftOf(copied), groupId, pupils: [], dueOn: "", shared: false } : empty;
  return { draft: withFreshIds(draft, copied !== null), id: null, version: 0, key: randomUUID(), ...choices };
}

const withFreshIds = (draft: AssignmentDraft, isCopy: boolean): AssignmentDraft =>
  isCopy ? { ...draft, questions: draft.questions.map((question) => ({ ...question, id: randomUUID() })) } : draft;

async function fetchAssignment({ credentials }: Panel, request: Request, id: string): Promise<Assignment> {
  const { body } = await orRefuse(
    getWiring().clients.submissions.getAssignment({ params: { id } }, credentials),
    request,
  );
  return body;
}

/** @throws Response 403 for an assignment that one may only copy or count */
export async function loadAssignmentForm(request: Request, id: string): Promise<AssignmentFormData> {
  const panel = await enterPanel(request);
  const [assignment, choices] = await Promise.all([fetchAssignment(panel, request, id), choicesOf(panel, request)]);
  if (assignment.right !== "teach") throw new Response(null, { status: 403 });
  const { bookId, bookTitle } = assignment;
  const books = choices.books.some((book) => book.id === bookId)
    ? choices.books
    : [{ id: bookId, title: bookTitle }, ...choices.books];
  return { draft: draftOf(assignment), id, version: assignment.version, key: randomUUID(), ...choices, books };
}

/** @param id null for a new one */
export async function actOnAssignmentForm(request: Request, id: string | null) {
  const panel = await enterPanel(request);
  const form = await request.formData();
  const draft = readDraft(form);
  const [intent, index] = String(form.get("intent") ?? "").split(":");
  const again = (change: Partial<AssignmentFormResult>, status = 200) =>
    data<AssignmentFormResult>({ draft, errors: [], preview: null, stale: null, failed: false, ...change }, { status });
  if (intent === assignmentIntents.add) {
    const type = itemTypes.find((each) => each === form.get("newType")) ?? "open-question";
    return again({ draft: { ...draft, questions: [...draft.questions, emptyQuestion(type, randomUUID())] } });
  }
  if (intent === assignmentIntents.remove) {
    return again({ draft: { ...draft, questions: draft.questions.filter((_, place) => place !== Number(index)) } });
  }
  if (intent === assignmentIntents.preview) return again({ preview: previewOf(draft) });
  if (intent !== assignmentIntents.save) throw new Response("Unknown intent", { status: 400 });
  try {
    const saved = await save(panel, form, draft, id);
    const t = await getTranslator(request, "assignments");
    return await redirectWithNotice(
      `/controlpanel/assignments/${saved}`,
      "success",
      t(id === null ? "made" : "changed"),
    );
  } catch (error) {
    if (error instanceof ServiceError && error.status === 412 && id !== null) {
      const now = await fetchAssignment(panel, request, id);
      return again({ stale: { version: now.version, title: now.title } }, 412);
    }
    if (error instanceof ServiceError && (error.status === 400 || error.status === 409)) {
      return again({ errors: draftErrors(error.details ?? [], draft) }, error.status);
    }
    // The group is no longer one that the teacher has.
    if (error instanceof ServiceError && error.status === 404 && id === null) {
      return again(
        { errors: [{ field: "groupId", question: null, reason: "Your choice is no longer available" }] },
        400,
      );
    }
    if (isFailure(error)) return again({ failed: true }, 502);
    throw refusalOf(error, request);
  }
}

async function save(
  { credentials }: Panel,
  form: FormData,
  draft: AssignmentDraft,
  id: string | null,
): Promise<string> {
  const { submissions } = getWiring().clients;
  const { title, description, bookId, shared, type, groupId } = draft;
  const body = {
    ...{ title, description, bookId, shared },
    exercises: exercisesOf(draft) as AuthoredExercise[],
    chapter: draft.chapter.trim() || null,
    dueOn: draft.dueOn || null,
  };
  if (id !== null) {
    await submissions.updateAssignment(
      { params: { id }, body: { ...body, version: Number(form.get("version")) } },
      credentials,
    );
    return id;
  }
  const pupils = form.getAll(`pupil:${groupId}`).map(String);
  const made = await submissions.createAssignment(
    { body: { ...body, type, groupId, pupils: pupils.length > 0 ? pupils : null } },
    credentials,
    idempotencyKeyOf(form),
  );
  return made.body.id;
}
