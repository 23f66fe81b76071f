import { redirect } from "@remix-run/node";
import { displayedAccount } from "~/session/displayed-account.server";
import type { SignedIn } from "~/session/guard.server";

/**
 * A family that never paid finds the payment step and nothing else. Only somebody whose one role is guardian and who has no subscription
 * can be one. docs/product/choices.md#who-and-where.
 * @throws Response a redirect to the payment step
 */
export async function requirePaidFamily(person: SignedIn): Promise<void> {
  const { roles, subscriptions, isImpersonated } = person.user;
  const mayBeFamily = roles.length === 1 && roles[0] === "guardian" && subscriptions.length === 0;
  if (!mayBeFamily || isImpersonated) return;
  const { me } = await displayedAccount(person);
  if (me.family?.state === "unpaid") throw redirect("/signup/payment");
  if (me.family?.state === "lapsed") throw redirect("/subscription");
}
