import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { sendFile } from "~/control-panel/jobs/send-file.server";
import { sheetWords } from "~/control-panel/lists/sheet-words";
import { actionOf } from "~/forms/intents";
import { formatReason } from "~/forms/messages";
import { readForm } from "~/forms/read-form";
import { nameParameter, readQuery } from "~/forms/read-query";
import { orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator, localeOfRequest } from "~/i18n/i18n.server";
import { dayIn } from "~/realms/realm";
import { type Import, passwordPolicies } from "~/services/contracts/import-entity";
import type { ImportRow } from "~/services/contracts/import-rows";
import { rowOutcomes, rowResults, undoResults } from "~/services/contracts/import-states";
import { correctionWords } from "~/services/contracts/imports";
import { uidSchema } from "~/services/contracts/uid";
import { redirectWithNotice } from "~/shell/notice.server";
import {
  type ImportQuestion,
  importIntents,
  importQuestions,
  isOfferedByImport,
  keyOfGroupField,
  placeOfChoice,
} from "./import-intents";
import { importHref, importPage } from "./import-page.server";
import { defaultFilter, type RowFilter, rowsAPage } from "./row-filters";

/** Loader and actions of one import: preview, result, undo. */

export type OneImportData = {
  run: Import;
  filter: RowFilter;
  rows: ImportRow[];
  page: number;
  total: number;
  /** Confirmation to show before an action. */
  asks: ImportQuestion | null;
  /** Whether checking again would allow the cells that need a secure login. */
  mayCheckSecurely: boolean;
  /** Whether the user can log in securely: not every country offers it. */
  canEscalate: boolean;
};

export async function loadImport(backend: Backend, request: Request, id: string): Promise<OneImportData> {
  return loadImportRows(await authorisePanel(backend, request), request, id);
}

/** An import with the rows that the page's URL requests. */
export async function loadImportRows(panel: Panel, request: Request, id: string): Promise<OneImportData> {
  const { body } = await orThrowResponse(panel.client.getImport({ params: { id } }, panel.credentials), request);
  const run = body.data;
  const secure = { mayCheckSecurely: isWaitingForCheck(panel, run), canEscalate: canEscalate(panel) };
  const { page, asks, filter = defaultFilter(run) } = readQuery(new URL(request.url).searchParams, rowsSchema);
  if (!hasRows(run)) return { run, filter, rows: [], page, total: 0, asks, ...secure };
  const query = { ...filter, pageNumber: page, pageSize: rowsAPage };
  const { body: rows } = await orThrowResponse(
    panel.client.getImportRows({ params: { id }, query }, panel.credentials),
    request,
  );
  return { run, filter, rows: rows.data, page, total: rows.meta.totalCount, asks, ...secure };
}

/**
 * Whether a preview was made without a secure login and the user has one now, e.g. back from the step-up. The page then offers to check
 * the file again: loading it must not, since a GET writes nothing (docs/security.md, line 4).
 */
function isWaitingForCheck({ user }: Panel, run: Import): boolean {
  const isWaiting = run.state === "ready" && run.needsSecureLogin && isOfferedByImport(run, "refresh");
  return isWaiting && user.isSecureLogin && !user.isImpersonated;
}

function canEscalate({ user }: Panel): boolean {
  return user.canEscalate && !user.isImpersonated;
}

/** There are no rows while the file is being read or if it is unreadable. */
function hasRows({ state }: Import): boolean {
  return state !== "reading" && state !== "unreadable";
}

/** Row filter from the URL: the first filter parameter that is set; `all` shows every row. */
const rowsSchema = z
  .object({
    page: importPage,
    outcome: nameParameter(rowOutcomes),
    result: nameParameter(rowResults),
    undo: nameParameter(undoResults),
    undecided: nameParameter(["true"]),
    warned: nameParameter(["true"]),
    all: nameParameter(["1"]),
    ask: nameParameter(importQuestions),
  })
  .transform(({ page, all, ask, ...filters }): { page: number; asks: ImportQuestion | null; filter?: RowFilter } => {
    const asks = ask ?? null;
    const [named] = Object.entries(filters).filter(([, value]) => value !== undefined);
    if (named) return { page, asks, filter: Object.fromEntries([named]) };
    return all ? { page, asks, filter: {} } : { page, asks };
  });

