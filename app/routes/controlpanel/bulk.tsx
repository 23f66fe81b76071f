import { type ActionFunctionArgs, data } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { submitBulkForm } from "~/control-panel/lists/bulk.server";
import { BulkFailed, BulkPage, NobodyChosen } from "~/control-panel/lists/bulk-page";
import { isListKind } from "~/control-panel/people/kinds";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  hasNoLoader: true,
  title: ({ t, params }: Titled) => [t("lists:bulk.act"), t(`control-panel:kinds.${params.kind}.title`)],
};

export async function action({ request, params }: ActionFunctionArgs) {
  if (!isListKind(params.kind)) throw new Response(null, { status: 404 });
  const answer = await submitBulkForm(request, params.kind);
  if (answer instanceof Response) return answer;
  const formKey = crypto.randomUUID();
  if ("isFailed" in answer) return data({ ...answer, formKey }, { status: 502 });
  return data({ ...answer, formKey }, { status: answer.groupError ? 400 : 200 });
}

export default function Bulk() {
  const answer = useActionData<typeof action>();
  const { kind } = useParams();
  if (!answer) return <NobodyChosen backHref={`/controlpanel/${kind}`} />;
  return "isFailed" in answer ? <BulkFailed {...answer} /> : <BulkPage {...answer} />;
}
