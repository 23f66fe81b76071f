import { redirect } from "@remix-run/node";
import type { RefusalReason } from "~/http/refusal-reason";
import { displayedAccount } from "~/session/displayed-account.server";
import { mayBeFamily } from "~/session/family.server";
import type { SignedIn } from "~/session/guard.server";

/**
 * Restricts a family that never paid to the payment step. Only a user whose single role is guardian and who has no subscription can be
 * one. docs/product/choices.md#who-and-where.
 * @throws Response a redirect to the payment step
 */
export async function requirePaidFamily(person: SignedIn): Promise<void> {
  if (!mayBeFamily(person) || person.user.isImpersonated) return;
  // A child's device cannot pay: a parent sees to it.
  if (person.isJoinedDevice) throw new Response("joined" satisfies RefusalReason, { status: 403 });
  const displayed = await displayedAccount(person);
  if (displayed.me.family === null || displayed.me.family.state === "running") return;
  // The display cache may be minutes old, so check again, to let in a family that has paid in the meantime.
  const { clients, displayCache } = person.backend;
  const { body: me } = await clients.account.getMe({}, person.credentials);
  if (me.family?.state === "unpaid") throw redirect("/signup/payment");
  if (me.family?.state === "lapsed") throw redirect("/subscription");
  displayCache.drop(person.user.uid);
}
