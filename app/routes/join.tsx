import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { joinClass, loadJoinClass } from "~/classes/join-class.server";
import { JoinClassPage } from "~/classes/join-class-page";
import { backendOf } from "~/composition/process-backend.server";
import { HomeLayout } from "~/shell/home-layout";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["account"], title: "account:join.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadJoinClass(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => joinClass(backendOf(context), request);

export default function JoinClass() {
  return (
    <HomeLayout>
      <JoinClassPage />
    </HomeLayout>
  );
}
