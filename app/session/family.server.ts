import { displayedAccount } from "./displayed-account.server";
import type { SignedIn } from "./guard.server";

/**
 * Whether a user is a family with its own subscription: by the current subscription, else by the last one; also before
 * the first one. docs/product/choices.md#who-and-where. Only a user whose only role is guardian can be one.
 */
export async function isFamily(person: SignedIn): Promise<boolean> {
  if (person.user.isConsumer || person.isJoinedDevice) return true;
  return mayBeFamily(person) && (await displayedAccount(person)).me.family !== null;
}

/** A guardian without other roles and without a current subscription. */
export function mayBeFamily({ user: { roles, subscriptions } }: SignedIn): boolean {
  return roles.length === 1 && roles[0] === "guardian" && subscriptions.length === 0;
}
