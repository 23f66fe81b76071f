import { Link, useNavigate, useRevalidator } from "@remix-run/react";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FormResult } from "~/forms/form-result";
import { useCardName } from "~/payment/card-name";
import { CouponForm } from "~/payment/coupon-form";
import { OpenOrderCard } from "~/payment/open-order-card";
import { orderCouponText } from "~/payment/order-coupon";
import { PaymentLayout, PlansProblemBanner, TestPaymentsNotice } from "~/payment/payment-layout";
import { PlanChoice, useDate, useLocale, usePriceText, useVatText } from "~/payment/plan-choice";
import { CardFields, type Confirm } from "~/payment/provider/card-fields";
import { confirmCodes, confirmPayment } from "~/payment/provider/confirm";
import { createPaymentNotes } from "~/payment/provider/note";
import { useOwnDocument } from "~/payment/provider/own-document";
import { problemText } from "~/payment/provider/problem-text";
import { consumerLawOf } from "~/realms/consumer-law";
import { lastReducedPayment } from "~/realms/coupon-payments";
import { amountAfterCoupon } from "~/realms/coupon-text";
import { formatMoney } from "~/realms/money";
import type { Order, Price } from "~/services/contracts/payment";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { useShellData } from "~/shell/shell-data";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/choice";
import { Disclosure } from "~/ui/disclosure";
import { Form } from "~/ui/form";
import { CreditCard } from "~/ui/icons";
import { type PaymentProgress, type ProgressError, type ProgressEvent, transition } from "./payment-progress.machine";
import type { PaymentStepData } from "./payment-step.server";
import { paymentIntents } from "./signup-form";

const path = "/signup/payment";

/** The provider's code for a payment that was cancelled or made in the meantime. */
const orderGone = "payment_intent_unexpected_state";

type StepProps = { page: PaymentStepData; result: FormResult | undefined };

/** Second of two sign-up pages: summary and card. docs/product/shell.md#sign-up-payment. */
export function PaymentStepPage({ page, result }: StepProps) {
  const { t } = useTranslation("payment");
  const { provider, problem, progress, leftOrder } = page;
  // What was left is paid once the user goes on.
  const order = leftOrder ? null : page.order;
  useOwnDocument(provider);
  return (
    <PaymentLayout title={t("pay.title")} isNextStep step={page.isSignup ? 2 : undefined}>
      {provider?.isTest && <TestPaymentsNotice />}
      {problem && <PlansProblemBanner problem={problem} code={page.problemCode} />}
      {!problem && leftOrder && <OpenOrderCard order={leftOrder} prices={page.prices} />}
      {!problem && order && <OrderSummary order={order} page={page} />}
      {!problem && order && <Payment key={order.id} page={page} order={order} />}
      {!problem && !order && progress.error && <Failure error={progress.error} />}
      {!problem && order && (
        // Remounted when the applied coupon changes, so that old errors disappear.
        <CouponForm key={order.couponCode} intent={paymentIntents.coupon} couponId={order.couponCode} result={result} />
      )}
      {!problem && <ChangePlan page={page} order={order ?? leftOrder} />}
      {page.isTrialOffered && <Trial />}
    </PaymentLayout>
  );
}

function OrderSummary({ order, page }: { order: Order; page: PaymentStepData }) {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  const realm = useShellData()?.realm ?? "se";
  const priceText = usePriceText();
  const vatText = useVatText();
  const date = useDate();
  const { prices, trialEndsOn } = page;
  const price = prices.find(({ id }) => id === order.priceId);
  const coupon = orderCouponText(order, locale);
  const rows = [
    price && { label: t("pay.plan"), value: `${t(`plan.${price.interval}`)}, ${priceText(price)}` },
    coupon !== null && { label: t("coupon.label"), value: coupon },
    { label: t("pay.email"), value: order.email },
  ].filter((row) => row !== false && row !== undefined);
  return (
    <Card title={t("pay.summary")}>
      <dl className="flex flex-col gap-2">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        <div className="flex flex-wrap justify-between gap-x-4 border-line border-t pt-3 font-bold text-18">
          <dt>{t("pay.today")}</dt>
          <dd className="tabular-nums">{formatMoney(order, locale)}</dd>
        </div>
      </dl>
      <p className="mt-1 text-14 text-ink-soft">{vatText(order, realm)}</p>
      {order.couponCode !== null && (
        <Form method="post" action={path} className="mt-2">
          <Button name="intent" value={paymentIntents.removeCoupon} variant="quiet" size="small">
            {t("coupon.remove", { code: order.couponCode })}
          </Button>
        </Form>
      )}
      {trialEndsOn !== null && (
        <div className="mt-3">
          <Banner type="warning">{t("pay.trialEnds", { date: date(trialEndsOn) })}</Banner>
        </div>
      )}
    </Card>
  );
}

