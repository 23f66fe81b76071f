import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { actOnGroup } from "~/control-panel/groups/group-actions.server";
import { GroupNotFetched, GroupPage } from "~/control-panel/groups/group-page";
import { loadGroup } from "~/control-panel/groups/groups.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";
export { actionKeepingForm as clientAction } from "~/forms/saved-form-action";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => data?.group.name ?? t("control-panel:messages.somethingWrong"),
  school: (data: Titled<typeof loader>["data"] | null) => data?.group.organization.id ?? null,
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadGroup(backendOf(context), request, params.id ?? "");

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  actOnGroup(backendOf(context), request, params.id ?? "");

export default function Group() {
  const data = useLoaderData<typeof loader>();
  return data ? <GroupPage {...data} /> : <GroupNotFetched />;
}
