import { useTranslation } from "react-i18next";
import { useDate, useLocale, usePriceText } from "~/payment/plan-choice";
import { formatMoney } from "~/realms/money";
import type { Order, Price } from "~/services/contracts/payment";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { NamedValue } from "~/ui/named-value";
import { openOrderIntents as intents } from "./open-order-intents";
import { orderCouponText } from "./order-coupon";

/** An order that was begun and not paid: says what it is, and offers to go on paying or to cancel it. */
export function OpenOrderCard({ order, prices }: { order: Order; prices: readonly Price[] }) {
  const { t } = useTranslation("payment");
  const locale = useLocale();
  const date = useDate();
  const priceText = usePriceText();
  const price = prices.find(({ id }) => id === order.priceId);
  const coupon = orderCouponText(order, locale);
  const isBeingPaid = ["processing", "succeeded"].includes(order.paymentStatus?.status ?? "");
  return (
    <Card title={t("order.title")}>
      <p className="mb-4">{t(isBeingPaid ? "order.beingPaid" : "order.text", { date: date(order.createdAt) })}</p>
      <dl className="flex flex-col gap-2">
        {price && <NamedValue label={t("pay.plan")} value={`${t(`plan.${price.interval}`)}, ${priceText(price)}`} />}
        {coupon !== null && <NamedValue label={t("coupon.label")} value={coupon} />}
        <NamedValue label={t("pay.today")} value={formatMoney(order, locale)} />
      </dl>
      {!isBeingPaid && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Form method="post">
            <Button name="intent" value={intents.continueOrder} variant="primary">
              {t("order.continue")}
            </Button>
          </Form>
          <Form method="post">
            <input type="hidden" name="id" value={order.id} />
            <Button name="intent" value={intents.cancelOrder}>
              {t("order.cancel")}
            </Button>
          </Form>
        </div>
      )}
    </Card>
  );
}
