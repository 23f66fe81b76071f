import type { Backend } from "~/clients/backend";
import { consumerLawOf } from "~/realms/consumer-law";
import { legalSource, versionsOf } from "~/realms/legal-sources.server";
import {
  headOf,
  isLegalPage,
  type LegalBlock,
  type LegalFact,
  type LegalFacts,
  type LegalPage,
  legalText,
  missingIn,
} from "~/realms/legal-text";
import { operatorVariables, requiredFacts } from "~/realms/operator";
import { brandName, type Locale, type Realm, realmRow } from "~/realms/realm";
import { trialDays } from "~/services/contracts/payment";

/** The legal pages of a country, in its own language: that is the one in which families conclude the contract. */

export type LegalPageData = {
  page: LegalPage;
  /** Of the text, whatever the visitor has chosen for the rest of the page. */
  locale: Locale;
  version: string;
  title: string;
  /** null while `missing` has a fact: half a text is not shown. */
  blocks: LegalBlock[] | null;
  missing: LegalFact[];
  /** Names of their variables, for super users. */
  missingVariables: string[];
  /** All versions, the newest first. */
  versions: string[];
};

/** Notes for the operator's lawyer are for super users only. @throws Response 404 for an unknown page or version */
export function loadLegalPage(
  { environment }: Pick<Backend, "environment">,
  realm: Realm,
  { page, version }: { page: string | undefined; version: string | undefined },
  isSuperUser: boolean,
): LegalPageData {
  const { locale } = realmRow(realm);
  if (!isLegalPage(page)) throw new Response(null, { status: 404 });
  const versions = versionsOf(locale, page);
  const wanted = version ?? versions[0];
  const source = wanted === undefined ? undefined : legalSource(locale, page, wanted);
  if (source === undefined || wanted === undefined) throw new Response(null, { status: 404 });
  const facts: LegalFacts = { ...environment.operators[realm], controller: environment.dataControllers[realm] ?? null };
  const missing = missingIn(source, facts, requiredFacts(realm));
  const words = {
    brand: brandName(realmRow(realm).brand),
    trialDays: String(trialDays),
    withdrawalDays: String(consumerLawOf(realm).withdrawalDays),
  };
  const text = missing.length > 0 ? null : legalText(source, facts, words);
  return {
    page,
    locale,
    version: wanted,
    title: text?.title ?? headOf(source).title,
    blocks: text ? text.blocks.filter(({ kind }) => kind !== "note" || isSuperUser) : null,
    missing,
    missingVariables: isSuperUser ? missing.map((fact) => variableOf(fact, realm)) : [],
    versions,
  };
}

/** Name of the environment variable of a fact. */
export function variableOf(fact: LegalFact, realm: Realm): string {
  return `${fact === "controller" ? "DATA_CONTROLLER" : operatorVariables[fact]}_${realm.toUpperCase()}`;
}
