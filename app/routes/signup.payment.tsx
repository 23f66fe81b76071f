import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { backendOf } from "~/clients/backend-of.server";
import type { FormResult } from "~/forms/form-result";
import { loadPaymentStep, submitPaymentStep } from "~/payment/signup/payment-step.server";
import { PaymentStepPage } from "~/payment/signup/payment-step-page";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = { i18n: ["payment", "session"], title: "payment:pay.title" };

export const loader = ({ request, context }: LoaderFunctionArgs) => loadPaymentStep(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => submitPaymentStep(backendOf(context), request);

export default function PaymentStep() {
  const result = useActionData() as FormResult | undefined;
  return <PaymentStepPage page={useLoaderData<typeof loader>()} result={result} />;
}
