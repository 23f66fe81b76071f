import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadProfile, type ProfileResult, submitProfile } from "~/profile/profile.server";
import { ProfilePage } from "~/profile/profile-page";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = {
  i18n: ["session", "account", "settings", "family", "deletion"],
  title: "session:profile.title",
};

export const loader = ({ request, context }: LoaderFunctionArgs) => loadProfile(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitProfile(backendOf(context), request);

export default function Profile() {
  const result = useActionData() as ProfileResult | undefined;
  return <ProfilePage page={useLoaderData<typeof loader>()} result={result ?? null} />;
}
