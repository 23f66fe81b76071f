import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useDate, useLocale, usePriceText } from "~/payment/plan-choice";
import { formatMoney } from "~/realms/money";
import { Card } from "~/ui/card";
import type { Bought } from "./order-result";

/** What was bought, until when it is paid, and what is charged next. */
export function BoughtCard({ bought }: { bought: Bought }) {
  const { t } = useTranslation("payment");
  const date = useDate();
  if (bought.kind === "trial") {
    return (
      <Card title={t("trial.option")}>
        <p>{t("success.trial", { date: date(bought.until) })}</p>
      </Card>
    );
  }
  return <BoughtPlan {...bought} />;
}

function BoughtPlan({ interval, price, paid, until, next, receiptTo, isFormer }: Extract<Bought, { kind: "plan" }>) {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  const date = useDate();
  const priceText = usePriceText();
  return (
    <Card title={t(isFormer ? "pay.summary" : "success.plan")}>
      <dl className="flex flex-col gap-2">
        {interval && (
          <Row label={t("pay.plan")}>{`${t(`plan.${interval}`)}, ${priceText({ ...price, interval })}`}</Row>
        )}
        {paid && <Row label={t(isFormer ? "success.paidThen" : "success.paid")}>{formatMoney(paid, locale)}</Row>}
        {until && <Row label={t("success.until")}>{date(until)}</Row>}
        {next && (
          <Row label={t("subscription.nextPayment")}>
            {t("subscription.nextPaymentText", { date: date(next.on), amount: formatMoney(next, locale) })}
          </Row>
        )}
      </dl>
      {receiptTo && (
        <p className="mt-3 wrap-anywhere text-14 text-ink-soft">{t("success.receipt", { email: receiptTo })}</p>
      )}
    </Card>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
