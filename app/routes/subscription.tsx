import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import { loadSubscription } from "~/payment/subscription/subscription.server";
import { submitSubscription } from "~/payment/subscription/subscription-actions.server";
import { SubscriptionPage, type SubscriptionResult } from "~/payment/subscription/subscription-page";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["payment", "session"], title: "payment:subscription.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadSubscription(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitSubscription(backendOf(context), request);

export default function Subscription() {
  const result = useActionData() as SubscriptionResult | undefined;
  return <SubscriptionPage page={useLoaderData<typeof loader>()} result={result} />;
}
