import { useFetcher } from "@remix-run/react";
import { useReducer, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCardName } from "~/payment/card-name";
import { useDate } from "~/payment/plan-choice";
import { CardFields } from "~/payment/provider/card-fields";
import { confirmCard, confirmCodes } from "~/payment/provider/confirm";
import { createPaymentNotes } from "~/payment/provider/note";
import { problemText } from "~/payment/provider/problem-text";
import type { Provider } from "~/payment/provider/provider.server";
import type { PaymentMethod } from "~/services/contracts/payment";
import { paymentErrors } from "~/services/contracts/payment-errors";
import type { Subscription } from "~/services/contracts/subscription";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { CreditCard, Plus } from "~/ui/icons";
import { Pill } from "~/ui/pill";
import { cardErrors, confirmationError, type SetupIntent, transition } from "./card-payment.machine";
import { NextStep } from "./next-step";
import type { SubscriptionPageData } from "./subscription.server";
import { subscriptionIntents as intents } from "./subscription-forms";
import type { ToRemove } from "./subscription-results.server";

type CardsProps = {
  page: SubscriptionPageData;
  provider: Provider;
  clientSecret: string | null;
  /** Whether another payment is due, which needs a card. */
  isPayingOn: boolean;
  running: Subscription | null;
  /** The card that the family wants to remove, null for all, before they have read what follows. */
  removal: ToRemove["removal"] | null;
};

/** Calls whose results this card shows. */
const cardReads = [paymentErrors.customer, paymentErrors.methods];

/** Id of the section with the cards, for links to it. */
export const cardsId = "cards";

/** The family's payment cards: choosing the default, adding and removing. */
export function CardsCard({ page, provider, clientSecret, isPayingOn, running, removal }: CardsProps) {
  const { t } = useTranslation("payment");
  const { paymentMethods, defaultPaymentMethod, error } = page.card;
  const failure = cardReads.find((code) => page.failures.includes(code));
  const toRemove = removal && paymentMethods.find(({ id }) => id === removal.id);
  if (removal && (removal.id === null || toRemove)) {
    return (
      <NextStep step={removal.id ?? "all"}>
        <Removal method={toRemove ?? null} running={running} />
      </NextStep>
    );
  }
  const hasCharged = paymentMethods.some(({ id }) => id === defaultPaymentMethod);
  return (
    <Card title={t("cards.title")} id={cardsId}>
      {isPayingOn && !hasCharged && !failure && clientSecret === null && (
        <div className="mb-4">
          <Banner type="warning">{t("cards.noneCharged")}</Banner>
        </div>
      )}
      {error && clientSecret === null && (
        <div className="mb-4">
          <Banner type="error">{problemText(t, { code: error, message: "" })}</Banner>
        </div>
      )}
      {failure && (
        <div className="mb-4">
          <Banner type="error">{problemText(t, { code: failure, message: "" })}</Banner>
        </div>
      )}
      {paymentMethods.length === 0 && !failure && <p className="mb-4 text-ink-soft">{t("cards.none")}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {paymentMethods.map((method) => (
          <CardRow
            key={method.id}
            method={method}
            isDefault={method.id === defaultPaymentMethod}
            isInUse={running !== null && method.id === defaultPaymentMethod}
          />
        ))}
      </ul>
      <div className="mt-4">
        {clientSecret === null ? (
          <AddCard />
        ) : (
          <NextStep step={clientSecret}>
            <NewCard key={clientSecret} stored={page.card} provider={provider} clientSecret={clientSecret} />
          </NextStep>
        )}
      </div>
      {paymentMethods.length > 1 && (
        <Form method="post" action={`/subscription#${cardsId}`} className="mt-2">
          <Button name="intent" value={intents.removeCards} variant="quiet">
            {t("cards.removeAll")}
          </Button>
        </Form>
      )}
    </Card>
  );
}

/** Asks before a card is removed without which the subscription cannot be paid, or all of them; says what follows. */
function Removal({ method, running }: { method: PaymentMethod | null; running: Subscription | null }) {
  const { t } = useTranslation("payment");
  const cardName = useCardName();
  const date = useDate();
  return (
    <Card title={method ? t("cards.removal.one", { name: cardName(method) }) : t("cards.removal.all")} id={cardsId}>
      <p className="mb-4">
        {t(`cards.removal.${consequenceOf(running)}`, {
          date: date(endOfReading(running)),
          next: date(running?.currentPeriodEnd ?? null),
        })}
      </p>
      <div className="flex flex-wrap gap-3">
        <Form method="post" action="/subscription">
          <input type="hidden" name="confirmed" value="yes" />
          {method && <input type="hidden" name="id" value={method.id} />}
          <Button name="intent" value={method ? intents.removeCard : intents.removeCards} variant="danger">
            {t(method ? "cards.removal.yesOne" : "cards.removal.yesAll")}
          </Button>
        </Form>
        <LinkButton to="/subscription">{t("cards.removal.keep")}</LinkButton>
      </div>
    </Card>
  );
}

/** Until when the family reads: a pause ends later. */
function endOfReading(running: Subscription | null): string | null {
  if (running?.cancel_at_period_end) return running.cancellation.endsAt;
  return running?.pausedFrom ?? running?.currentPeriodEnd ?? null;
}

function consequenceOf(running: Subscription | null): "nothing" | "ends" | "overdue" | "paused" | "renews" {
  if (running === null) return "nothing";
  if (running.status === "past_due" || running.status === "unpaid") return "overdue";
  if (running.cancel_at_period_end) return "ends";
  return running.pausedFrom === null ? "renews" : "paused";
}

type CardRowProps = {
  method: PaymentMethod;
  isDefault: boolean;
  /** Whether a plan is paid with it. */
  isInUse: boolean;
};

function CardRow({ method, isDefault, isInUse }: CardRowProps) {
  const { t } = useTranslation("payment");
  const { card } = method;
  const name = useCardName()(method);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon of={CreditCard} size={24} className="text-ink-soft" />
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-semibold">{name}</span>
        {card && (
          <span className="text-14 text-ink-soft tabular-nums">
            {t("cards.expires", { date: `${String(card.exp_month).padStart(2, "0")}/${card.exp_year % 100}` })}
          </span>
        )}
      </span>
      {isInUse && <Pill>{t("cards.default")}</Pill>}
      <Form method="post" action={`/subscription#${cardsId}`} className="flex flex-wrap gap-2">
        <input type="hidden" name="id" value={method.id} />
        {!isDefault && (
          <Button
            name="intent"
            value={intents.makeDefault}
            size="small"
            aria-label={t("cards.makeDefaultOf", { name })}
          >
            {t("cards.makeDefault")}
          </Button>
        )}
        <Button
          name="intent"
          value={intents.removeCard}
          size="small"
          variant="quiet"
          aria-label={t("cards.removeOf", { name })}
        >
          {t("cards.remove")}
        </Button>
      </Form>
    </li>
  );
}

