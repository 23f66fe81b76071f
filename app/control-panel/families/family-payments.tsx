import { useTranslation } from "react-i18next";
import { useLocale } from "~/payment/plan-choice";
import { formatMoney } from "~/realms/money";
import type { Currency } from "~/realms/realm";
import type { FamilyPayment, ManagedFamily } from "~/services/contracts/managed-families";
import { useCalendarDay, useDay } from "~/shell/moment";
import { LinkButton } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { ExternalLink } from "~/ui/icons";
import { Pill, type Tone } from "~/ui/pill";
import type { Column } from "~/ui/table";
import { TableSection } from "~/ui/table-section";
import { refundPath } from "./family-intents";

/** A family's payments and orders. */

/** `79,00 kr` in the user's language. */
export function useSum(): (amount: number, currency: Currency) => string {
  const locale = useLocale();
  return (amount, currency) => formatMoney({ amount, currency }, locale);
}

const paymentTones: Record<string, Tone> = { succeeded: "success", pending: "progress", failed: "error" };

export function FamilyPayments({ uid, provider }: ManagedFamily) {
  const { t } = useTranslation("families");
  const day = useDay();
  if (!provider) return null;
  const columns: Column<FamilyPayment & { place: number }>[] = [
    {
      id: "date",
      header: t("payments.date"),
      cell: ({ paidAt, invoiceNumber }) => (
        <>
          {day(paidAt)}
          <span className="block font-normal text-14 text-ink-soft">{invoiceNumber}</span>
        </>
      ),
    },
    {
      id: "sum",
      header: t("payments.sum"),
      align: "end",
      cell: (payment) => <Sums {...payment} />,
    },
    {
      id: "state",
      header: t("payments.state"),
      cell: (payment) => <PaymentState {...payment} />,
    },
    {
      id: "card",
      header: t("payments.card"),
      cell: ({ card }) => card && t("cards.name", { brand: brandOf(card.brand), last4: card.last4 }),
    },
    {
      id: "acts",
      header: <span className="sr-only">{t("payments.acts")}</span>,
      align: "end",
      cell: ({ id, left, receiptUrl, status, paidAt }) => (
        <span className="inline-flex items-center justify-end gap-x-3 gap-y-1 py-1 max-narrow:flex-wrap max-narrow:justify-start">
          {receiptUrl && status === "succeeded" && (
            <a
              href={receiptUrl}
              className="inline-flex min-h-11 items-center gap-1 font-semibold text-primary underline underline-offset-2"
              aria-label={t("payments.receiptOf", { date: day(paidAt) })}
            >
              {t("payments.receipt")}
              <Icon of={ExternalLink} size={16} />
            </a>
          )}
          {left > 0 && (
            <LinkButton to={refundPath(uid, id)} size="small">
              <span className="whitespace-nowrap">{t("refund.open")}</span>
            </LinkButton>
          )}
        </span>
      ),
    },
  ];
  return (
    <TableSection
      title={t("payments.title")}
      isStacked
      columns={columns}
      rows={provider.payments.map((payment, place) => ({ ...payment, place }))}
      rowKey={({ id, place }) => `${id} ${place}`}
      empty={<p className="text-ink-soft">{t("payments.none")}</p>}
    />
  );
}

function PaymentState({ status, amount, refunded, dispute }: FamilyPayment) {
  const { t } = useTranslation("families");
  // What a bank has taken back is not what we have paid back.
  if (dispute === "open" || dispute === "lost") return <Pill tone="error">{t(`payments.disputes.${dispute}`)}</Pill>;
  const state =
    refunded >= amount ? "payments.refundedAll" : refunded > 0 ? "payments.refundedPart" : `payments.states.${status}`;
  return <Pill tone={refunded > 0 ? "info" : (paymentTones[status] ?? "neutral")}>{t(state)}</Pill>;
}

/** The sum of a payment, with each refund below it. */
function Sums({ amount, refunds, currency }: FamilyPayment) {
  const { t } = useTranslation("families");
  const sum = useSum();
  const day = useDay();
  const stateOf = (status: string) =>
    status === "succeeded" ? "" : ` (${t(`payments.refundStates.${status}`, { defaultValue: status })})`;
  return (
    <>
      {sum(amount, currency)}
      {refunds.map((refund) => (
        <span key={refund.id} className="block text-14 text-ink-soft">
          {t("payments.refundOf", { sum: sum(refund.amount, currency), date: day(refund.createdAt) })}
          {stateOf(refund.status)}
        </span>
      ))}
    </>
  );
}

const brands: Record<string, string> = { visa: "Visa", mastercard: "Mastercard", amex: "American Express" };

export function brandOf(brand: string): string {
  return brands[brand] ?? brand;
}

export function FamilyOrders({ orders, provider, isProviderDown }: ManagedFamily) {
  const { t } = useTranslation("families");
  const sum = useSum();
  const day = useDay();
  const calendarDay = useCalendarDay();
  // The contract checks the digits only.
  const versionDay = (version: string) => (Number.isNaN(Date.parse(version)) ? version : calendarDay(version));
  return (
    <TableSection
      title={t("orders.title")}
      isStacked
      rows={orders}
      rowKey={({ number }) => number}
      empty={<p className="text-ink-soft">{t("orders.none")}</p>}
      columns={[
        {
          id: "number",
          header: t("orders.number"),
          cell: ({ number, couponCode, createdAt }) => (
            <>
              <span className="wrap-anywhere tabular-nums">{number}</span>
              <span className="block font-normal text-14 text-ink-soft">
                {day(createdAt)}
                {couponCode && ` · ${t("orders.coupon", { code: couponCode })}`}
              </span>
            </>
          ),
        },
        { id: "state", header: t("orders.state"), cell: ({ status }) => t(`orders.states.${status}`) },
        {
          id: "consent",
          header: t("orders.consent"),
          cell: ({ consent }) =>
            consent?.consentedAt
              ? t("orders.consented", { date: day(consent.consentedAt), version: versionDay(consent.version) })
              : t("orders.notConsented"),
        },
        {
          id: "sum",
          header: t("orders.sum"),
          align: "end",
          cell: ({ amount, currency }) => sum(amount, currency),
        },
        {
          id: "payments",
          header: t("payments.title"),
          cell: ({ number }) => (
            <OrderPayments
              payments={provider?.payments.filter(({ orderNumber }) => orderNumber === number) ?? []}
              isUnknown={isProviderDown}
            />
          ),
        },
      ]}
    />
  );
}

/** Each payment of an order: when, how much, its state, what was paid back. */
function OrderPayments({ payments, isUnknown }: { payments: readonly FamilyPayment[]; isUnknown: boolean }) {
  const { t } = useTranslation("families");
  const day = useDay();
  if (payments.length === 0) return t(isUnknown ? "plan.unknown" : "payments.none");
  return (
    <ul className="space-y-2 py-1">
      {payments.map((payment, place) => (
        // A payment that was tried again has the same id.
        // biome-ignore lint/suspicious/noArrayIndexKey: the payments of an order never move
        <li key={place} className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
          <span>{day(payment.paidAt)}</span>
          <span>
            <Sums {...payment} />
          </span>
          <PaymentState {...payment} />
        </li>
      ))}
    </ul>
  );
}
