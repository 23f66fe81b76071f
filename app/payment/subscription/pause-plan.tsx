import { useTranslation } from "react-i18next";
import { useDate } from "~/payment/plan-choice";
import { pauseMonths, type Subscription } from "~/services/contracts/subscription";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { Form } from "~/ui/form";
import { BankConfirmation, HostedConfirmation } from "./bank-confirmation";
import type { SubscriptionPageData } from "./subscription.server";
import { subscriptionIntents as intents } from "./subscription-forms";

/** Offers a pause of some months; each button shows what follows before the pause is made. */
export function PausePlan({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation("payment");
  const date = useDate();
  if (!subscription.mayPause) return null;
  return (
    <Disclosure title={t("pause.title")}>
      <Form method="post" action="/subscription" className="flex flex-col gap-4">
        <input type="hidden" name="intent" value={intents.pause} />
        <p className="text-14 text-ink-soft">{t("pause.hint", { date: date(subscription.currentPeriodEnd) })}</p>
        <div className="flex flex-wrap gap-3">
          {pauseMonths.map((months) => (
            <Button key={months} name="months" value={months}>
              {t(`pause.months${months}`)}
            </Button>
          ))}
        </div>
      </Form>
    </Disclosure>
  );
}

type PausedProps = {
  page: SubscriptionPageData;
  subscription: Subscription;
  /** Secret of the payment that ends the pause; null before it is requested, and after a reload. */
  clientSecret: string | null;
};

/** A planned or running pause, with the way to end it. */
export function PausedPlan({ page, subscription, clientSecret }: PausedProps) {
  const { t } = useTranslation("payment");
  const date = useDate();
  const { pausedFrom, currentPeriodEnd, pendingPriceId, cancel_at_period_end: isEnding } = subscription;
  if (pausedFrom === null) return null;
  const isAhead = pausedFrom > page.now;
  const dates = { from: date(pausedFrom), date: date(currentPeriodEnd) };
  return (
    <div className="mb-4 flex flex-col gap-3">
      {!isEnding && <Banner type="info">{t(isAhead ? "pause.ahead" : "pause.now", dates)}</Banner>}
      {clientSecret !== null && page.provider && (
        <BankConfirmation
          provider={page.provider}
          clientSecret={clientSecret}
          fieldsOf={(problem): Record<string, string> =>
            problem === null ? { intent: intents.resumeConfirmed } : { intent: intents.planRefused, ...problem }
          }
        />
      )}
      {!isEnding && clientSecret === null && (
        <Form method="post" action="/subscription">
          <Button name="intent" value={intents.resume} variant={isAhead ? "secondary" : "primary"}>
            {t(isAhead ? "pause.undo" : "pause.resume")}
          </Button>
        </Form>
      )}
      {pendingPriceId !== null && <HostedConfirmation page={page} />}
    </div>
  );
}
