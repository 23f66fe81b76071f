import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useDate, useLocale, useVatText } from "~/payment/plan-choice";
import { formatMoney } from "~/realms/money";
import type { SubscriptionPreview } from "~/services/contracts/subscription";
import { useShellData } from "~/shell/shell-data";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { NamedValue } from "~/ui/named-value";
import { cardsId } from "./cards-card";
import type { SubscriptionPageData } from "./subscription.server";
import type { ToAccept } from "./subscription-results.server";

export type AcceptProps = { toAccept: ToAccept; page: SubscriptionPageData };

type FormProps = AcceptProps & {
  title: string;
  /** What the change leads to. */
  children: ReactNode;
  /** Fields of the change, beside the preview. */
  fields?: Record<string, string | number>;
  /** The button's text, which names the sum. */
  button: string;
};

/** A change of the subscription with its sums, and the button that makes it; without a card to charge, what to do first. */
export function AcceptForm({ toAccept, page, title, children, fields = {}, button }: FormProps) {
  const { t } = useTranslation("payment");
  const { intent, preview, isOutdated } = toAccept;
  const { paymentMethods, defaultPaymentMethod } = page.card;
  const hasCard = paymentMethods.some(({ id }) => id === defaultPaymentMethod);
  return (
    <Card title={title}>
      {isOutdated && (
        <div className="mb-4">
          <Banner type="warning">{t("errors.preview_outdated")}</Banner>
        </div>
      )}
      {children}
      {preview.amount > 0 && !hasCard ? (
        <div className="mt-4">
          <ErrorSummary
            title={t("cards.neededForPlan")}
            errors={[{ fieldId: cardsId, message: t("cards.chooseOrAdd") }]}
          />
        </div>
      ) : (
        <Form method="post" action="/subscription" className="mt-4 flex flex-col gap-3">
          <input type="hidden" name="previewId" value={preview.id} />
          {Object.entries(fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button name="intent" value={intent} variant="primary" size="large" wide>
            {button}
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

/** What is charged now, with its VAT. */
export function SumNow({ preview }: { preview: SubscriptionPreview }) {
  const { t } = useTranslation("payment");
  const money = useMoneyOf(preview);
  const vatText = useVatText();
  const realm = useShellData()?.realm;
  const { amount, vat, currency } = preview;
  const vatOfAmount = realm && amount > 0 ? vatText({ vat, currency }, realm) : null;
  return <NamedValue label={t("preview.now")} value={money(amount)} note={vatOfAmount} />;
}

/** What is left of credits, and the next payment. */
export function SumsLater({ preview }: { preview: SubscriptionPreview }) {
  const { t } = useTranslation("payment");
  const date = useDate();
  const money = useMoneyOf(preview);
  const { balance, nextPaymentAt, nextPaymentAmount } = preview;
  return (
    <>
      {balance > 0 && <NamedValue label={t("preview.balance")} value={money(balance)} />}
      {nextPaymentAmount !== null && (
        <NamedValue
          label={t("subscription.nextPayment")}
          value={t("subscription.nextPaymentText", { date: date(nextPaymentAt), amount: money(nextPaymentAmount) })}
        />
      )}
    </>
  );
}

/** Formats a sum of the preview. */
export function useMoneyOf({ currency }: Pick<SubscriptionPreview, "currency">): (amount: number) => string {
  const locale = useLocale();
  return (amount) => formatMoney({ amount, currency }, locale);
}
