import type { Realm } from "./realm";

/** The cities whose time the countries have: keys of `ui:time`. */
export const timeZoneCities: Record<Realm, string> = {
  de: "berlin",
  fi: "helsinki",
  fr: "paris",
  nl: "amsterdam",
  no: "oslo",
  se: "stockholm",
  uk: "london",
  us: "newYork",
};
