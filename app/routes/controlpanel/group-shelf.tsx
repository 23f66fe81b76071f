import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import type { OwnerAddress } from "~/control-panel/owners/owner.server";
import { ShelfPage } from "~/control-panel/shelves/shelf-page";
import { actOnOwnerShelf, loadOwnerShelf } from "~/control-panel/shelves/shelves.server";
import type { Titled } from "~/shell/page-title";

export { PanelError as ErrorBoundary } from "~/control-panel/frame/panel-error";

export const handle = {
  i18n: ["shelves"],
  title: ({ t, data }: Titled<typeof loader>) => [t("shelves:shelf"), data.owner.name],
};

function ownerOf({ id = "" }: LoaderFunctionArgs["params"]): OwnerAddress {
  return { kind: "groups", id };
}

export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadOwnerShelf(backendOf(context), request, ownerOf(params));

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  actOnOwnerShelf(backendOf(context), request, ownerOf(params));

export default function GroupShelf() {
  return <ShelfPage {...useLoaderData<typeof loader>()} />;
}
