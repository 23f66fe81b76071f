import type { FieldTexts } from "~/forms/stale-version";
import type { SyncSettings } from "~/services/contracts/sync";
import { isUid } from "~/services/contracts/uid";

/** The form of an organisation's map: a field for each school, with the ids that the source has for it. */

const prefix = "school-";

export const schoolField = (uid: string) => `${prefix}${uid}`;

/** The school of a field; null for other fields. */
export function schoolOf(name: string): string | null {
  const uid = name.startsWith(prefix) ? name.slice(prefix.length) : "";
  return isUid(uid) ? uid : null;
}

/** The ids of one school, with commas between. */
export function idsOf({ organizationMap }: Pick<SyncSettings, "organizationMap">, school: string): string {
  return organizationMap.flatMap(({ uid, externalId }) => (uid === school ? [externalId] : [])).join(", ");
}

/** The stored ids of these schools, as the form has them. */
export function schoolTexts(settings: Pick<SyncSettings, "organizationMap">, schools: readonly string[]): FieldTexts {
  return Object.fromEntries(schools.map((uid) => [schoolField(uid), idsOf(settings, uid)]));
}
