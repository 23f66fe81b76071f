import { displayedAccount } from "./displayed-account.server";
import type { SignedIn } from "./guard.server";

/**
 * Whether somebody is a family that subscribes by itself: by the subscription that runs, else by the last one, and also before the
 * first. docs/product/choices.md#who-and-where. Only a person whose one role is guardian can be one.
 */
export async function isFamily(person: SignedIn): Promise<boolean> {
  if (person.user.isConsumer) return true;
  return mayBeFamily(person) && (await displayedAccount(person)).me.family !== null;
}

/** A guardian alone, without a subscription that runs. */
export function mayBeFamily({ user: { roles, subscriptions } }: SignedIn): boolean {
  return roles.length === 1 && roles[0] === "guardian" && subscriptions.length === 0;
}
