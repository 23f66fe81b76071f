/** Name of a country in a language. The stored value is a code, or free text from before codes were required. */
export function countryName(code: string, language: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
}

/** ISO 3166-1, without territories that have no inhabitants. */
const codes = [
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK",
  "CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ",
  "GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU",
  "LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH",
  "PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL",
  "TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW",
].flatMap((line) => line.split(" "));

/**
 * Countries to choose from, sorted by name in a language.
 * @param stored stays selectable even if it is free text from before codes were required
 */
export function countryChoices(language: string, stored: string | undefined): { value: string; label: string }[] {
  const { compare } = new Intl.Collator(language);
  const named = codes.map((value) => ({ value, label: countryName(value, language) }));
  const isOther = stored !== undefined && stored !== "" && !codes.includes(stored);
  const all = isOther ? [...named, { value: stored, label: stored }] : named;
  return all.sort((one, other) => compare(one.label, other.label));
}
