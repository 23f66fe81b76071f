import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useDate, useLocale, usePriceText, useVatText } from "~/payment/plan-choice";
import { formatMoney } from "~/realms/money";
import type { Subscription, SubscriptionPreview } from "~/services/contracts/subscription";
import { useShellData } from "~/shell/shell-data";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { NamedValue } from "~/ui/named-value";
import { cardsId } from "./cards-card";
import { couponWords } from "./coupon-words";
import type { SubscriptionPageData } from "./subscription.server";
import type { ToAccept } from "./subscription-actions.server";

/** What a change of the subscription charges and credits, with the button that makes it. It names the sum. */
export function AcceptChange({
  intent,
  preview,
  isOutdated,
  couponId,
  page,
}: ToAccept & { page: SubscriptionPageData }) {
  const { t } = useTranslation("payment");
  const planText = usePlanText(page);
  const toPlan = (priceId: string) => {
    const price = page.store.prices.find(({ id }) => id === priceId);
    return price ? t(`preview.to.${price.interval}`) : priceId;
  };
  const buttonText = useButtonText();
  const { paymentMethods, defaultPaymentMethod } = page.card;
  const hasCard = paymentMethods.some(({ id }) => id === defaultPaymentMethod);
  const needsCard = preview.amount > 0 && !hasCard;
  const title =
    preview.priceId !== null
      ? toPlan(preview.priceId)
      : couponId !== null
        ? t("preview.coupon", { code: couponId })
        : preview.pauseMonths !== null
          ? t("pause.preview")
          : t(preview.resumes ? "pause.resumes" : "preview.goOn");
  return (
    <Card title={title}>
      {isOutdated && (
        <div className="mb-4">
          <Banner type="warning">{t("errors.preview_outdated")}</Banner>
        </div>
      )}
      <Sums
        preview={preview}
        plan={preview.priceId === null ? null : planText(preview.priceId)}
        held={page.store.customerSubscriptions.find(({ id }) => id === preview.subscriptionId)}
        readsUntil={
          preview.pauseMonths === null ? null : (page.store.customerSubscriptions[0]?.currentPeriodEnd ?? null)
        }
      />
      {needsCard ? (
        <div className="mt-4">
          <ErrorSummary
            title={t("cards.neededForPlan")}
            errors={[{ fieldId: cardsId, message: t("cards.chooseOrAdd") }]}
          />
        </div>
      ) : (
        <Form method="post" action="/subscription" className="mt-4 flex flex-col gap-3">
          <input type="hidden" name="previewId" value={preview.id} />
          {preview.priceId !== null && <input type="hidden" name="priceId" value={preview.priceId} />}
          {couponId !== null && <input type="hidden" name="couponId" value={couponId} />}
          {preview.pauseMonths !== null && <input type="hidden" name="months" value={preview.pauseMonths} />}
          <Button name="intent" value={intent} variant="primary" size="large" wide>
            {buttonText(preview)}
          </Button>
          <p className="text-14 text-ink-soft">{t("preview.valid")}</p>
        </Form>
      )}
      <p className="mt-3">
        <Link to="/subscription" className="font-semibold text-primary underline underline-offset-2">
          {t("preview.back")}
        </Link>
      </p>
    </Card>
  );
}

type SumsProps = {
  preview: SubscriptionPreview;
  plan: string | null;
  /** The plan with its coupon as it is now. */
  held: Subscription | undefined;
  /** End of the paid time, if the plan pauses then. */
  readsUntil: string | null;
};

function Sums({ preview, plan, held, readsUntil }: SumsProps) {
  const locale = useLocale();
  const { t } = useTranslation("payment");
  const date = useDate();
  const money = useMoney(preview);
  const vatText = useVatText();
  const realm = useShellData()?.realm;
  const { amount, vat, credit, balance, suspendedCoupon, currency, nextPaymentAt, nextPaymentAmount } = preview;
  const vatOfAmount = realm && amount > 0 ? vatText({ vat, currency }, realm) : null;
  return (
    <>
      <dl className="flex flex-col gap-2">
        {plan !== null && <NamedValue label={t("preview.newPlan")} value={plan} />}
        {credit > 0 && <NamedValue label={t("preview.credit")} value={money(-credit)} />}
        {readsUntil !== null && <NamedValue label={t("pause.readsUntil")} value={date(readsUntil)} />}
        {(plan !== null || amount > 0) && (
          <NamedValue label={t("preview.now")} value={money(amount)} note={vatOfAmount} />
        )}
        {balance > 0 && <NamedValue label={t("preview.balance")} value={money(balance)} />}
        {nextPaymentAmount !== null && (
          <NamedValue
            label={t("subscription.nextPayment")}
            value={t("subscription.nextPaymentText", { date: date(nextPaymentAt), amount: money(nextPaymentAmount) })}
          />
        )}
      </dl>
      {plan === null && amount === 0 && <p className="mt-2 text-14 text-ink-soft">{t("preview.nothingNow")}</p>}
      {suspendedCoupon !== null && (
        <p className="mt-2">
          {t(plan === null ? "preview.couponRunsOut" : "preview.couponEnds", {
            coupon: held?.couponId ? couponWords(held, locale) : suspendedCoupon,
          })}
        </p>
      )}
      {nextPaymentAt === null && <p className="mt-2">{t("preview.ends")}</p>}
    </>
  );
}

function useMoney({ currency }: Pick<SubscriptionPreview, "currency">): (amount: number) => string {
  const locale = useLocale();
  return (amount) => formatMoney({ amount, currency }, locale);
}

/** 'Yearly, 79.00 € a year'. */
function usePlanText({ store }: SubscriptionPageData): (priceId: string) => string {
  const { t } = useTranslation("payment");
  const priceText = usePriceText();
  return (priceId) => {
    const price = store.prices.find(({ id }) => id === priceId);
    return price ? `${t(`plan.${price.interval}`)}, ${priceText(price)}` : priceId;
  };
}

function useButtonText(): (preview: SubscriptionPreview) => string {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  const date = useDate();
  return ({ priceId, couponId, pauseMonths, resumes, amount, currency, nextPaymentAt, nextPaymentAmount }) => {
    const money = (sum: number) => formatMoney({ amount: sum, currency }, locale);
    if (priceId !== null) return t(amount > 0 ? "preview.payAndChange" : "preview.change", { amount: money(amount) });
    if (resumes && amount > 0) return t("pause.payAndRead", { amount: money(amount) });
    const next = { amount: money(nextPaymentAmount ?? 0), date: date(nextPaymentAt) };
    if (pauseMonths !== null) return t("pause.keepPaused", next);
    return t(couponId === null ? "preview.keep" : "preview.useCoupon", next);
  };
}
