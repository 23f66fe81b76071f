import { useTranslation } from "react-i18next";
import { useDate, useLocale, usePriceText } from "~/payment/plan-choice";
import { lastReducedPayment } from "~/realms/coupon-payments";
import { couponText } from "~/realms/coupon-text";
import type { SubscriptionPreview } from "~/services/contracts/subscription";
import { NamedValue } from "~/ui/named-value";
import { AcceptForm, type AcceptProps, SumNow, SumsLater, useMoneyOf } from "./accept-form";
import { couponWords } from "./coupon-words";

/** What a change of the subscription charges and credits, with the button that makes it: by kind of change. */
export function AcceptChange(props: AcceptProps) {
  const { preview, couponId } = props.toAccept;
  if (preview.priceId !== null) return <AcceptPlan {...props} priceId={preview.priceId} />;
  if (couponId !== null) return <AcceptCoupon {...props} couponId={couponId} />;
  if (preview.pauseMonths !== null) return <AcceptPause {...props} months={preview.pauseMonths} />;
  return preview.resumes ? <AcceptResume {...props} /> : <AcceptGoingOn {...props} />;
}

function AcceptPlan({ toAccept, page, priceId }: AcceptProps & { priceId: string }) {
  const { t } = useTranslation("payment");
  const date = useDate();
  const priceText = usePriceText();
  const { preview } = toAccept;
  const money = useMoneyOf(preview);
  const { amount, credit, nextPaymentAt } = preview;
  const suspendedCoupon = useSuspendedCoupon({ toAccept, page });
  const price = page.store.prices.find(({ id }) => id === priceId);
  const interval = price ? t(`plan.${price.interval}`) : priceId;
  // While the provider sees a trial, e.g. after an extension, the new plan is paid when that ends.
  const locale = useLocale();
  const { couponTerms: terms } = preview;
  // The page hides a coupon that does not apply to the present plan; the provider keeps it.
  const appliesAgain = terms !== null && heldBy({ toAccept, page })?.couponId === null;
  const isPaidLater = heldBy({ toAccept, page })?.status === "trialing";
  return (
    <AcceptForm
      toAccept={toAccept}
      page={page}
      title={price ? t(`preview.to.${price.interval}`) : priceId}
      fields={{ priceId }}
      button={t(amount > 0 ? "preview.payAndChange" : "preview.change", { amount: money(amount) })}
    >
      <dl className="flex flex-col gap-2">
        <NamedValue label={t("preview.newPlan")} value={price ? `${interval}, ${priceText(price)}` : priceId} />
        {credit > 0 && <NamedValue label={t("preview.credit")} value={money(-credit)} />}
        <SumNow preview={preview} />
        <SumsLater preview={preview} />
        <CancelledTo {...preview} />
      </dl>
      {amount === 0 && nextPaymentAt !== null && (
        <p className="mt-2">
          {t(isPaidLater ? "preview.readsOn" : "preview.nothingUntil", { date: date(nextPaymentAt) })}
        </p>
      )}
      {suspendedCoupon !== null && <p className="mt-2">{t("preview.couponEnds", { coupon: suspendedCoupon })}</p>}
      {appliesAgain && terms && (
        <p className="mt-2">{t("preview.couponAgain", { coupon: couponText(terms, locale) ?? "" })}</p>
      )}
      {nextPaymentAt === null && <p className="mt-2">{t("preview.ends")}</p>}
    </AcceptForm>
  );
}

function AcceptCoupon({ toAccept, page, couponId }: AcceptProps & { couponId: string }) {
  const { t } = useTranslation("payment");
  const next = useNextPayment(toAccept);
  return (
    <AcceptForm
      toAccept={toAccept}
      page={page}
      title={t("preview.coupon", { code: couponId })}
      fields={{ couponId }}
      button={t("preview.useCoupon", next)}
    >
      <CouponLines toAccept={toAccept} page={page} />
      <SamePlan toAccept={toAccept} page={page} />
    </AcceptForm>
  );
}

/** What a coupon takes off, and what is paid as long as it lasts. */
function CouponLines({ toAccept, page }: AcceptProps) {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  const date = useDate();
  const priceText = usePriceText();
  const { couponTerms: terms, nextPaymentAt } = toAccept.preview;
  const held = heldBy({ toAccept, page });
  const item = held?.items[0];
  if (terms === null || !item?.interval || !held || nextPaymentAt === null) return null;
  const everyMonths = item.interval === "year" ? 12 : 1;
  const last = lastReducedPayment(terms, { from: page.now, next: nextPaymentAt, isPaidNow: false, everyMonths });
  const price = priceText({ amount: item.amount, interval: item.interval, currency: held.currency });
  return (
    <>
      <dl className="mb-2">
        <NamedValue label={t("coupon.label")} value={couponText(terms, locale) ?? toAccept.couponId ?? ""} />
      </dl>
      {last !== null && <p className="mb-2">{t("coupon.lasts", { date: date(last), price })}</p>}
      {terms.duration === "forever" && <p className="mb-2">{t("coupon.always")}</p>}
    </>
  );
}

