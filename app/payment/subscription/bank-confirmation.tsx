import { useFetcher } from "@remix-run/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ConfirmProblem } from "../provider/confirm";
import type { Provider } from "../provider/provider.server";
import type { SubscriptionPageData } from "./subscription.server";

/** Loaded in the browser alone, and only where the bank asks: the provider's package is large. */
const BankStep = lazy(() => import("../provider/bank-step.client"));

type BankConfirmationProps = {
  provider: Provider;
  clientSecret: string;
  /** What the page's action is told at the end; null: the bank confirmed. */
  fieldsOf(problem: ConfirmProblem | null): Record<string, string>;
};

/** Without script the bank is asked on the provider's page of the invoice that is open. */
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

/** Leads through what the bank asks before a payment of the subscription page goes through. */
export function BankConfirmation({ provider, clientSecret, fieldsOf }: BankConfirmationProps) {
  const [isRunning, setIsRunning] = useState(false);
  const result = useFetcher();
  useEffect(() => setIsRunning(true), []);
  if (!isRunning) return null;
  return (
    <Suspense fallback={null}>
      <BankStep
        provider={provider}
        clientSecret={clientSecret}
        onEnd={(problem) => result.submit(fieldsOf(problem), { method: "post" })}
      />
    </Suspense>
  );
}
