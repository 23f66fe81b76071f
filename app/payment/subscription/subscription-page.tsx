import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FormResult } from "~/forms/form-result";
import { CouponForm } from "~/payment/coupon-form";
import { OpenOrderCard } from "~/payment/open-order-card";
import { PlansProblemBanner, TestPaymentsNotice } from "~/payment/payment-layout";
import { PlanChoice, useDate, useLocale, usePriceText } from "~/payment/plan-choice";
import { useOwnDocument } from "~/payment/provider/own-document";
import { consumerLawOf } from "~/realms/consumer-law";
import { formatMoney } from "~/realms/money";
import { alternativeDefaultRealm, dayIn } from "~/realms/realm";
import { paymentErrors } from "~/services/contracts/payment-errors";
import type { Subscription } from "~/services/contracts/subscription";
import { HomeLayout } from "~/shell/home-layout";
import { useShellData } from "~/shell/shell-data";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Disclosure } from "~/ui/disclosure";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { NamedValue } from "~/ui/named-value";
import { PageHeader } from "~/ui/page-header";
import { useHeadingFocus } from "~/ui/use-heading-focus";
import { AcceptChange } from "./accept-change";
import { CardsCard, cardsId } from "./cards-card";
import { couponWords } from "./coupon-words";
import { InvoicesCard } from "./invoices-card";
import { NextStep } from "./next-step";
import { Overdue } from "./overdue";
import { PausedPlan, PausePlan } from "./pause-plan";
import { PlanConfirmation } from "./plan-confirmation";
import { RefusedChange } from "./refused-change";
import type { SubscriptionPageData } from "./subscription.server";
import { subscriptionIntents as intents } from "./subscription-forms";
import type { NeedsCard, Refused, ToAccept, ToConfirm, ToEnd, ToRemove } from "./subscription-results.server";

export type SubscriptionResult =
  | (FormResult & { clientSecret?: undefined })
  | ToConfirm
  | NeedsCard
  | Refused
  | ToAccept
  | ToEnd
  | ToRemove;

/** Calls without which nothing can be offered. */
const planReads = [paymentErrors.subscriptions, paymentErrors.products];

type PageProps = { page: SubscriptionPageData; result: SubscriptionResult | null | undefined };

/** A family's subscription, cards and invoices. docs/product/shell.md#card-payment. */
export function SubscriptionPage({ page, result }: PageProps) {
  const { t } = useTranslation("payment");
  const { store, problem, provider } = page;
  useOwnDocument(provider);
  const heading = useHeadingFocus();
  const running = store.customerSubscriptions.find(({ endedAt }) => endedAt === null) ?? null;
  const formResult = result && "lastResult" in result ? result : null;
  const secretOf = (intent: string) =>
    result && "clientSecret" in result && result.intent === intent ? (result.clientSecret ?? null) : null;
  return (
    <HomeLayout hasFooter>
      <div className="mx-auto max-w-2xl">
        <PageHeader title={t("subscription.title")} heading={heading} />
        <div className="flex flex-col gap-6">
          {provider?.isTest && <TestPaymentsNotice />}
          {problem && (
            <PlansProblemBanner problem={problem} code={planReads.find((code) => page.failures.includes(code))} />
          )}
          {running && (
            <Running
              subscription={running}
              page={page}
              result={formResult}
              secretOf={secretOf}
              needsCard={!!result && "needsCard" in result}
              refused={result && "refusal" in result ? result : null}
              toAccept={result && "preview" in result ? result : null}
              isToEnd={!!result && "toEnd" in result}
            />
          )}
          {page.openOrder && !running && !problem && <OpenOrderCard order={page.openOrder} prices={store.prices} />}
          {!running && !problem && <NothingRunning page={page} />}
          {provider && (
            <CardsCard
              page={page}
              provider={provider}
              clientSecret={secretOf(intents.addCard)}
              isPayingOn={!problem && running !== null && !running.cancel_at_period_end}
              running={running}
              removal={result && "removal" in result ? result.removal : null}
            />
          )}
          <InvoicesCard page={page} />
        </div>
      </div>
    </HomeLayout>
  );
}

type RunningProps = {
  subscription: Subscription;
  page: SubscriptionPageData;
  result: FormResult | null;
  /** Secret of the payment that an intent requested and that the bank requires confirmation for. */
  secretOf(intent: string): string | null;
  /** The plan was not changed for lack of a card. */
  needsCard: boolean;
  /** What was refused, and why. */
  refused: Refused | null;
  /** A change whose sums are to be accepted. */
  toAccept: ToAccept | null;
  /** Whether the family is asked if the subscription is to end. */
  isToEnd: boolean;
};

