import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { joinClass, loadJoinClass } from "~/classes/join-class.server";
import { JoinClassPage } from "~/classes/join-class-page";
import { HomeLayout } from "~/shell/home-layout";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["account"], title: "account:join.title" };

export const loader = ({ request }: LoaderFunctionArgs) => loadJoinClass(request);

export const action = ({ request }: ActionFunctionArgs) => joinClass(request);

export default function JoinClass() {
  return (
    <HomeLayout>
      <JoinClassPage />
    </HomeLayout>
  );
}
