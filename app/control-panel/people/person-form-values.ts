import { fieldText, formFields, personSwitches } from "./person-form-schema";
import type { PersonPageData } from "./person-page.server";

/** Initial values of a person's form. */

/** Stored values, or the draft saved before a step-up. */
export function defaultsOf({
  entity,
  draft,
}: Pick<PersonPageData, "entity" | "draft">): Record<string, string | string[]> {
  const stored = storedDefaults(entity);
  if (!draft) return stored;
  // A checkbox that was off is absent from the draft; so is speakingBookRights, which was read-only before the step-up.
  const drafted = Object.keys(stored).map((name) => {
    const texts = draft[name];
    if (name === "organizations" || name === "administrators") return [name, texts ?? []];
    return [name, texts?.[0] ?? (personSwitches.includes(name) && name !== "speakingBookRights" ? "" : stored[name])];
  });
  return Object.fromEntries(drafted);
}

function storedDefaults(entity: PersonPageData["entity"]): Record<string, string | string[]> {
  const defaults: Record<string, string | string[]> = {};
  for (const name of formFields) {
    if (name === "organizations") {
      const places = entity.attributes.organizations.value ?? [];
      defaults.organizations = places.map((place) => place.id);
      defaults.administrators = places.filter((place) => place.admin).map((place) => place.id);
    } else defaults[name] = fieldText(entity, name);
  }
  if (entity.id === null) Object.assign(defaults, { group: "", signIn: "password" });
  return defaults;
}
