import { redirect } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";
import { displayedAccount } from "~/session/displayed-account.server";
import { mayBeFamily } from "~/session/family.server";
import type { SignedIn } from "~/session/guard.server";

/**
 * A family that never paid finds the payment step and nothing else. Only somebody whose one role is guardian and who has no subscription
 * can be one. docs/product/choices.md#who-and-where.
 * @throws Response a redirect to the payment step
 */
export async function requirePaidFamily(person: SignedIn): Promise<void> {
  if (!mayBeFamily(person) || person.user.isImpersonated) return;
  const shown = await displayedAccount(person);
  if (shown.me.family === null || shown.me.family.state === "running") return;
  // What is shown may be minutes old, and nobody who has paid meanwhile is held back.
  const { clients, displayCache } = getWiring();
  const { body: me } = await clients.account.getMe({}, person.credentials);
  if (me.family?.state === "unpaid") throw redirect("/signup/payment");
  if (me.family?.state === "lapsed") throw redirect("/subscription");
  displayCache.drop(person.user.uid);
}