function AcceptPause({ toAccept, page, months }: AcceptProps & { months: number }) {
  const { t } = useTranslation("payment");
  const date = useDate();
  const next = useNextPayment(toAccept);
  const readsUntil = page.store.customerSubscriptions[0]?.currentPeriodEnd ?? null;
  return (
    <AcceptForm
      toAccept={toAccept}
      page={page}
      title={t("pause.preview")}
      fields={{ months }}
      button={t("pause.keepPaused", next)}
    >
      {readsUntil !== null && (
        <dl className="mb-2">
          <NamedValue label={t("pause.readsUntil")} value={date(readsUntil)} />
        </dl>
      )}
      <SamePlan toAccept={toAccept} page={page} />
    </AcceptForm>
  );
}

/** A pause that ends: a running one is paid for at once, one that is only planned costs nothing. */
function AcceptResume({ toAccept, page }: AcceptProps) {
  const { t } = useTranslation("payment");
  const { amount } = toAccept.preview;
  const money = useMoneyOf(toAccept.preview);
  const next = useNextPayment(toAccept);
  return (
    <AcceptForm
      toAccept={toAccept}
      page={page}
      title={t("pause.resumes")}
      button={amount > 0 ? t("pause.payAndRead", { amount: money(amount) }) : t("preview.keep", next)}
    >
      <SamePlan toAccept={toAccept} page={page} />
    </AcceptForm>
  );
}

/** A cancellation that is undone. */
function AcceptGoingOn({ toAccept, page }: AcceptProps) {
  const { t } = useTranslation("payment");
  const date = useDate();
  const next = useNextPayment(toAccept);
  const pausedFrom = heldBy({ toAccept, page })?.pausedFrom ?? null;
  return (
    <AcceptForm toAccept={toAccept} page={page} title={t("preview.goOn")} button={t("preview.keep", next)}>
      {pausedFrom !== null && (
        <p className="mb-2">
          {t(pausedFrom > page.now ? "pause.ahead" : "pause.now", { from: date(pausedFrom), date: next.date })}
        </p>
      )}
      <SamePlan toAccept={toAccept} page={page} />
    </AcceptForm>
  );
}

/** Sums of a change that leaves the plan as it is. */
function SamePlan({ toAccept, page }: AcceptProps) {
  const { t } = useTranslation("payment");
  const { preview } = toAccept;
  const money = useMoneyOf(preview);
  const suspendedCoupon = useSuspendedCoupon({ toAccept, page });
  const { amount, credit, nextPaymentAt } = preview;
  return (
    <>
      <dl className="flex flex-col gap-2">
        {credit > 0 && <NamedValue label={t("preview.credit")} value={money(-credit)} />}
        {amount > 0 && <SumNow preview={preview} />}
        <SumsLater preview={preview} />
        <CancelledTo {...preview} />
      </dl>
      {amount === 0 && <p className="mt-2 text-14 text-ink-soft">{t("preview.nothingNow")}</p>}
      {suspendedCoupon !== null && <p className="mt-2">{t("preview.couponRunsOut", { coupon: suspendedCoupon })}</p>}
      {nextPaymentAt === null && <p className="mt-2">{t("preview.ends")}</p>}
    </>
  );
}

/** The day of a cancellation that the change leaves as it is. */
function CancelledTo({ cancelledTo }: SubscriptionPreview) {
  const { t } = useTranslation("payment");
  const date = useDate();
  return cancelledTo !== null && <NamedValue label={t("subscription.cancelledTo")} value={date(cancelledTo)} />;
}

/** Sum and day of the next payment, for a button. */
function useNextPayment({ preview }: Pick<AcceptProps["toAccept"], "preview">): { amount: string; date: string } {
  const date = useDate();
  const money = useMoneyOf(preview);
  return { amount: money(preview.nextPaymentAmount ?? 0), date: date(preview.nextPaymentAt) };
}

/** The subscription that is changed. */
function heldBy({ toAccept: { preview }, page }: AcceptProps) {
  return page.store.customerSubscriptions.find(({ id }) => id === preview.subscriptionId);
}

/** The coupon that the change ends, in words; null if it ends none. */
function useSuspendedCoupon({ toAccept, page }: AcceptProps): string | null {
  const locale = useLocale();
  const { preview } = toAccept;
  const held = heldBy({ toAccept, page });
  return preview.suspendedCoupon !== null && held?.couponId ? couponWords(held, locale) : preview.suspendedCoupon;
}
