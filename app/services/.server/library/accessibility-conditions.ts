import { type SQL, sql } from "drizzle-orm";
import type { AccessibilityFilter, ShelfQuery } from "~/services/contracts/shelf";

/** Conditions on what publishers claim of books `b`: on the claims as the package has them, as the display guide recommends. Decision 99. */
export function accessibilityConditions(query: Pick<ShelfQuery, AccessibilityFilter>): SQL[] {
  const conditions: SQL[] = [];
  if (query.adjustable) conditions.push(claims("features", "displayTransformability"));
  if (query.nonvisual) conditions.push(isNonvisual);
  if (query.described) {
    conditions.push(sql`(${claims("features", "alternativeText")} or ${claims("features", "longDescription")})`);
  }
  if (query.noFlashing) conditions.push(isWithoutFlashing);
  return conditions;
}

/** Condition: the package has a value under a name of AccessibilityClaims. */
function claims(name: "sufficientModes" | "features" | "hazards", value: string): SQL {
  return sql`coalesce(jsonb_exists(b.shelf -> 'accessibility' -> ${name}::text, ${value}), false)`;
}

/** Condition: all of it can be read as text, as `nonvisual` of accessibility-statements.ts. */
const isNonvisual = sql`(${claims("sufficientModes", "textual")}
  or b.shelf -> 'accessibility' -> 'accessModes' = '["textual"]')`;

/** Condition: nothing flashes. A book that says both that there is no hazard and that it flashes is not in it. */
const isWithoutFlashing = sql`((${claims("hazards", "none")} or ${claims("hazards", "noFlashingHazard")})
  and not ${claims("hazards", "flashing")})`;
