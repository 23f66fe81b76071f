import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadOrganizationAudit } from "~/control-panel/audit/audit.server";
import { AuditLog } from "~/control-panel/audit/audit-log";

export const loader = ({ request, params }: LoaderFunctionArgs) => loadOrganizationAudit(request, params.id ?? "");

export default function OrganizationLog() {
  return <AuditLog {...useLoaderData<typeof loader>()} />;
}