export type Sent = { panel: Panel; request: Request; id: string; formData: FormData };
type Choosing = Pick<Sent, "panel" | "id" | "formData">;

const actions = {
  [importIntents.refresh]: ({ panel, id }: Sent) => panel.client.refreshImport({ params: { id } }, panel.credentials),
  [importIntents.sheets]: chooseSheets,
  [importIntents.choose]: async (sent: Sent) => redirectChosen(sent, importHref(sent.id), choose(sent)),
  [importIntents.chooseRest]: async (sent: Sent) => redirectChosen(sent, importHref(sent.id), chooseRest(sent)),
  [importIntents.chooseGroups]: async (sent: Sent) => redirectChosen(sent, importHref(sent.id), chooseGroups(sent)),
  [importIntents.chooseRestGroups]: async (sent: Sent) =>
    redirectChosen(sent, importHref(sent.id), chooseGroups(sent, "new")),
  [importIntents.start]: start,
  [importIntents.cancel]: ({ panel, id }: Sent) => panel.client.cancelImport({ params: { id } }, panel.credentials),
  [importIntents.undo]: ({ panel, id }: Sent) => panel.client.undoImport({ params: { id } }, panel.credentials),
};

/** Runs the form's action and redirects to the import; a refusal is shown as a notice. */
export async function actOnImport(backend: Backend, request: Request, id: string): Promise<Response> {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  const action: (sent: Sent) => Promise<unknown> = actionOf(actions, formData);
  try {
    const outcome = await action({ panel, request, id, formData });
    if (outcome instanceof Response) return outcome;
  } catch (error) {
    return redirectWithError(backend, error, request, importHref(id) + queryToReturn(formData));
  }
  return redirect(importHref(id) + queryToReturn(formData));
}

const backForm = z.object({ back: z.string().startsWith("?").catch("") });

/** The query of the page that sent the form, so that the user stays on the same rows; empty if the form does not say. */
export function queryToReturn(formData: FormData): string {
  return readForm(formData, backForm).values.back;
}

/** The decision on one ambiguous row: the person it is, or a new one; null for neither. */
const choiceSchema = z
  .union([z.literal("new"), uidSchema])
  .nullable()
  .catch(null);

/** The decision on a class of the file: one that exists, a new one, or none at all; null for neither. */
const groupChoiceSchema = z
  .union([z.enum(["new", "none"]), uidSchema])
  .nullable()
  .catch(null);

export async function choose({ panel, id, formData }: Choosing): Promise<void> {
  const names = [...formData.keys()].filter((name) => placeOfChoice(name) !== null);
  const { values } = readForm(formData, z.object(Object.fromEntries(names.map((name) => [name, choiceSchema]))));
  const choices = Object.entries(values).map(([name, choice]) => ({ place: Number(placeOfChoice(name)), choice }));
  if (choices.length === 0) return;
  await panel.client.putImportChoices({ params: { id }, body: { choices } }, panel.credentials);
}

/** Adds the ambiguous rows without a decision as new people. */
export async function chooseRest({ panel, id }: Choosing): Promise<void> {
  await panel.client.putImportChoices({ params: { id }, body: { rest: "new" } }, panel.credentials);
}

/** @param restGroups the choice for the groups that have none */
async function chooseGroups({ panel, id, formData }: Choosing, restGroups?: "new"): Promise<void> {
  const names = [...formData.keys()].filter((name) => keyOfGroupField(name) !== null);
  const { values } = readForm(formData, z.object(Object.fromEntries(names.map((name) => [name, groupChoiceSchema]))));
  const groups = Object.entries(values).map(([name, choice]) => ({ key: keyOfGroupField(name) ?? "", choice }));
  if (groups.length === 0 && !restGroups) return;
  const body = { groups, ...(restGroups ? { restGroups } : {}) };
  await panel.client.putImportChoices({ params: { id }, body }, panel.credentials);
}

