import { type ActionFunctionArgs, data } from "@remix-run/node";
import { useActionData, useParams } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { submitBulkForm } from "~/control-panel/bulk/bulk.server";
import { BulkFailed, BulkPage, NobodyChosen } from "~/control-panel/bulk/bulk-page";
import { isListKind } from "~/services/contracts/person-kinds";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  hasNoLoader: true,
  title: ({ t, params }: Titled) => [t("lists:bulk.chooseAction"), t(`control-panel:kinds.${params.kind}.title`)],
};

export async function action({ request, params, context }: ActionFunctionArgs) {
  if (!isListKind(params.kind)) throw new Response(null, { status: 404 });
  const result = await submitBulkForm(backendOf(context), request, params.kind);
  if (result instanceof Response) return result;
  const formKey = crypto.randomUUID();
  if ("isFailed" in result) return data({ ...result, formKey }, { status: 502 });
  return data({ ...result, formKey }, { status: result.groupError || result.isTypedWrong ? 400 : 200 });
}

export default function Bulk() {
  const result = useActionData<typeof action>();
  const { kind } = useParams();
  if (!result) return <NobodyChosen backHref={`/controlpanel/${kind}`} />;
  return "isFailed" in result ? <BulkFailed {...result} /> : <BulkPage {...result} />;
}
