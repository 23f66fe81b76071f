import { data, redirect, type UploadHandler } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { type SchoolsToChoose, schoolsToChoose } from "~/control-panel/forms/school-choice.server";
import { authorisePanel, loadPanelOrganizations, type Panel } from "~/control-panel/frame/panel.server";
import { importRight } from "~/control-panel/frame/panel-rights";
import { sendFile } from "~/control-panel/jobs/send-file.server";
import { pageParameter, readQuery, textParameter } from "~/forms/read-query";
import { orThrowResponse, reasonsOf, refusalOf } from "~/forms/service-errors.server";
import { pulledStream } from "~/http/pulled-stream.server";
import { readMultipart } from "~/http/unreadable-form.server";
import { type Realm, realmRow } from "~/realms/realm";
import { formMessages } from "~/services/contracts/form-messages";
import type { Import } from "~/services/contracts/import-entity";
import { largestWorkbook } from "~/services/contracts/import-sheets";
import type { PanelOrganization } from "~/services/contracts/pages/panel-frame";
import { ServiceError } from "~/services/contracts/service-error";
import { isUid } from "~/services/contracts/uid";

/** Upload of a workbook into an organisation, and its earlier imports. docs/product/control-panel.md#screens. */

/** Guides as static assets: they are not secret, so browsers may cache them indefinitely. */
const guides = import.meta.glob<string>("/templates/guides/*.pdf", { eager: true, query: "?url", import: "default" });

type TemplateFiles = {
  /** File name of the country's template, which the service makes with the school's own classes. */
  template: { name: string };
  /** null if the country has none. */
  guide: { href: string; name: string } | null;
};

export type ImportPageData = SchoolsToChoose & {
  organization: { id: string; name: string };
  files: TemplateFiles;
  imports: Import[];
  page: number;
  total: number;
  /** Maximum file size in megabytes. */
  size: number;
};

export const importsAPage = 10;
const megabyte = 1024 * 1024;

/** Page number of a list of imports or of their rows. */
export const importPage = pageParameter(10_000);
export const importsSchema = z.object({ organization: textParameter, page: importPage });

/** @throws Response 403 if the user may not import anywhere, 404 for an organisation out of scope */
export async function loadImportPage(backend: Backend, request: Request): Promise<ImportPageData> {
  const panel = await authorisePanel(backend, request);
  const { organization: requested, page } = readQuery(new URL(request.url).searchParams, importsSchema);
  const chosen = await chosenOrganization(panel, request, requested, importRight);
  const { organization } = chosen;
  const query = { pageNumber: page, pageSize: importsAPage };
  const [{ body }, toChoose] = await Promise.all([
    orThrowResponse(panel.client.getImports({ params: { id: organization.id }, query }, panel.credentials), request),
    schoolsToChoose(panel, request, chosen),
  ]);
  return {
    organization,
    ...toChoose,
    files: templateFiles(panel.realm),
    imports: body.data,
    page,
    total: body.meta.totalCount,
    size: largestWorkbook / megabyte,
  };
}

const named = ({ id, name }: PanelOrganization) => ({ id, name });

/** The organisation in the URL, else the topmost where the user has the permission. */
export async function chosenOrganization(panel: Panel, request: Request, id: string | null, right: string) {
  const all = await loadPanelOrganizations(panel, request);
  const own = all.filter(({ actions }) => actions.includes(right));
  const organizations = own.map(named);
  const among = own.find((organization) => organization.id === id);
  if (among) return { organization: named(among), organizations };
  if (id !== null) {
    const call = panel.client.getPanelOrganization({ params: { id } }, panel.credentials);
    const organization = (await orThrowResponse(call, request)).body.data;
    if (!organization.actions.includes(right)) throw new Response(null, { status: 403 });
    return { organization: named(organization), organizations };
  }
  const ids = new Set(own.map((organization) => organization.id));
  const tops = own.filter(({ parent }) => parent === null || !ids.has(parent));
  const top = tops.find(({ type }) => type !== "consumer") ?? tops[0];
  if (!top) throw new Response(null, { status: 403 });
  return { organization: named(top), organizations };
}

