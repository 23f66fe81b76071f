import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel } from "~/control-panel/frame/panel.server";
import { backParameter } from "~/control-panel/lists/back-parameter.server";
import { pageParameter, readQuery } from "~/forms/read-query";
import { orThrowResponse } from "~/forms/service-errors.server";
import { addDays } from "~/realms/realm";
import { type AuditAction, actionsOnPeople, auditActions } from "~/services/contracts/audit-actions";
import type { AuditLine, AuditOwner } from "~/services/contracts/customer-management";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import { deepestPage } from "~/services/contracts/list-limits";
import type { PersonSummary } from "~/services/contracts/pages/person-page";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { ServiceError } from "~/services/contracts/service-error";

/** Audit log of a person or a school. */

export type AuditPageFilters = { action: string; from: string; to: string; who: string };

export type AuditData = {
  /** Name of the log's owner, and the page that links to the log. */
  name: string;
  backTo: string;
  /** Person whose tabs are shown above the log; null for an organisation or if the person is out of scope. */
  person: PersonSummary | null;
  /** The list, class or search from which the person was opened. */
  backHref: string | null;
  lines: AuditLine[];
  page: number;
  /** Cursor of the next page; null on the last page. */
  nextCursor: string | null;
  filters: AuditPageFilters;
  /** Actions that can occur in this log. */
  actions: readonly AuditAction[];
  /** Reasons why a date is invalid, by field; the page translates them. Invalid dates are not sent to the service. */
  errors: { from?: string; to?: string };
};

const pageSize = 50;

/** Rejects days that do not exist, such as 31 February, although `Date` parses them. */
function isDate(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const filterField = z
  .string()
  .transform((text) => text.trim().slice(0, 100))
  .catch("");

const addressSchema = z.object({
  action: filterField,
  from: filterField,
  to: filterField,
  who: filterField,
  cursor: z.string().min(1).max(200).optional().catch(undefined),
  page: pageParameter(Number.MAX_SAFE_INTEGER),
  back: backParameter,
});

function readAddress(request: Request) {
  const { cursor, page, back: backHref, ...filters } = readQuery(new URL(request.url).searchParams, addressSchema);
  const pageNumber = page <= deepestPage || cursor !== undefined ? page : 1;
  const errors: AuditData["errors"] = {};
  for (const name of ["from", "to"] as const) {
    if (filters[name] && !isDate(filters[name])) errors[name] = formMessages.incorrectFormat;
  }
  if (!errors.from && !errors.to && filters.from && filters.to && filters.from > filters.to) {
    errors.to = fillMessage("after", { date: addDays(filters.from, -1) });
  }
  const address = Object.entries(filters).filter(([name, value]) => value !== "" && !Object.hasOwn(errors, name));
  // `include: "owner"` returns the owner with the log, which saves another request.
  const query = {
    pageNumber,
    pageSize,
    cursor,
    filters: JSON.stringify(Object.fromEntries(address)),
    include: "owner",
  };
  return { filters, query, errors, backHref };
}

type AuditAddress = ReturnType<typeof readAddress>;
type LogResponse = {
  data: AuditLine[];
  meta: { nextCursor?: string | null | undefined; owner?: AuditOwner | undefined };
};

/** Actions that never apply to people of this kind, besides those that only employees perform on others. */
const neverTo = {
  students: /appointed/,
  guardians: /appointed|badge|picture_code|joined_by_code|^submission/,
} as const;

/** Actions that a log can contain. */
function actionsIn(kind: PersonKind | "organizations"): readonly AuditAction[] {
  if (kind === "organizations" || kind === "employees") return auditActions;
  return actionsOnPeople.filter((action) => !neverTo[kind].test(action));
}

/** @throws Response 404 if the log's owner is not of the kind in the URL */
function auditPage(
  { filters, query, errors }: AuditAddress,
  { data, meta }: LogResponse,
  kind: PersonKind | "organizations",
  id: string,
) {
  const { owner, nextCursor = null } = meta;
  if (owner === undefined || `${owner.type}s` !== kind) throw new Response(null, { status: 404 });
  const backTo = `/controlpanel/${kind}/${id}`;
  const page = query.pageNumber;
  return { name: owner.name, backTo, lines: data, page, nextCursor, filters, errors, actions: actionsIn(kind) };
}

export async function loadPersonAudit(
  backend: Backend,
  request: Request,
  kind: PersonKind,
  id: string,
): Promise<AuditData> {
  const { client, credentials } = await authorisePanel(backend, request);
  const address = readAddress(request);
  const { customerManagement } = backend.clients;
  const log = customerManagement.getUserAuditLogs({ params: { userUid: id }, query: address.query }, credentials);
  const [{ body }, person] = await Promise.all([
    orThrowResponse(log, request),
    client.getPersonSummary({ params: { kind, id } }, credentials).catch(nullWhenRefused),
  ]);
  return { ...auditPage(address, body, kind, id), person: person?.body.data ?? null, backHref: address.backHref };
}

/** Shows the log without tabs: a deleted person has a log, but no page. */
function nullWhenRefused(error: unknown): null {
  if (error instanceof ServiceError) return null;
  throw error;
}

export async function loadOrganizationAudit(backend: Backend, request: Request, id: string): Promise<AuditData> {
  const { credentials } = await authorisePanel(backend, request);
  const address = readAddress(request);
  const { customerManagement } = backend.clients;
  const log = customerManagement.getSchoolUnitAuditLogs({ params: { uid: id }, query: address.query }, credentials);
  const { body } = await orThrowResponse(log, request);
  return { ...auditPage(address, body, "organizations", id), person: null, backHref: null };
}
