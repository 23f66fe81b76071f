import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadGroupNotes } from "~/control-panel/groups/group-notes.server";
import { GroupNotesPage } from "~/control-panel/groups/group-notes-page";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  title: ({ t, data }: Titled<typeof loader>) => [t("control-panel:sharedNotes.title"), data.group.name],
};

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadGroupNotes(backendOf(context), request, params.id ?? "");

export default function GroupNotes() {
  return <GroupNotesPage {...useLoaderData<typeof loader>()} />;
}
