import { getWiring } from "~/clients/wiring.server";
import type { PersonKind } from "~/services/contracts/control-panel-entities";
import type { AuditLine } from "~/services/contracts/customer-management";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import { enterPanel } from "../panel.server";
import { orRefuse } from "../service-answers.server";

/** What has been done to a person or at a school, by whom and when. */

export type AuditFilters = { action: string; from: string; to: string; who: string };

export type AuditData = {
  /** Whose log it is, and the page that it belongs to. */
  name: string;
  backTo: string;
  lines: AuditLine[];
  page: number;
  hasNext: boolean;
  total: number;
  filters: AuditFilters;
  /** What is wrong with a date, by its field and in the product's wording; such a one is left out. */
  errors: { from?: string; to?: string };
};

const pageSize = 50;

/** A day of the calendar; 31 February is none, though it can be parsed. */
function isDate(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : null;
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function readQuery(request: Request) {
  const parameters = new URL(request.url).searchParams;
  const text = (name: string) => (parameters.get(name) ?? "").trim().slice(0, 100);
  const filters = { action: text("action"), from: text("from"), to: text("to"), who: text("who") };
  const page = Number(parameters.get("page"));
  const pageNumber = Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1;
  const errors: AuditData["errors"] = {};
  for (const name of ["from", "to"] as const) {
    if (filters[name] && !isDate(filters[name])) errors[name] = formMessages.incorrectFormat;
  }
  if (!errors.from && !errors.to && filters.from && filters.to && filters.from > filters.to) {
    errors.to = fillMessage("after", { date: filters.from });
  }
  const asked = Object.entries(filters).filter(([name, value]) => value !== "" && !Object.hasOwn(errors, name));
  const query = { pageNumber, pageSize, calculateTotal: true, filters: JSON.stringify(Object.fromEntries(asked)) };
  return { filters, query, errors };
}

function shown(
  { filters, query, errors }: ReturnType<typeof readQuery>,
  body: { data: AuditLine[]; meta: { totalItems?: number } },
) {
  const total = body.meta.totalItems ?? 0;
  const page = query.pageNumber;
  return { lines: body.data, page, total, hasNext: page * pageSize < total, filters, errors };
}

export async function loadPersonAudit(request: Request, kind: PersonKind, id: string): Promise<AuditData> {
  const panel = await enterPanel(request);
  const asked = readQuery(request);
  const params = { version: "v1" as const, type: kind, id };
  const person = await orRefuse(panel.client.getPerson({ params }, panel.credentials), request);
  const { customerManagement } = getWiring().clients;
  const log = customerManagement.getUserAuditLogs({ params: { userUid: id }, query: asked.query }, panel.credentials);
  const { body } = await orRefuse(log, request);
  const name = person.body.data.attributes.name.value ?? "";
  return { name, backTo: `/controlpanel/${kind}/${id}`, ...shown(asked, body) };
}

export async function loadOrganizationAudit(request: Request, id: string): Promise<AuditData> {
  const panel = await enterPanel(request);
  const asked = readQuery(request);
  const organization = await orRefuse(panel.client.getOrganization({ params: { id } }, panel.credentials), request);
  const { customerManagement } = getWiring().clients;
  const log = customerManagement.getSchoolUnitAuditLogs({ params: { uid: id }, query: asked.query }, panel.credentials);
  const { body } = await orRefuse(log, request);
  const name = organization.body.data.attributes.name.value ?? "";
  return { name, backTo: `/controlpanel/organizations/${id}`, ...shown(asked, body) };
}