function Running(props: RunningProps) {
  const { subscription, page, result, secretOf, needsCard, refused, toAccept, isToEnd } = props;
  const { t } = useTranslation("payment");
  const date = useDate();
  const isEnding = subscription.cancel_at_period_end || subscription.cancelledTo !== null;
  const isPaused = subscription.pausedFrom !== null;
  const isOverdue = subscription.status === "past_due" || subscription.status === "unpaid";
  const refusedPayment = refused?.intent === intents.payOverdue ? refused : null;
  if (toAccept) {
    return (
      <NextStep step={toAccept.preview.id}>
        <AcceptChange toAccept={toAccept} page={page} />
      </NextStep>
    );
  }
  if (isToEnd) {
    return (
      <NextStep step="end">
        <ConfirmEnd subscription={subscription} />
      </NextStep>
    );
  }
  return (
    <Card title={t("subscription.plan")}>
      {refused && refused !== refusedPayment && <RefusedChange {...refused.refusal} />}
      {!isPaused && (
        <PlanConfirmation page={page} subscription={subscription} clientSecret={secretOf(intents.changePlan)} />
      )}
      <PausedPlan page={page} subscription={subscription} clientSecret={secretOf(intents.resume)} />
      {isOverdue && (
        <Overdue
          page={page}
          subscription={subscription}
          clientSecret={secretOf(intents.payOverdue)}
          refusal={refusedPayment?.refusal ?? null}
        />
      )}
      <PlanLines subscription={subscription} orderNumber={page.withdrawal?.orderNumber ?? null} />
      <div className="mt-4 flex flex-wrap gap-3">
        <Form method="post">
          <Button
            name="intent"
            value={isEnding ? intents.goOn : intents.cancel}
            variant={isEnding ? "primary" : "secondary"}
          >
            {t(isEnding ? "subscription.goOn" : "subscription.cancel")}
          </Button>
        </Form>
      </div>
      {!isEnding && !isOverdue && (
        <p className="mt-2 text-14 text-ink-soft">
          {t("subscription.cancelHint", { date: date(subscription.cancellation.endsAt) })}
        </p>
      )}
      {isEnding && <OtherCancellation />}
      {page.withdrawal?.isOpen && (
        <p className="mt-2">
          <Link to="/withdraw" className="font-semibold text-primary underline underline-offset-2">
            {t("shell:withdraw")}
          </Link>
        </p>
      )}
      {!isOverdue && !isPaused && <OtherPlans page={page} subscription={subscription} needsCard={needsCard} />}
      <PausePlan subscription={subscription} />
      {!isOverdue && <CouponForm key={subscription.couponId} intent={intents.coupon} result={result} />}
    </Card>
  );
}

function PlanLines({ subscription, orderNumber }: { subscription: Subscription; orderNumber: string | null }) {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  const date = useDate();
  const priceText = usePriceText();
  const [item] = subscription.items;
  const { cancel_at_period_end: isEnding, nextPaymentAmount, currency, cancellation, cancelledTo } = subscription;
  return (
    <dl className="flex flex-col gap-2">
      {item?.interval && (
        <NamedValue
          label={t("pay.plan")}
          value={`${t(`plan.${item.interval}`)}, ${priceText({ amount: item.amount, interval: item.interval, currency })}`}
        />
      )}
      {orderNumber !== null && <NamedValue label={t("subscription.orderNumber")} value={orderNumber} />}
      {subscription.couponId && <NamedValue label={t("coupon.label")} value={couponWords(subscription, locale)} />}
      {isEnding && <NamedValue label={t("subscription.ends")} value={date(cancellation.endsAt)} />}
      {!isEnding && cancelledTo !== null && (
        <NamedValue label={t("subscription.cancelledTo")} value={date(cancelledTo)} />
      )}
      {isEnding && cancellation.refund > 0 && (
        <NamedValue
          label={t("subscription.refundThen")}
          value={formatMoney({ amount: cancellation.refund, currency }, locale)}
        />
      )}
      {!isEnding && nextPaymentAmount !== null && (
        <NamedValue
          label={t("subscription.nextPayment")}
          value={t("subscription.nextPaymentText", {
            date: date(subscription.nextPaymentAt),
            amount: formatMoney({ amount: nextPaymentAmount, currency }, locale),
          })}
        />
      )}
    </dl>
  );
}

