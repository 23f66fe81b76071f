import { z } from "zod";
import { getWiring } from "~/clients/wiring.server";
import { authorisePanel } from "~/control-panel/frame/panel.server";
import { backParameter } from "~/control-panel/frame/way-back.server";
import { pageParameter, readQuery } from "~/forms/read-query";
import { orRefuse } from "~/forms/service-errors.server";
import { addDays } from "~/realms/realm";
import { type AuditAction, actionsOnPeople, auditActions } from "~/services/contracts/audit-actions";
import type { PersonEntity } from "~/services/contracts/control-panel-entities";
import type { AuditLine, AuditOwner } from "~/services/contracts/customer-management";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import { deepestPage } from "~/services/contracts/list-limits";
import type { PersonKind } from "~/services/contracts/person-kinds";
import { ServiceError } from "~/services/contracts/service-error";

/** What has been done to a person or at a school, by whom and when. */

export type AuditFilters = { action: string; from: string; to: string; who: string };

export type AuditData = {
  /** Whose log it is, and the page that it belongs to. */
  name: string;
  backTo: string;
  /** The person's tabs stand above the log; null of an organisation, and where the person cannot be seen. */
  person: PersonEntity | null;
  /** The list, class or search that the person was opened from. */
  backHref: string | null;
  lines: AuditLine[];
  page: number;
  /** Where the next page begins; null after the last one. */
  nextCursor: string | null;
  filters: AuditFilters;
  /** Those that this log can hold. */
  actions: readonly AuditAction[];
  /** What is wrong with a date, by its field and in the product's wording; such a one is left out. */
  errors: { from?: string; to?: string };
};

const pageSize = 50;

/** A day of the calendar; 31 February is none, though it can be parsed. */
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
  // The owner comes with their log: the page reads nobody twice.
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

/** What is never done to somebody of a kind, beside what staff alone do to others. */
const neverTo = {
  students: /appointed/,
  guardians: /appointed|badge|picture_code|joined_by_code|^submission/,
} as const;

/** Those that a log can hold. */
function actionsIn(kind: PersonKind | "organizations"): readonly AuditAction[] {
  if (kind === "organizations" || kind === "employees") return auditActions;
  return actionsOnPeople.filter((action) => !neverTo[kind].test(action));
}

/** @throws Response 404 for a log of somebody else than the address speaks of */
function shown(
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

export async function loadPersonAudit(request: Request, kind: PersonKind, id: string): Promise<AuditData> {
  const { client, credentials } = await authorisePanel(request);
  const address = readAddress(request);
  const { customerManagement } = getWiring().clients;
  const log = customerManagement.getUserAuditLogs({ params: { userUid: id }, query: address.query }, credentials);
  const params = { version: "v1" as const, type: kind, id };
  const [{ body }, person] = await Promise.all([
    orRefuse(log, request),
    client.getPerson({ params }, credentials).catch(nullWhenRefused),
  ]);
  return { ...shown(address, body, kind, id), person: person?.body.data ?? null, backHref: address.backHref };
}

/** The log is there without the tabs: a deleted person has one, and no page of their own. */
function nullWhenRefused(error: unknown): null {
  if (error instanceof ServiceError) return null;
  throw error;
}

export async function loadOrganizationAudit(request: Request, id: string): Promise<AuditData> {
  const { credentials } = await authorisePanel(request);
  const address = readAddress(request);
  const { customerManagement } = getWiring().clients;
  const log = customerManagement.getSchoolUnitAuditLogs({ params: { uid: id }, query: address.query }, credentials);
  const { body } = await orRefuse(log, request);
  return { ...shown(address, body, "organizations", id), person: null, backHref: null };
}
