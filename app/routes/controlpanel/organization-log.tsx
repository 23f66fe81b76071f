import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadOrganizationAudit } from "~/control-panel/audit/audit.server";
import { AuditLog } from "~/control-panel/audit/audit-log";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { title: ({ t, data }: Titled<typeof loader>) => [t("control-panel:audit.title"), data.name] };

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadOrganizationAudit(backendOf(context), request, params.id ?? "");

export default function OrganizationLog() {
  return <AuditLog {...useLoaderData<typeof loader>()} />;
}