/** The plans that the subscription can change to; nothing if there are none. */
function OtherPlans({ page, subscription, needsCard }: Pick<RunningProps, "page" | "subscription" | "needsCard">) {
  const { t } = useTranslation("payment");
  const priceId = subscription.items[0]?.priceId ?? "";
  const others = page.store.prices.filter(({ id }) => id !== priceId);
  const isOffered = others.length < page.store.prices.length;
  if (others.length === 0) return null;
  return (
    <>
      {needsCard && (
        <div className="mt-4">
          <ErrorSummary
            title={t("cards.neededForPlan")}
            errors={[{ fieldId: cardsId, message: t("cards.chooseOrAdd") }]}
          />
        </div>
      )}
      {!isOffered && <p className="mt-4">{t("subscription.notOffered")}</p>}
      <Disclosure title={t("pay.otherPlan")} open={needsCard || undefined}>
        <PlanForm
          products={page.store.products}
          prices={others}
          selected={others.length === 1 ? (others[0]?.id ?? null) : null}
          intent={intents.changePlan}
          label={t("pay.changePlan")}
          hint={t("pay.changeHint")}
        />
      </Disclosure>
    </>
  );
}

function NothingRunning({ page }: { page: SubscriptionPageData }) {
  const { t } = useTranslation("payment");
  const date = useDate();
  const { state, endsOn } = page.family;
  const hasEnded = page.store.customerSubscriptions.length > 0;
  const running =
    endsOn === null ? "subscription.freeRuns" : hasEnded ? "subscription.endedRuns" : "subscription.trialRuns";
  const { withdrawal } = page;
  const hasWithdrawn = withdrawal?.receivedAt != null;
  const realm = useShellData()?.realm ?? alternativeDefaultRealm;
  // On the last day of an ended plan nothing goes on that a plan could follow.
  const isOver = state !== "running" || (hasEnded && endsOn !== null && endsOn <= dayIn(realm, new Date(page.now)));
  return (
    <Card title={t("subscription.plan")}>
      <p className="mb-4 text-ink-soft">
        {hasWithdrawn
          ? t(withdrawal?.refund === 0 ? "subscription.withdrawnUnpaid" : "subscription.withdrawn")
          : t(isOver ? "subscription.lapsed" : running, { date: date(endsOn) })}
      </p>
      {withdrawal?.isOpen && !hasWithdrawn && (
        <p className="mb-4">
          {t("subscription.mayWithdraw", { number: withdrawal.orderNumber, date: date(withdrawal.lastDay) })}{" "}
          <Link to="/withdraw" className="font-semibold text-primary underline underline-offset-2">
            {t("shell:withdraw")}
          </Link>
        </p>
      )}
      <PlanForm
        products={page.store.products}
        prices={page.store.prices}
        selected={null}
        intent={intents.subscribe}
        label={t("pay.choosePlan")}
        isSecond={page.openOrder !== null}
      />
    </Card>
  );
}

/** Asks whether the subscription is to end: what ends when, and until when that can be undone. */
function ConfirmEnd({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  const { cancellation, currency } = subscription;
  const { endsAt, refund } = cancellation;
  const date = useDate();
  return (
    <Card title={t("ending.title")}>
      <p>{t("ending.text", { date: date(endsAt) })}</p>
      {refund > 0 && (
        <p className="mt-2">{t("ending.refund", { amount: formatMoney({ amount: refund, currency }, locale) })}</p>
      )}
      <Form method="post" action="/subscription" className="mt-4">
        <input type="hidden" name="confirmed" value="yes" />
        <Button name="intent" value={intents.cancel} variant="primary" size="large" wide>
          {t("ending.confirm")}
        </Button>
      </Form>
      <p className="mt-3">
        <Link to="/subscription" className="font-semibold text-primary underline underline-offset-2">
          {t("subscription.goOn")}
        </Link>
      </p>
      <OtherCancellation />
    </Card>
  );
}

/** Where the law asks for it: the page that takes a day of one's choice, or a serious reason. */
function OtherCancellation() {
  const { t } = useTranslation("payment");
  const realm = useShellData()?.realm ?? "se";
  if (consumerLawOf(realm).cancellationWithoutLogin === null) return null;
  return (
    <p className="mt-3">
      <Link to="/cancel-contract" className="font-semibold text-primary underline underline-offset-2">
        {t("ending.other")}
      </Link>
    </p>
  );
}

type PlanFormProps = Pick<SubscriptionPageData["store"], "products" | "prices"> & {
  selected: string | null;
  intent: string;
  label: string;
  hint?: string;
  /** Whether something else on the page comes first. */
  isSecond?: boolean;
};

function PlanForm({ products, prices, selected, intent, label, hint, isSecond }: PlanFormProps) {
  if (prices.length === 0) return null;
  return (
    <Form method="post" className="flex flex-col gap-4">
      <PlanChoice products={products} prices={prices} name="priceId" selected={selected} />
      {hint && <p className="text-14 text-ink-soft">{hint}</p>}
      <Button name="intent" value={intent} variant={isSecond ? "secondary" : "primary"}>
        {label}
      </Button>
    </Form>
  );
}
