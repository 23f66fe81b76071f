import { fieldText, personSwitches } from "./person-form-schema";
import type { PersonFormData } from "./person-page.server";
import { formFields } from "./person-sections";

/** Initial values of a person's form. */

/** Stored values, or the draft saved before a step-up. */
export function defaultsOf({
  person,
  draft,
}: Pick<PersonFormData, "person" | "draft">): Record<string, string | string[]> {
  const stored = storedDefaults(person);
  if (!draft) return stored;
  // A checkbox that was off is absent from the draft; so is speakingBookRights, which was read-only before the step-up.
  const drafted = Object.keys(stored).map((name) => {
    const texts = draft[name];
    if (name === "organizations" || name === "administrators") return [name, texts ?? []];
    return [name, texts?.[0] ?? (personSwitches.includes(name) && name !== "speakingBookRights" ? "" : stored[name])];
  });
  return Object.fromEntries(drafted);
}

function storedDefaults({ id, fields, organizations }: PersonFormData["person"]): Record<string, string | string[]> {
  const defaults: Record<string, string | string[]> = {};
  for (const name of formFields) {
    if (name !== "organizations") defaults[name] = fieldText(name, fields[name]?.value ?? null);
  }
  defaults.organizations = organizations.map((place) => place.id);
  defaults.administrators = organizations.filter((place) => place.admin).map((place) => place.id);
  if (id === null) Object.assign(defaults, { group: "", signIn: "password" });
  return defaults;
}
