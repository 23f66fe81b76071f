import { consumerLawOf } from "~/realms/consumer-law";
import { legalSource, versionsOf } from "~/realms/legal-sources.server";
import { type LegalFacts, type LegalText, legalText, missingIn } from "~/realms/legal-text";
import { requiredFacts } from "~/realms/operator";
import { brandName, type Realm, realmRow } from "~/realms/realm";
import { trialDays } from "~/services/contracts/payment";

/** The texts of the contract, which the first mail of a purchase holds whole: the law wants them in a form that can be kept. */
const contractPages = ["terms", "withdrawal"] as const;

/** The country's present terms of sale and its information and form of withdrawal; none while the operator's facts are missing. */
export function contractTextsOf(realm: Realm, facts: LegalFacts): LegalText[] {
  const { locale, brand } = realmRow(realm);
  const words = {
    brand: brandName(brand),
    trialDays: String(trialDays),
    withdrawalDays: String(consumerLawOf(realm).withdrawalDays),
  };
  const texts = contractPages.flatMap((page) => {
    const source = legalSource(locale, page, versionsOf(locale, page)[0] ?? "");
    if (source === undefined || missingIn(source, facts, requiredFacts(realm)).length > 0) return [];
    return [legalText(source, facts, words)];
  });
  return texts.length === contractPages.length ? texts : [];
}
