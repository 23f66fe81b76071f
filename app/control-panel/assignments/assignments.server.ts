import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { confirmationForm } from "~/forms/confirmation";
import { formResult } from "~/forms/form-result.server";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { nameParameter, readQuery, textParameter } from "~/forms/read-query";
import { orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { neutraliseCell } from "~/security/spreadsheet-cell";
import { ServiceError } from "~/services/contracts/service-error";
import {
  type Assignment,
  type AssignmentRow,
  commentField,
  type PupilSubmission,
} from "~/services/contracts/submissions";
import { redirectWithNotice } from "~/shell/notice.server";
import { assignmentIntents, notSubmitted } from "./assignment-draft";
import { answerText, displayName, questionsOf, removedAnswers, stateOf } from "./assignment-state";

/** Loaders and actions of the assignment pages in the control panel: the list, one assignment with its pupils, the Excel export. */

const scopes = ["own", "shared", "administered"] as const;
export type Scope = (typeof scopes)[number];

export type AssignmentsData = {
  of: Scope;
  rows: AssignmentRow[];
  cursor: string | null;
  mayMake: boolean;
  isAdministrator: boolean;
};

const listSchema = z.object({ of: nameParameter(scopes), cursor: textParameter });

export async function loadAssignments(backend: Backend, request: Request): Promise<AssignmentsData> {
  const { user, credentials } = await authorisePanel(backend, request);
  const { of: requestedScope, cursor } = readQuery(new URL(request.url).searchParams, listSchema);
  const isAdministrator = user.isSuperUser || user.roles.includes("admin");
  const { submissions } = backend.clients;
  const fetchList = async (of: Scope): Promise<AssignmentsData> => {
    const query = { of, cursor: cursor ?? undefined };
    const { body } = await orThrowResponse(submissions.getAssignments({ query }, credentials), request);
    return { of, rows: body.data, cursor: body.cursor, mayMake: body.mayMake, isAdministrator };
  };
  const list = await fetchList(requestedScope ?? "own");
  // Administrators without classes start with the counts of their organisations.
  return requestedScope === undefined && isAdministrator && !list.mayMake ? fetchList("administered") : list;
}

export type AssignmentData = {
  assignment: Assignment;
  /** null if the user may not read answers. */
  pupils: PupilSubmission[] | null;
  by: "pupil" | "question";
};

const pageSchema = z.object({ by: nameParameter(["pupil", "question"]) });

export async function loadAssignment(backend: Backend, request: Request, id: string): Promise<AssignmentData> {
  const { credentials } = await authorisePanel(backend, request);
  const { submissions } = backend.clients;
  const params = { id };
  const { body: assignment } = await orThrowResponse(submissions.getAssignment({ params }, credentials), request);
  const { by = "pupil" } = readQuery(new URL(request.url).searchParams, pageSchema);
  if (assignment.right !== "teach") return { assignment, pupils: null, by };
  const { body } = await orThrowResponse(submissions.getAssignmentSubmissions({ params }, credentials), request);
  return { assignment, pupils: body.data, by };
}

type Sent = { panel: Panel; request: Request; id: string; form: FormData };
const actions: Record<string, (sent: Sent) => Promise<unknown>> = {
  [assignmentIntents.comment]: (sent) => comment(sent, false),
  [assignmentIntents.handBack]: (sent) => comment(sent, true),
  [assignmentIntents.delete]: remove,
};

export async function actOnAssignment(backend: Backend, request: Request, id: string) {
  const panel = await authorisePanel(backend, request);
  const form = await request.formData();
  return actionOf(actions, form)({ panel, request, id, form });
}

const commentSchema = z.object({
  submission: z.string().catch(""),
  comment: z
    .string()
    .optional()
    .transform((text = "") => text.replaceAll("\r\n", "\n"))
    .pipe(commentField),
});

async function comment({ panel, request, id, form: formData }: Sent, handBack: boolean) {
  const form = readForm(formData, commentSchema);
  const { submission, comment } = form.values;
  const params = { id, submissionId: submission };
  try {
    await panel.backend.clients.submissions.commentSubmission(
      { params, body: { comment, handBack } },
      panel.credentials,
    );
  } catch (error) {
    const isHandedBack = error instanceof ServiceError && error.status === 409;
    const fieldErrors = isHandedBack ? { fieldErrors: { comment: [notSubmitted] } } : {};
    return formResult(panel.backend, isHandedBack ? null : error, {
      request,
      intent: assignmentIntents.comment,
      ...fieldErrors,
      ...form,
    });
  }
  const t = await getTranslator(request, "assignments");
  const { search } = new URL(request.url);
  const back = `/controlpanel/assignments/${id}${search}#pupil-${submission}`;
  return redirectWithNotice(back, "success", t(handBack ? "handed_back" : "commented"));
}

async function remove({ panel, request, id, form: formData }: Sent) {
  const form = readForm(formData, confirmationForm);
  if (form.submission.status !== "success") {
    return formResult(panel.backend, null, { request, intent: assignmentIntents.delete, ...form });
  }
  await orThrowResponse(
    panel.backend.clients.submissions.deleteAssignment({ params: { id } }, panel.credentials),
    request,
  );
  const t = await getTranslator(request, "assignments");
  return redirectWithNotice("/controlpanel/assignments", "success", t("deleted"));
}

/** Sends the answers as an Excel file: one row per pupil, one column per question. */
export async function sendAnswers(backend: Backend, request: Request, id: string): Promise<Response> {
  const { assignment, pupils } = await loadAssignment(backend, request, id);
  if (pupils === null) throw new Response(null, { status: 403 });
  const t = await getTranslator(request, "assignments");
  const { default: ExcelJS } = await import("exceljs");
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet(t("answers"), { views: [{ state: "frozen", ySplit: 1 }] });
  const exercises = assignment.exercises ?? [];
  const items = questionsOf(exercises);
  const phrases = items.map(({ item }) => item.phrase);
  const head = [t("pupil"), t("state"), ...phrases, t("right"), t("comment"), t("removedQuestions")];
  sheet.addRow(head.map(neutraliseCell)).font = { bold: true };
  for (const { pupil, answers, marks, comment: remark, ...state } of pupils) {
    const given = items.map((each) => answerText(each.item, answers?.[each.id]?.[each.index]));
    const right = marks ? `${marks.right}/${marks.of}` : "";
    const removed = removedAnswers(exercises, answers)
      .map((answer) => (answer.type === "OpenEndedQuestionAnswer" ? answer.value : t("removedChoice")))
      .join("\n");
    sheet.addRow(
      [displayName(pupil), t(`states.${stateOf(state)}`), ...given, right, remark ?? "", removed].map(neutraliseCell),
    );
  }
  for (const column of sheet.columns) column.width = 28;
  const file = new Uint8Array(await workbook.xlsx.writeBuffer());
  const name = `${assignment.title.replace(/[^\p{L}\p{N} _-]/gu, "")}.xlsx`;
  return new Response(file, {
    headers: {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": `attachment; filename="answers.xlsx"; filename*=UTF-8''${encodeURIComponent(name)}`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
