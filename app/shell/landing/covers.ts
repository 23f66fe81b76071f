import { bcp47, type Realm, realmRow } from "~/realms/realm";
import abeillesUrl from "./covers/abeilles.svg?url";
import mapUrl from "./covers/de-kaart-van-opa.svg?url";
import pigeonUrl from "./covers/die-brieftaube.svg?url";
import fjordUrl from "./covers/fjordpost.svg?url";
import hoppUrl from "./covers/hopp.svg?url";
import lighthouseUrl from "./covers/le-phare-de-lou.svg?url";
import lanternUrl from "./covers/lyktan.svg?url";
import moonUrl from "./covers/qamar.svg?url";
import winterUrl from "./covers/talvimaja.svg?url";
import clockUrl from "./covers/the-clock-mender.svg?url";
import saltUrl from "./covers/the-salt-road.svg?url";

/** `language` is the title's. */
type LandingCover = { url: string; title: string; language: string };

/** Covers of the demo books with their titles. */
export const covers: readonly LandingCover[] = [
  { url: lanternUrl, title: "Vem lyser i skogen?", language: "sv" },
  { url: lighthouseUrl, title: "Le phare de Lou", language: "fr" },
  { url: hoppUrl, title: "Hopp!", language: "en" },
  { url: winterUrl, title: "Talvimaja", language: "fi" },
  { url: pigeonUrl, title: "Die Brieftaube", language: "de" },
  { url: clockUrl, title: "The Clock Mender", language: "en" },
  { url: fjordUrl, title: "Fjordpost", language: "nb" },
  { url: moonUrl, title: "القمر في البئر", language: "ar" },
  { url: mapUrl, title: "De kaart van opa", language: "nl" },
  { url: abeillesUrl, title: "La 58 : une vie d’abeille", language: "fr" },
  { url: saltUrl, title: "The Salt Road", language: "en" },
];

/** The covers: those in the country's language first, then English ones, which most visitors can read, then the others. */
export function coversFor(realm: Realm): LandingCover[] {
  const [own = ""] = bcp47(realmRow(realm).locale).split("-");
  const rank = ({ language }: LandingCover) => (language === own ? 0 : language === "en" ? 1 : 2);
  return [...covers].sort((one, other) => rank(one) - rank(other));
}
