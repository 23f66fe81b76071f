import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { AllMyAssignments } from "~/library/my-assignments";
import { loadAllMyAssignments } from "~/library/my-assignments.server";
import { HomeLayout } from "~/shell/home-layout";

export const handle = { i18n: ["submissions"], title: "submissions:mine" };

/** All assignments of the user; for a guardian those of their pupils. docs/product/reader.md#assignments. */
export const loader = ({ request, context }: LoaderFunctionArgs) => loadAllMyAssignments(backendOf(context), request);

export default function AssignmentsRoute() {
  return (
    <HomeLayout>
      <AllMyAssignments {...useLoaderData<typeof loader>()} />
    </HomeLayout>
  );
}
