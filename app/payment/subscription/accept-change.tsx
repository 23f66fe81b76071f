import { useTranslation } from "react-i18next";
import { useDate, useLocale, usePriceText } from "~/payment/plan-choice";
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
      </dl>
      {amount === 0 && nextPaymentAt !== null && (
        <p className="mt-2">{t("preview.nothingUntil", { date: date(nextPaymentAt) })}</p>
      )}
      {suspendedCoupon !== null && <p className="mt-2">{t("preview.couponEnds", { coupon: suspendedCoupon })}</p>}
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
      <SamePlan toAccept={toAccept} page={page} />
    </AcceptForm>
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
  const next = useNextPayment(toAccept);
  return (
    <AcceptForm toAccept={toAccept} page={page} title={t("preview.goOn")} button={t("preview.keep", next)}>
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
      </dl>
      {amount === 0 && <p className="mt-2 text-14 text-ink-soft">{t("preview.nothingNow")}</p>}
      {suspendedCoupon !== null && <p className="mt-2">{t("preview.couponRunsOut", { coupon: suspendedCoupon })}</p>}
      {nextPaymentAt === null && <p className="mt-2">{t("preview.ends")}</p>}
    </>
  );
}

/** Sum and day of the next payment, for a button. */
function useNextPayment({ preview }: Pick<AcceptProps["toAccept"], "preview">): { amount: string; date: string } {
  const date = useDate();
  const money = useMoneyOf(preview);
  return { amount: money(preview.nextPaymentAmount ?? 0), date: date(preview.nextPaymentAt) };
}

/** The coupon that the change ends, in words; null if it ends none. */
function useSuspendedCoupon({ toAccept: { preview }, page }: AcceptProps): string | null {
  const locale = useLocale();
  const held = page.store.customerSubscriptions.find(({ id }) => id === preview.subscriptionId);
  return preview.suspendedCoupon !== null && held?.couponId ? couponWords(held, locale) : preview.suspendedCoupon;
}
