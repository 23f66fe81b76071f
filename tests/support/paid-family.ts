import type { Realm } from "~/realms/realm";
import type { Order } from "~/services/contracts/payment";
import { cards, customerOf, type PaymentScene } from "./payment-scene";

type Wish = {
  /** The country's monthly plan by default. */
  priceId?: string | undefined;
  couponId?: string | undefined;
  realm?: Realm;
  card?: string;
  /** What happens between the payment and its settlement, such as time that passes. */
  between?: (order: Order) => unknown;
};

/** A family that has bought a plan, which is settled. `customer` is its id at the provider, `id` that of its subscription. */
export async function paidFamily(
  scene: PaymentScene,
  { realm = "se", priceId = `price_family_month_${realm}`, couponId, card = cards.good, between }: Wish = {},
) {
  const family = await scene.signUp(realm);
  const { body } = await scene.call("createSubscription", { body: { priceId, couponId } }, family.email, realm);
  const order: Order = body;
  await scene.pay(order, card, realm);
  await between?.(order);
  await scene.call("settleOrder", { params: { id: order.id } }, family.email, realm);
  return { ...family, order, id: String(order.subscriptionId), customer: await customerOf(scene, family.uid, realm) };
}

/** A family's subscription as its page shows it. */
export async function subscriptionOf(scene: PaymentScene, email: string, realm: Realm = "se") {
  return (await scene.call("getSubscriptions", {}, email, realm)).body.data[0];
}
