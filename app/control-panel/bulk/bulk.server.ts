import type { TFunction } from "i18next";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { afterJob } from "~/control-panel/jobs/after-job.server";
import { columnsToExport, wordsToExport } from "~/control-panel/lists/export-columns";
import { sheetWords } from "~/control-panel/lists/sheet-words";
import { isFailure, orThrowResponse, refusalOf } from "~/forms/service-errors.server";
import { getTranslator, localeOfRequest } from "~/i18n/i18n.server";
import { dayIn, type Locale, type Realm } from "~/realms/realm";
import type { JobRequest, Selection } from "~/services/contracts/jobs";
import type { ListKind } from "~/services/contracts/person-kinds";
import { ServiceError } from "~/services/contracts/service-error";
import { listHref, listPageOf, listQuery } from "~/shell/list-address";
import { redirectWithNotice } from "~/shell/notice.server";
import { type BulkAction, bulkActionsFor } from "./bulk-actions";
import { readBulkForm, type SentBulkForm } from "./bulk-form.server";

/** Bulk actions of a list: asks for confirmation, then starts a job. */

export type BulkQuestion = {
  kind: ListKind;
  action: BulkAction;
  form: SentBulkForm;
  count: number;
  /** The first names, so that the user can check the selection. */
  names: string[];
  groups: Array<{ id: string; name: string }>;
  /** Whether there are more groups; users find the others by name. */
  hasMoreGroups: boolean;
  /** Error on the group to move to: none was chosen, or it was deleted in the meantime. */
  groupError: "needed" | "gone" | null;
  /** Number that the user must type to delete many people; null if not required. */
  countToType: number | null;
  isTypedWrong: boolean;
  /** Number of selected people who already have a badge, for printing badges. */
  withBadge: number;
  backHref: string;
};

/** The form of a failed service call, so that it can be repeated. */
export type BulkFailure = { kind: ListKind; form: SentBulkForm; backHref: string; isFailed: true };

/**
 * @returns a question to confirm, a redirect to the job's page, or the form to repeat
 * @throws Response 400 for a form that no page sends
 */
export async function submitBulkForm(
  backend: Backend,
  request: Request,
  kind: ListKind,
): Promise<BulkQuestion | BulkFailure | Response> {
  const panel = await authorisePanel(backend, request);
  const form = readBulkForm(await request.formData());
  if (!form) throw new Response(null, { status: 400 });
  const backHref = backHrefOf(kind, form);
  try {
    return await bulkResponse(panel, request, kind, form, backHref);
  } catch (error) {
    if (!isFailure(backend, error)) throw error;
    return { kind, form, backHref, isFailed: true };
  }
}

/** The page from which the form was sent. */
function backHrefOf(kind: ListKind, { ofGroup, toPerson, ids, state }: SentBulkForm): string {
  if (toPerson && ids[0]) return `/controlpanel/${kind}/${ids[0]}`;
  if (ofGroup) return `/controlpanel/groups/${ofGroup}`;
  return listHref(`/controlpanel/${kind}`, state, listPageOf(state));
}

async function bulkResponse(panel: Panel, request: Request, kind: ListKind, form: SentBulkForm, backHref: string) {
  const t = await getTranslator(request, "lists");
  const isExport = form.act === "export-xlsx" || form.act === "export-csv";
  if (!isExport && !form.all && form.ids.length === 0) {
    return redirectWithNotice(backHref, "warning", t("bulk.chooseSomebody"));
  }
  if (!isExport && !(await offered(panel, request, kind, form)).includes(form.act as BulkAction)) {
    const tPanel = await getTranslator(request, "control-panel");
    return redirectWithNotice(backHref, "error", tPanel("messages.insufficientPermission"));
  }
  const action = form.act as BulkAction;
  const ask = () => askQuestion(panel, request, kind, form);
  let groupError: BulkQuestion["groupError"] = form.confirmed && form.act === "move" && !form.group ? "needed" : null;
  const counted = form.act === "delete" ? await ask() : null;
  const countToType = counted && counted.count >= manyDeleted ? counted.count : null;
  const isTypedWrong = form.confirmed && countToType !== null && digitsOf(form.typedCount) !== String(countToType);
  if (isExport || (form.confirmed && !groupError && !isTypedWrong)) {
    const started = await startJob(panel, request, kind, form, t);
    if (started !== "group gone") return afterJob(panel, request, started, backHref);
    groupError = "gone";
  }
  const question = counted ?? (await ask());
  if (!form.all && form.ids.length <= namesShown && question.names.length === 0) {
    const tPanel = await getTranslator(request, "control-panel");
    return redirectWithNotice(backHref, "warning", tPanel("messages.gone"));
  }
  return { kind, action, form, ...question, groupError, countToType, isTypedWrong, backHref };
}