/** Sends the country's template with the classes of the organisation in the URL. @throws Response 400, 403, 404 */
export async function sendTemplate(backend: Backend, request: Request): Promise<Response> {
  const panel = await authorisePanel(backend, request);
  const id = new URL(request.url).searchParams.get("organization");
  if (!isUid(id)) throw new Response(null, { status: 400 });
  const call = panel.client.getImportTemplate({ params: { id } }, panel.credentials);
  const { data: file } = (await orThrowResponse(call, request)).body;
  return sendFile({ name: file.name, type: file.type }, async () => ({ content: file.content, isLast: true }));
}

/** Reason an upload was refused: the service's message key or one of the page's own. */
export type UploadRefusal = {
  problem: "missing" | "not-xlsx" | "empty" | "too-large" | "running" | "other";
  reason: string;
};

/** Streams the file to the service and redirects to the import; a refusal is shown on the page. */
export async function uploadWorkbook(
  backend: Backend,
  request: Request,
): Promise<Response | ReturnType<typeof data<UploadRefusal>>> {
  const outcome = await storeWorkbook(backend, request);
  return "id" in outcome ? redirect(importHref(outcome.id)) : data(outcome.refusal, { status: outcome.status });
}

/** The same for uploads with progress: XMLHttpRequest cannot hand a redirect to the router, so the URL is sent as JSON. */
export async function uploadWithProgress(backend: Backend, request: Request): Promise<Response> {
  const outcome = await storeWorkbook(backend, request);
  if ("id" in outcome) return Response.json({ to: importHref(outcome.id) }, { status: 201 });
  return Response.json(outcome.refusal, { status: outcome.status });
}

export function importHref(id: string): string {
  return `/controlpanel/import/${id}`;
}

type Outcome = { id: string } | { refusal: UploadRefusal; status: number };

async function storeWorkbook(backend: Backend, request: Request): Promise<Outcome> {
  const panel = await authorisePanel(backend, request);
  const id = new URL(request.url).searchParams.get("organization");
  if (!isUid(id)) throw new Response(null, { status: 400 });
  const upload: { outcome: Outcome } = { outcome: { refusal: { problem: "missing", reason: "" }, status: 400 } };
  const take: UploadHandler = async ({ name, filename, data: bytes }) => {
    if (name !== "file" || !filename) {
      for await (const _ of bytes);
      return null;
    }
    upload.outcome = await handOn(panel, request, id, filename, bytes);
    return null;
  };
  await readMultipart(request, take);
  return upload.outcome;
}

async function handOn(
  panel: Panel,
  request: Request,
  id: string,
  fileName: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Outcome> {
  if (!/\.xlsx$/i.test(fileName)) {
    for await (const _ of bytes);
    return { refusal: { problem: "not-xlsx", reason: "" }, status: 400 };
  }
  const input = { params: { id }, query: { fileName: fileName.slice(-255) }, body: pulledStream(() => bytes) };
  try {
    const { body } = await panel.client.createImport(input, panel.credentials);
    return { id: body.data.id };
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw refusalOf(error, request);
    return { refusal, status: error instanceof ServiceError ? error.status : 400 };
  }
}

const fileProblems: readonly string[] = ["not-xlsx", "empty", "too-large"];

/** null for errors that the page does not handle: signed out, forbidden, not found, service failure. */
function refusalIn(error: unknown): UploadRefusal | null {
  if (!(error instanceof ServiceError) || ![400, 409, 413].includes(error.status)) return null;
  const reason = Object.values(reasonsOf(error) ?? {}).flat()[0] ?? "";
  if (error.status === 413) return { problem: "too-large", reason };
  if (error.status === 409) return { problem: "running", reason: reason || formMessages.conflict };
  return fileProblems.includes(reason)
    ? { problem: reason as UploadRefusal["problem"], reason }
    : { problem: "other", reason };
}

/** The country's import template and guide. docs/product/shell.md#users. */
function templateFiles(realm: Realm): TemplateFiles {
  const { importTemplate, pdfGuide } = realmRow(realm);
  const guide = pdfGuide === null ? undefined : guides[`/templates/guides/${pdfGuide}`];
  return {
    template: { name: importTemplate },
    guide: guide === undefined || pdfGuide === null ? null : { href: guide, name: pdfGuide },
  };
}
