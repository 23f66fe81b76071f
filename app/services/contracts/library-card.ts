import { type Realm, realms } from "~/realms/realm";
import { withoutInvisible } from "./typed-text";

/** Parses the number and PIN of a library card. */

/** Upper-case letters and digits only; null if the text is not a card number. */
export function readCardNumber(text: string): string | null {
  const number = withoutInvisible(text)
    .replace(/[\s.-]/g, "")
    .toUpperCase();
  return /^[A-Z0-9]{4,40}$/.test(number) ? number : null;
}

export function readCardPin(text: string): string | null {
  const pin = withoutInvisible(text).replace(/\s/g, "");
  return /^\d{4,12}$/.test(pin) ? pin : null;
}

/** The card of `student.{realm}`; only ever present with DEMO=1. */
export function demoCard(realm: Realm): { number: string; pin: string } {
  return { number: `1002 0030 0${realms.indexOf(realm) + 1}00`, pin: "2468" };
}
