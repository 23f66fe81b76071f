import { type ActionFunctionArgs, data } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { bulkAct } from "~/control-panel/lists/bulk.server";
import { BulkPage, NobodyChosen } from "~/control-panel/lists/bulk-page";
import { isListKind } from "~/control-panel/people/kinds";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/panel-error";

export const handle = {
  title: ({ t, params }: Titled) => [t("lists:bulk.act"), t(`control-panel:kinds.${params.kind}.title`)],
};

export async function action({ request, params }: ActionFunctionArgs) {
  if (!isListKind(params.kind)) throw new Response(null, { status: 404 });
  const answer = await bulkAct(request, params.kind);
  if (answer instanceof Response) return answer;
  return data({ ...answer, formKey: crypto.randomUUID() }, { status: answer.isGroupMissing ? 400 : 200 });
}

export default function Bulk() {
  const question = useActionData<typeof action>();
  const { kind } = useParams();
  return question ? <BulkPage {...question} /> : <NobodyChosen backHref={`/controlpanel/${kind}`} />;
}
