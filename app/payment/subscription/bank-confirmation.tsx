import { useSubmit } from "@remix-run/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ConfirmProblem } from "~/payment/provider/confirm";
import type { Provider } from "~/payment/provider/provider.server";
import type { SubscriptionPageData } from "./subscription.server";

/** Loaded only in the browser and on demand, because the provider's package is large. */
const BankStep = lazy(() => import("~/payment/provider/bank-step.client"));

type BankConfirmationProps = {
  provider: Provider;
  clientSecret: string;
  /** Fields to submit to the page's action at the end; a null problem means that the bank confirmed. */
  fieldsOf(problem: ConfirmProblem | null): Record<string, string>;
};

/** Fallback without script: a link to the provider's page of the open invoice. */
export function HostedConfirmation({ page }: { page: SubscriptionPageData }) {
  const { t } = useTranslation("payment");
  const invoice = page.invoices.find(({ status, pageUrl }) => status === "open" && pageUrl !== null);
  if (!invoice?.pageUrl) return null;
  return (
    <noscript>
      <a href={invoice.pageUrl} className="font-semibold text-primary underline underline-offset-2">
        {t("subscription.confirmHosted")}
      </a>
    </noscript>
  );
}

/** Performs the bank's confirmation of a payment on the subscription page. */
export function BankConfirmation({ provider, clientSecret, fieldsOf }: BankConfirmationProps) {
  const [isRunning, setIsRunning] = useState(false);
  const submit = useSubmit();
  useEffect(() => setIsRunning(true), []);
  if (!isRunning) return null;
  return (
    <Suspense fallback={null}>
      <BankStep
        provider={provider}
        clientSecret={clientSecret}
        onEnd={(problem) => submit(fieldsOf(problem), { method: "post", preventScrollReset: true })}
      />
    </Suspense>
  );
}