function AddCard() {
  const { t } = useTranslation("payment");
  return (
    <div className="flex flex-wrap gap-3">
      <Form method="post" className="noscript:hidden">
        <Button name="intent" value={intents.addCard} icon={Plus}>
          {t("cards.add")}
        </Button>
      </Form>
      <noscript>
        <Form method="post">
          <Button name="intent" value={intents.hostedCard}>
            {t("cards.addHosted")}
          </Button>
        </Form>
      </noscript>
    </div>
  );
}

/** The setup intent of a client secret, before it has a card. */
function openIntent(clientSecret: string): SetupIntent {
  return { id: clientSecret.split("_secret_")[0] ?? "", status: "requires_payment_method", paymentMethodId: null };
}

type NewCardProps = { stored: SubscriptionPageData["card"]; provider: Provider; clientSecret: string };

function NewCard({ stored, provider, clientSecret }: NewCardProps) {
  const { t } = useTranslation("payment");
  const result = useFetcher();
  const [notes] = useState(() => createPaymentNotes("/subscription"));
  // The machine continues in the browser, because the server never sees the provider's card form.
  const [card, send] = useReducer(transition, clientSecret, () =>
    transition({ ...stored, status: "pending", clientSecret: null }, { type: "client-secret-created", clientSecret }),
  );
  return (
    <CardFields
      provider={provider}
      clientSecret={clientSecret}
      label={t("cards.save")}
      problem={null}
      withoutScript={
        <Form method="post">
          <Button name="intent" value={intents.hostedCard}>
            {t("cards.addHosted")}
          </Button>
        </Form>
      }
      isReady={card.setupIntent !== null}
      onElements={(elements) => {
        send({ type: "elements-loading", isLoading: elements === "loading" });
        if (elements === "loaded") send({ type: "setup-intent-created", setupIntent: openIntent(clientSecret) });
      }}
      confirm={async (stripe, elements) => {
        const confirmed = await confirmCard(stripe, elements, clientSecret, {
          returnUrl: `${window.location.origin}/subscription`,
          onBegun: () => send({ type: "confirmation-begun" }),
        });
        if (!confirmed.ok) {
          const { code } = confirmed.problem;
          send({ type: "confirmation-failed", code });
          if (confirmationError(code) === cardErrors.invalidState) {
            // This form can no longer confirm a card: the page closes it and shows the error.
            await notes.settled();
            result.submit({ intent: intents.cardFailed, code }, { method: "post" });
            return null;
          }
          // Without a response it is unknown whether the card was saved; the next page load shows it.
          if (code !== confirmCodes.notLoaded) void notes.send({ intent: intents.cardFailed, code });
          return confirmed.problem;
        }
        send({ type: "setup-intent-confirmed", setupIntent: confirmed.setupIntent });
        await notes.settled();
        const { id, status, paymentMethodId } = confirmed.setupIntent;
        result.submit(
          { intent: intents.cardConfirmed, setupIntentId: id, status, paymentMethodId: paymentMethodId ?? "" },
          { method: "post" },
        );
        return null;
      }}
    />
  );
}