/** Redirects to the rows whose decisions were saved, with a notice. */
export async function redirectChosen(
  { request, formData }: Pick<Sent, "request" | "formData">,
  to: string,
  saved: Promise<void>,
): Promise<Response> {
  await saved;
  const t = await getTranslator(request, "import");
  return redirectWithNotice(to + queryToReturn(formData), "success", t("rows.saved"));
}

/** Names of ticked boxes; a single one arrives as text, and none not at all. */
const tickedNames = z.union([z.string().transform((name) => [name]), z.array(z.string())]).catch([]);
const sheetsForm = z.object({ sheet: tickedNames, hiddenRows: tickedNames });

/** Reads the chosen sheets instead, or redirects to the question which ones. */
async function chooseSheets({ panel, id, formData }: Sent): Promise<Response> {
  const { sheet, hiddenRows } = readForm(formData, sheetsForm).values;
  const withHiddenRows = new Set(hiddenRows);
  const unique = [...new Set(sheet)];
  if (unique.length === 0) return redirect(`${importHref(id)}?ask=sheets#sheets`);
  const sheets = unique.map((name) => ({ name, hiddenRows: withHiddenRows.has(name) }));
  await panel.client.refreshImport({ params: { id }, body: { sheets } }, panel.credentials);
  return redirect(importHref(id) + queryToReturn(formData));
}

const startForm = z.object({
  passwords: z.enum(passwordPolicies).catch("none").optional(),
  /** Sent if the user must choose what happens with passwords. */
  asks: z.string().optional(),
});

/** Starts the import, or redirects to the question about passwords if its answer is missing. */
async function start({ panel, request, id, formData }: Sent): Promise<Response | undefined> {
  const { passwords = "none", asks } = readForm(formData, startForm).values;
  if (asks !== undefined && !formData.has("passwords")) return redirect(`${importHref(id)}?ask=passwords#start`);
  const t = await getTranslator(request, "lists");
  const words = sheetWords(t, "passwords");
  const sheets = { fileName: t("sheets.passwords.file"), words };
  const body = passwords === "generated" ? { passwords, sheets } : { passwords };
  await panel.client.startImport({ params: { id }, body }, panel.credentials);
  return undefined;
}

/** Outcomes of rows that were not imported although all of their cells are valid. */
const rowsWithoutReason = ["duplicate", "refused", "likely"] as const;

/** Sends the rows that were not imported, with the reasons in the user's language. */
export async function sendCorrections(backend: Backend, request: Request, id: string): Promise<Response> {
  const panel = await authorisePanel(backend, request);
  const [{ body }, language, t, tImport] = await Promise.all([
    orThrowResponse(panel.client.getImport({ params: { id } }, panel.credentials), request),
    localeOfRequest(request),
    getTranslator(request, "control-panel"),
    getTranslator(request, "import"),
  ]);
  const reasons = body.data.reasons.map((reason) => [reason, formatReason(t, reason)]);
  const outcomes = rowsWithoutReason.map((outcome) => [outcome, tImport(`row.outcome.${outcome}`)]);
  const { organization } = body.data;
  const name = tImport("corrections.name", { school: organization.name, day: dayIn(panel.realm, new Date()) });
  const other = [correctionWords.otherRow, tImport("rows.row", { sheet: "{sheet}", row: "{row}" })];
  const words = JSON.stringify(Object.fromEntries([...reasons, ...outcomes, other]));
  const call = panel.client.getImportCorrections(
    { params: { id }, query: { language, words, name: name.slice(0, 100) } },
    panel.credentials,
  );
  const { data: file } = (await orThrowResponse(call, request)).body;
  return sendFile({ name: file.name, type: file.type }, async () => ({ content: file.content, isLast: true }));
}

/** Sends the sheets of generated passwords; only for the user who started the import. */
export async function sendSlips(backend: Backend, request: Request, id: string): Promise<Response> {
  const panel = await authorisePanel(backend, request);
  const read = async (part: number) =>
    (await panel.client.getImportSlips({ params: { id }, query: { part } }, panel.credentials)).body.data;
  const first = await orThrowResponse(read(0), request);
  return sendFile(first, (part) => (part === 0 ? Promise.resolve(first) : read(part)));
}
