import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { hiddenField } from "~/forms/form-fields";
import type { FormResult } from "~/forms/form-result";
import { formResult } from "~/forms/form-result.server";
import { actionOf } from "~/forms/intents";
import { formatReasons } from "~/forms/messages";
import { type ReadForm, readForm } from "~/forms/read-form";
import { nameParameter, readQuery } from "~/forms/read-query";
import { isStale, orThrowResponse, reasonsOf } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import {
  answersOfForm,
  answersToRemovedQuestions,
  countRemovedAnswers,
  partsOf,
} from "~/reader/submissions/submission-parts";
import { ServiceError } from "~/services/contracts/service-error";
import { type Answer, type Answers, isSameAnswers, type Submission } from "~/services/contracts/submissions";
import { requireUser, type SignedIn } from "~/session/guard.server";
import { redirectWithNotice } from "~/shell/notice.server";
import { answerIntents } from "./answer-intents";

/** A pupil's assignment on its own page: without the book, and without script. docs/product/reader.md#assignments. */

export type MyAssignmentData = {
  submission: Submission;
  uid: string;
  /** Whether the page asks for confirmation of submitting. */
  isAsking: boolean;
};

const pageSchema = z.object({ submit: nameParameter(["ask"]) });

/** @throws Response 404 for another pupil's submission, 403 during impersonation */
export async function loadMyAssignment(backend: Backend, request: Request, id: string): Promise<MyAssignmentData> {
  const person = await requireUser(backend, request);
  const submission = await fetchSubmission(person, request, id);
  const { submit } = readQuery(new URL(request.url).searchParams, pageSchema);
  return { submission, uid: person.user.uid, isAsking: submit !== undefined && submission.closed === null };
}

async function fetchSubmission({ backend, credentials }: SignedIn, request: Request, id: string): Promise<Submission> {
  const { submissions } = backend.clients;
  return (await orThrowResponse(submissions.getSubmission({ params: { id } }, credentials), request)).body;
}

/** Action data of the page, whose answers are no fields of conform: decision 37. */
export type MyAssignmentResult = Partial<FormResult> & {
  /** Typed answers that were not stored. */
  answers?: Answers;
  /** Other answers are stored by now: both are shown. */
  conflict?: { mine: Answers; stored: Submission; isElsewhere: boolean };
  /** Answers to questions that were removed meanwhile. */
  gone?: Answer[];
  /** Translated, since the page does not load the texts of the control panel. */
  reasons?: string[];
};

const formSchema = z.object({ version: hiddenField });

type Sent = {
  person: SignedIn;
  request: Request;
  formData: FormData;
  form: ReadForm<z.output<typeof formSchema>>;
  stored: Submission;
};

const actions: Record<string, (sent: Sent) => Promise<Response | ReturnType<typeof data<MyAssignmentResult>>>> = {
  [answerIntents.save]: (sent) => save(sent, "stay"),
  [answerIntents.ask]: (sent) => save(sent, "ask"),
  [answerIntents.submit]: submit,
};

export async function actOnMyAssignment(backend: Backend, request: Request, id: string) {
  const person = await requireUser(backend, request);
  const formData = await request.formData();
  const action = actionOf(actions, formData);
  const form = readForm(formData, formSchema);
  return action({ person, request, formData, form, stored: await fetchSubmission(person, request, id) });
}

const addressOf = ({ id }: Submission) => `/assignments/${id}`;

function update({ person, form, stored }: Sent, changes: Pick<Submission, "status" | "answers">) {
  const headers = { "if-match": `"${form.values.version}"` };
  const input = { params: { id: stored.id }, headers, body: JSON.stringify(changes) };
  return person.backend.clients.submissions.updateSubmission(input, person.credentials);
}

/** @param then whether the next page asks for confirmation of submitting */
async function save(sent: Sent, then: "stay" | "ask") {
  const { person, request, formData, form, stored } = sent;
  const { exercises } = partsOf(stored);
  const answers = answersOfForm(formData, exercises);
  const gone = answersToRemovedQuestions(formData, exercises);
  try {
    await update(sent, { status: "InProgress", answers });
  } catch (error) {
    if (!(error instanceof ServiceError) || ![409, 412].includes(error.status)) return refused(error, sent, answers);
    const now = await fetchSubmission(person, request, stored.id);
    // The form was submitted twice.
    const isElsewhere = String(now.version) !== form.values.version;
    if (!isSameAnswers(now.answers, answers)) {
      return data<MyAssignmentResult>({ conflict: { mine: answers, stored: now, isElsewhere }, gone }, error.status);
    }
  }
  // A user who continues to submit has already seen the removed answers reported before.
  if (gone.length > (then === "ask" ? countRemovedAnswers(formData) : 0)) return data<MyAssignmentResult>({ gone });
  if (then === "ask") return redirect(`${addressOf(stored)}?submit=ask`);
  const t = await getTranslator(request, "submissions");
  return redirectWithNotice(addressOf(stored), "success", t("save_state.saved"));
}

/** Submits the stored answers, if they are the ones that the user has seen. */
async function submit(sent: Sent) {
  const { request, stored } = sent;
  const t = await getTranslator(request, "submissions");
  try {
    await update(sent, { status: "Submitted", answers: stored.answers });
  } catch (error) {
    if (isStale(error)) return redirectWithNotice(addressOf(stored), "warning", t("conflict.title"));
    if (error instanceof ServiceError && error.status === 409) return redirect(addressOf(stored));
    return refused(error, sent, stored.answers);
  }
  return redirectWithNotice(addressOf(stored), "success", t("submitted_notice"));
}

/** @throws Response for errors that the page cannot show */
async function refused(error: unknown, { person, request, form: { submission } }: Sent, answers: Answers) {
  const reasons = [...new Set(Object.values(reasonsOf(error) ?? {}).flat())];
  const t = await getTranslator(request, "control-panel");
  const extra = { answers, reasons: formatReasons(t, reasons) };
  return formResult(person.backend, error, { request, submission, extra });
}
