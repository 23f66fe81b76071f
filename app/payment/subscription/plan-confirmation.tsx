import { useTranslation } from "react-i18next";
import { usePriceText } from "~/payment/plan-choice";
import type { Subscription } from "~/services/contracts/subscription";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { BankConfirmation, HostedConfirmation } from "./bank-confirmation";
import type { SubscriptionPageData } from "./subscription.server";
import { subscriptionIntents as intents } from "./subscription-forms";

type PlanConfirmationProps = {
  page: SubscriptionPageData;
  subscription: Subscription;
  /** Secret of the requested payment; null after a reload. */
  clientSecret: string | null;
};

/** A change of plan that the bank requires confirmation for: until then the plan stays, and the change can be cancelled. */
export function PlanConfirmation({ page, subscription, clientSecret }: PlanConfirmationProps) {
  const { t } = useTranslation("payment");
  const priceText = usePriceText();
  const { pendingPriceId } = subscription;
  if (pendingPriceId === null) return null;
  const price = page.store.prices.find(({ id }) => id === pendingPriceId);
  const plan = price ? `${t(`plan.${price.interval}`)}, ${priceText(price)}` : pendingPriceId;
  return (
    <div className="mb-4 flex flex-col gap-3">
      <Banner type="warning">{t("subscription.waiting", { plan })}</Banner>
      {clientSecret !== null && page.provider && (
        <BankConfirmation
          provider={page.provider}
          clientSecret={clientSecret}
          fieldsOf={(problem): Record<string, string> =>
            problem === null
              ? { intent: intents.planConfirmed, priceId: pendingPriceId }
              : { intent: intents.planRefused, priceId: pendingPriceId, ...problem }
          }
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        {clientSecret === null && (
          <Form method="post">
            <input type="hidden" name="priceId" value={pendingPriceId} />
            <Button name="intent" value={intents.changePlan} variant="primary">
              {t("subscription.confirm")}
            </Button>
          </Form>
        )}
        <Form method="post">
          <Button name="intent" value={intents.keepPlan}>
            {t("subscription.keepPlan")}
          </Button>
        </Form>
        <HostedConfirmation page={page} />
      </div>
    </div>
  );
}