function Payment({ page, order }: { page: PaymentStepData; order: Order }) {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const { provider } = page;
  const [startsNow, setStartsNow] = useState(page.startsNow);
  const [progress, send] = usePaymentProgress(page.progress);
  const [notes] = useState(() => createPaymentNotes(path));
  const label = t("pay.button", { amount: formatMoney(order, locale) });
  const last = page.progress.error;
  const isFree = order.paymentIntent === null && order.amount === 0;
  if (!provider || order.paymentIntent === null) {
    return (
      <>
        {last && <Failure error={last} />}
        {isFree ? (
          <OrderWithoutPayment order={order} page={page}>
            <Renews page={page} order={order} />
          </OrderWithoutPayment>
        ) : (
          <>
            <HostedPage label={label} isPrimary startsNow={page.startsNow} />
            <Renews page={page} order={order} />
          </>
        )}
      </>
    );
  }
  const { id: intentId, client_secret: clientSecret } = order.paymentIntent;
  const pay: Confirm = async (stripe, elements) => {
    let isBegun = false;
    const result = await confirmPayment(stripe, elements, clientSecret, {
      returnUrl: `${window.location.origin}/signup/success`,
      onBegun() {
        send({ type: "set", step: "processing" });
        isBegun = true;
        void notes.send({ intent: paymentIntents.processing, ...(startsNow ? { startNow: "on" } : {}) });
      },
    });
    // Cancelled in another tab while the bank asked.
    const isCanceled = result.ok && result.status === "canceled";
    if (result.ok && !isCanceled) {
      send({ type: "status-read", status: { id: intentId, status: result.status } });
      await notes.settled();
      navigate("/signup/success");
      return null;
    }
    const problem = result.ok ? { code: orderGone, message: "" } : result.problem;
    if (!isBegun) return problem;
    const { code, message } = problem;
    send({ type: "payment-failed", error: problem });
    const sent = notes.send({ intent: paymentIntents.failed, failure: code, message });
    // The order was replaced, cancelled or paid in another tab, which the page then says.
    if (code === orderGone) void sent.then(() => navigate(`${path}?elsewhere=1`, { replace: true }));
    // The decline has been shown now, which the server notes as it sends the page's data.
    else if (code !== confirmCodes.notLoaded) void sent.then(revalidate);
    return problem;
  };
  return (
    <Card title={t("pay.card")}>
      <CardFields
        above={<ConsentBox isChecked={startsNow} onChange={setStartsNow} />}
        provider={provider}
        clientSecret={clientSecret}
        label={label}
        problem={last}
        withoutScript={
          <>
            {last && <Failure error={last} />}
            <HostedPage label={label} isPrimary startsNow={page.startsNow} />
          </>
        }
        isReady={progress.elements === "loaded"}
        onElements={(elements) => send({ type: "elements", elements })}
        confirm={pay}
        below={progress.step === "failed" && <Retry isBesideForm />}
      />
      <Renews page={page} order={order} />
    </Card>
  );
}

/** What follows the first payment, and by what terms: shown before anything is paid, with and without script. */
function Renews({ page, order }: { page: PaymentStepData; order: Order }) {
  const { t } = useTranslation("payment");
  const realm = useShellData()?.realm ?? "se";
  const price = page.prices.find(({ id }) => id === order.priceId);
  const link = "font-semibold text-primary underline underline-offset-2";
  return (
    <div className="mt-4 flex flex-col gap-2 text-14 text-ink-soft">
      {price && (
        <p>
          <NextSum page={page} order={order} price={price} /> {t("pay.renews")}
        </p>
      )}
      <p>
        {t(order.amount === 0 ? "pay.orderTerms" : "pay.terms")}{" "}
        <Link to="/legal/terms" target="_blank" className={link}>
          {t("pay.termsLink")}
        </Link>
        . {t("pay.withdrawal", { days: consumerLawOf(realm).withdrawalDays })}{" "}
        <Link to="/legal/withdrawal" target="_blank" className={link}>
          {t("pay.withdrawalLink")}
        </Link>
        .
      </p>
    </div>
  );
}

/** What the next payment takes, with a coupon as long as it lasts. */
function NextSum({ page, order, price }: { page: PaymentStepData; order: Order; price: Price }) {
  const { t } = useTranslation("payment");
  const date = useDate();
  const priceText = usePriceText();
  const locale = useLocale();
  const { couponTerms: terms, couponCode } = order;
  const { nextPaymentAt } = page;
  const full = { price: priceText(price), date: date(nextPaymentAt) };
  if (nextPaymentAt === null || terms === null) return t(couponCode ? "pay.thenAfterCoupon" : "pay.then", full);
  const everyMonths = (price.interval === "year" ? 12 : 1) * price.intervalCount;
  const payments = { from: order.createdAt, next: nextPaymentAt, isPaidNow: true, everyMonths };
  const last = lastReducedPayment(terms, payments);
  if (last === null && terms.duration !== "forever") return t("pay.then", full);
  const amount = formatMoney({ ...price, amount: amountAfterCoupon(price.amount, terms) }, locale);
  const lasts = last === null ? t("coupon.always") : t("coupon.lasts", { date: date(last), price: full.price });
  return `${t("pay.nextSum", { amount, date: full.date })} ${lasts}`;
}

