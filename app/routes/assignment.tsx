import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { actOnMyAssignment, loadMyAssignment } from "~/library/my-assignment.server";
import { MyAssignmentPage } from "~/library/my-assignment-page";
import { HomeLayout } from "~/shell/home-layout";

export const handle = { i18n: ["submissions"], title: "submissions:title" };

/** The user's own assignment, without its book. docs/product/reader.md#assignments. */
export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  loadMyAssignment(backendOf(context), request, params.id ?? "");

export const action = ({ request, params, context }: ActionFunctionArgs) =>
  actOnMyAssignment(backendOf(context), request, params.id ?? "");

export default function AssignmentRoute() {
  const data = useLoaderData<typeof loader>();
  return (
    <HomeLayout>
      <MyAssignmentPage key={`${data.submission.id} ${data.submission.version}`} {...data} />
    </HomeLayout>
  );
}
