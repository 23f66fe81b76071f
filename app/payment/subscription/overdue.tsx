import { useTranslation } from "react-i18next";
import { useDate, useLocale } from "~/payment/plan-choice";
import { problemText } from "~/payment/provider/problem-text";
import { formatMoney } from "~/realms/money";
import type { Subscription } from "~/services/contracts/subscription";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { BankConfirmation, HostedConfirmation } from "./bank-confirmation";
import type { SubscriptionPageData } from "./subscription.server";
import { subscriptionIntents as intents } from "./subscription-forms";
import type { Refused } from "./subscription-results.server";

type OverdueProps = {
  page: SubscriptionPageData;
  subscription: Subscription;
  /** Secret of the requested payment that the bank requires confirmation for. */
  clientSecret: string | null;
  /** Why it was refused just now. */
  refusal: Refused["refusal"] | null;
};

/** A failed renewal: shows until when books can be read, and offers payment now, since the provider's next retry may be days later. */
export function Overdue({ page, subscription, clientSecret, refusal }: OverdueProps) {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  const date = useDate();
  const { overdueAmount, currency } = subscription;
  const { state, endsOn } = page.family;
  const { paymentMethods, defaultPaymentMethod } = page.card;
  const hasCharged = paymentMethods.some(({ id }) => id === defaultPaymentMethod);
  const isOpen = state === "running" && endsOn !== null;
  const canPay = overdueAmount !== null && hasCharged;
  return (
    <div className="mb-4 flex flex-col gap-3">
      {refusal && (
        <ErrorSummary
          title={t("subscription.payRefused")}
          errors={[{ message: problemText(t, refusal) }]}
          of={refusal}
        />
      )}
      <Banner type="error">
        <p>{t("subscription.pastDue")}</p>
        <p>{isOpen ? t("subscription.readsUntil", { date: date(endsOn) }) : t("subscription.shelfClosed")}</p>
        <p>{t(hasCharged ? "subscription.payNow" : "subscription.addCardToPay")}</p>
      </Banner>
      {clientSecret !== null && page.provider && (
        <BankConfirmation
          provider={page.provider}
          clientSecret={clientSecret}
          fieldsOf={(problem) =>
            problem === null ? { intent: intents.payOverdue } : { intent: intents.overdueRefused, ...problem }
          }
        />
      )}
      {clientSecret !== null && <HostedConfirmation page={page} />}
      {canPay && clientSecret === null && (
        <Form method="post">
          <Button name="intent" value={intents.payOverdue} variant="primary" size="large" wide>
            {t("pay.button", { amount: formatMoney({ amount: overdueAmount, currency }, locale) })}
          </Button>
        </Form>
      )}
    </div>
  );
}