/** Form that opens the provider's own page: without script, and if no card form is available. */
function HostedPage({ label, isPrimary, startsNow }: { label: string; isPrimary?: boolean; startsNow: boolean }) {
  const { t } = useTranslation("payment");
  return (
    <Form method="post" className="flex flex-col gap-4">
      <input type="hidden" name="intent" value={paymentIntents.checkout} />
      <ConsentBox isChecked={startsNow} />
      <Button variant={isPrimary ? "primary" : "secondary"} size="large" icon={CreditCard} wide>
        {label}
      </Button>
      <p className="text-14 text-ink-soft">{t("pay.hosted")}</p>
    </Form>
  );
}

/** Orders a plan that costs nothing now, after what it costs later: by law the button names the obligation to pay. */
function OrderWithoutPayment({ order, page, children }: { order: Order; page: PaymentStepData; children: ReactNode }) {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  const cardName = useCardName();
  const { startsNow, keptCard } = page;
  return (
    <Card title={t("pay.confirmOrder")}>
      <p>{t(order.couponCode !== null ? "pay.nothingNow" : "pay.creditCovers")}</p>
      {keptCard && <p className="mt-2">{t("pay.laterCard", { card: cardName(keptCard) })}</p>}
      {children}
      <Form method="post" className="mt-4 flex flex-col gap-4">
        <input type="hidden" name="intent" value={paymentIntents.checkout} />
        <ConsentBox isChecked={startsNow} />
        <Button variant="primary" size="large" wide>
          {t("pay.order", { amount: formatMoney(order, locale) })}
        </Button>
      </Form>
    </Card>
  );
}

/** Asks that the plan starts before the time for withdrawal has passed; ticked in advance only if the family has ticked it for this order, and nothing depends on it before a withdrawal. */
function ConsentBox({ isChecked, onChange }: { isChecked?: boolean; onChange?: (isChecked: boolean) => void }) {
  const { t } = useTranslation("payment");
  return (
    <Checkbox
      name="startNow"
      label={t("consent.label")}
      hint={t("consent.hint")}
      {...(onChange
        ? { checked: isChecked, onChange: ({ currentTarget }) => onChange(currentTarget.checked) }
        : { defaultChecked: isChecked })}
    />
  );
}

/** An order of a plan that is gone would fail again, and one that was cancelled is not wanted: a plan must be chosen. */
const unrepeatable: readonly string[] = [paymentErrors.priceGone, paymentErrors.orderCanceled];

/** Why the last order or payment failed, on the first page after it. */
function Failure({ error }: { error: ProgressError }) {
  const { t } = useTranslation("payment");
  return (
    <Banner type="error" actions={!unrepeatable.includes(error.code) && <Retry />}>
      {problemText(t, error)}
    </Banner>
  );
}

/**
 * Orders the same again; the page is loaded anew, with empty card fields and without the last attempt's error.
 * @param isBesideForm below the form whose button pays, so that it must look and read differently
 */
function Retry({ isBesideForm = false }) {
  const { t } = useTranslation("payment");
  return (
    <Form method="post" action={path} reloadDocument>
      <input type="hidden" name="intent" value={paymentIntents.retry} />
      {isBesideForm && <p className="mb-2 text-14 text-ink-soft">{t("card.againHint", { again: t("again") })}</p>}
      <Button variant={isBesideForm ? "quiet" : "secondary"}>{t("again")}</Button>
    </Form>
  );
}

function ChangePlan({ page, order }: { page: PaymentStepData; order: Order | null }) {
  const { t } = useTranslation("payment");
  if (page.prices.length === 0) return null;
  const form = (
    <Form method="post" className="flex flex-col gap-4">
      <input type="hidden" name="intent" value={paymentIntents.order} />
      <PlanChoice products={page.products} prices={page.prices} name="priceId" selected={order?.priceId ?? null} />
      <Button variant={order ? "secondary" : "primary"} size="large">
        {t(order ? "pay.changePlan" : "pay.choosePlan")}
      </Button>
    </Form>
  );
  return order ? <Disclosure title={t("pay.otherPlan")}>{form}</Disclosure> : form;
}

function Trial() {
  const { t } = useTranslation("payment");
  return (
    <Card title={t("trial.title")}>
      <p className="mb-4 text-ink-soft">{t("trial.text", { days: 14 })}</p>
      <Form method="post">
        <input type="hidden" name="intent" value={paymentIntents.trial} />
        <Button>{t("trial.start")}</Button>
      </Form>
    </Card>
  );
}

/**
 * The payment machine in the browser, starting from the state stored on the server: it tracks the card form, which the server never sees.
 * @param stored from the page's data; the card form's state is reset, because it has to load again
 */
function usePaymentProgress(stored: PaymentProgress): [PaymentProgress, (event: ProgressEvent) => void] {
  const [progress, setProgress] = useState<PaymentProgress>({ ...stored, elements: "none" });
  const present = useRef(progress);
  const send = useCallback((event: ProgressEvent) => {
    const { state, effects } = transition(present.current, event);
    for (const effect of effects) if (effect.type === "warn") console.warn(effect.message);
    present.current = state;
    setProgress(state);
  }, []);
  return [progress, send];
}
