import { useTranslation } from "react-i18next";
import { useLocale } from "~/payment/plan-choice";
import { problemText } from "~/payment/provider/problem-text";
import { formatMoney } from "~/realms/money";
import type { Invoice } from "~/services/contracts/payment";
import { paymentErrors } from "~/services/contracts/payment-errors";
import { useDay } from "~/shell/moment";
import { Banner } from "~/ui/banner";
import { Card } from "~/ui/card";
import type { SubscriptionPageData } from "./subscription.server";

/** What of an invoice was paid back to the card or taken back by the bank. */
function Returned({ invoice: { refunds, dispute, currency } }: { invoice: Invoice }) {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  const day = useDay();
  const lines = refunds.map(({ amount, createdAt, isPending }) =>
    t(isPending ? "invoices.refundPending" : "invoices.refunded", {
      amount: formatMoney({ amount, currency }, locale),
      date: day(createdAt),
    }),
  );
  if (dispute === "open") lines.push(t("invoices.disputeOpen"));
  if (dispute === "lost") lines.push(t("invoices.disputeLost"));
  return lines.map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two refunds of a day may have the same sum
    <span key={place} className="block font-semibold text-14">
      {line}
    </span>
  ));
}

/** Whether all that was paid went back to the card. */
function isPaidBack({ status, total, refunds }: Invoice): boolean {
  const refunded = refunds.reduce((sum, { amount, isPending }) => sum + (isPending ? 0 : amount), 0);
  return status === "paid" && refunded >= total;
}

/** Invoices, newest first, each with the provider's PDF. Voided ones and those of nothing, as of a pause, need no payment. */
export function InvoicesCard({ page }: { page: SubscriptionPageData }) {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  const day = useDay();
  const { openOrder, failures } = page;
  const invoices = page.invoices.filter(({ status, total }) => status !== "void" && total !== 0);
  // A subscription that was never paid is not among the family's: its invoice is that of an order, and no debt.
  const isOfOrder = ({ status, subscriptionId }: Invoice) =>
    status === "open" &&
    subscriptionId !== null &&
    !failures.includes(paymentErrors.subscriptions) &&
    page.store.customerSubscriptions.every(({ id }) => id !== subscriptionId);
  const hasFailed = failures.includes(paymentErrors.invoices);
  if (invoices.length === 0 && !hasFailed) return null;
  return (
    <Card title={t("invoices.title")}>
      {hasFailed && <Banner type="error">{problemText(t, { code: paymentErrors.invoices, message: "" })}</Banner>}
      <ul className="flex flex-col divide-y divide-line">
        {invoices.map((invoice) => (
          <li key={invoice.id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3">
            <span className="min-w-0 flex-1 basis-40">
              <span className="block font-semibold">{day(invoice.createdAt)}</span>
              <span className="text-14 text-ink-soft">{invoice.number}</span>
              {openOrder !== null && isOfOrder(invoice) && (
                <span className="block text-14 text-ink-soft">{t("invoices.ofOpenOrder")}</span>
              )}
              <Returned invoice={invoice} />
            </span>
            <span className="tabular-nums">
              {formatMoney({ amount: invoice.total, currency: invoice.currency }, locale)}
            </span>
            <span className="text-14 text-ink-soft">
              {t(
                `invoices.${isOfOrder(invoice) ? "uncollectible" : isPaidBack(invoice) ? "paidBack" : invoice.status}`,
              )}
            </span>
            {invoice.pdfUrl && (
              <a
                href={invoice.pdfUrl}
                className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-2"
                aria-label={t("invoices.pdfOf", { number: invoice.number ?? "" })}
              >
                {t("invoices.pdf")}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