/** Deleting at least this many people requires typing their number. */
const manyDeleted = 10;

/** Removes separators between digits. */
function digitsOf(typed: string): string {
  return typed.replace(/[\s.,’']/gu, "");
}

/** @returns the job's id */
async function startJob(panel: Panel, request: Request, kind: ListKind, form: SentBulkForm, t: TFunction) {
  const options = form.key ? { idempotencyKey: form.key } : undefined;
  const reader = { t, realm: panel.realm, locale: await localeOfRequest(request) };
  const job = jobRequestOf(reader, kind, form, selectionOf(kind, form));
  try {
    const { body } = await panel.client.createJob({ body: { data: job } }, panel.credentials, options);
    return body.data.id;
  } catch (error) {
    // The school was checked above, so a 404 refers to the group.
    if (form.act === "move" && isNotThere(error)) return "group gone" as const;
    throw refusalOf(error, request);
  }
}

function isNotThere(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 404;
}

async function offered(panel: Panel, request: Request, kind: ListKind, form: SentBulkForm): Promise<BulkAction[]> {
  const call = panel.client.getPanelOrganization({ params: { id: form.organization } }, panel.credentials);
  const { actions } = (await orThrowResponse(call, request)).body.data;
  const isOfGroup = form.ofGroup !== "";
  return bulkActionsFor(kind, { actions, isImpersonated: panel.user.isImpersonated, isOfGroup });
}

/** An export without a selection exports everybody who matches the list. */
function selectionOf(kind: ListKind, form: SentBulkForm): Selection {
  if (!form.all && form.ids.length > 0) return { ids: form.ids };
  return { match: { organization: form.organization, list: kind, ...listOf(form) } };
}

function listOf(form: SentBulkForm) {
  const { q, filters, sortBy, sortOrder } = listQuery(form.state);
  return { ...(q ? { q } : {}), ...(filters ? { filters } : {}), sortBy, sortOrder };
}

type Reader = { t: TFunction; realm: Realm; locale: Locale };

function jobRequestOf(reader: Reader, kind: ListKind, form: SentBulkForm, selection: Selection): JobRequest {
  const { t, realm, locale } = reader;
  const sheet = (name: "passwords" | "badges") => ({
    fileName: t(`sheets.${name}.file`),
    words: sheetWords(t, name),
  });
  const fileName = `${t(`files.${kind}`)} ${dayIn(realm, new Date())}`;
  switch (form.act) {
    case "export-xlsx":
    case "export-csv":
      return {
        kind: "export",
        selection,
        format: form.act === "export-xlsx" ? "xlsx" : "csv",
        fileName,
        columns: columnsToExport(t, realm, locale),
        words: wordsToExport(t, locale),
      };
    case "move":
      return { kind: "move", selection, group: form.group };
    case "leave":
      return { kind: "leave", selection, group: form.ofGroup };
    case "passwords":
      return { kind: "passwords", selection, ...sheet("passwords") };
    case "badges":
      return { kind: "badges", selection, renew: form.renew, ...sheet("badges") };
    default:
      return { kind: form.act, selection };
  }
}

/** Number of names in a confirmation: of more people, others may still be there. */
const namesShown = 5;

/** Who is meant, and what the action needs besides: groups to move to, or the number of badges. */
async function askQuestion(panel: Panel, request: Request, kind: ListKind, form: SentBulkForm) {
  const { organization: id, groupSearch } = form;
  const meant = form.all ? listOf(form) : { ids: form.ids.join(",") };
  const beside = form.act === "move" ? ("groups" as const) : form.act === "badges" ? ("badges" as const) : undefined;
  const query = { ...meant, beside, groupSearch: groupSearch || undefined };
  const call = panel.client.getBulkQuestion({ params: { id, kind }, query }, panel.credentials);
  const { groups, ...question } = (await orThrowResponse(call, request)).body.data;
  const named = groups.map(({ id, name, organization }) => ({ id, name: `${name} (${organization})` }));
  return { ...question, groups: named };
}
