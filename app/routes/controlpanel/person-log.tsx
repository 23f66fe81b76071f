import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadPersonAudit } from "~/control-panel/audit/audit.server";
import { AuditLog } from "~/control-panel/audit/audit-log";
import { isPersonKind } from "~/services/contracts/person-kinds";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = { title: ({ t, data }: Titled<typeof loader>) => [t("control-panel:audit.title"), data.name] };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  if (!isPersonKind(params.kind) || !params.id) throw new Response(null, { status: 404 });
  return loadPersonAudit(backendOf(context), request, params.kind, params.id);
}

export default function PersonLog() {
  return <AuditLog {...useLoaderData<typeof loader>()} />;
}
