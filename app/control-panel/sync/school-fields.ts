import type { FieldTexts } from "~/forms/stale-version";
import type { SyncSettings } from "~/services/contracts/sync";
import { isUid } from "~/services/contracts/uid";

/** Form that maps the source's ids to schools: one field per school. */

const prefix = "school-";

export const schoolField = (uid: string) => `${prefix}${uid}`;

/** uid of the school in a field name; null for other fields. */
export function schoolOf(name: string): string | null {
  const uid = name.startsWith(prefix) ? name.slice(prefix.length) : "";
  return isUid(uid) ? uid : null;
}

/** Ids of one school, comma-separated. */
function idsOf({ organizationMap }: Pick<SyncSettings, "organizationMap">, school: string): string {
  return organizationMap.flatMap(({ uid, externalId }) => (uid === school ? [externalId] : [])).join(", ");
}

/** Stored ids of these schools as field values. */
export function schoolTexts(settings: Pick<SyncSettings, "organizationMap">, schools: readonly string[]): FieldTexts {
  return Object.fromEntries(schools.map((uid) => [schoolField(uid), idsOf(settings, uid)]));
}

/** Fields of the schools that share an id: the people of the source's school could be added to one of them only. */
export function fieldsSharingIds({ organizationMap }: Pick<SyncSettings, "organizationMap">): string[] {
  const schoolById = new Map<string, string>();
  const shared = new Set<string>();
  for (const { uid, externalId } of organizationMap) {
    // Runs compare the ids like this.
    const id = externalId.normalize("NFC").toLocaleLowerCase();
    const other = schoolById.get(id) ?? uid;
    if (other !== uid) shared.add(uid).add(other);
    schoolById.set(id, other);
  }
  return [...shared].map(schoolField);
}
