/** Intents are named constants, and a page's action maps each to a function. */

/** The value of a button that acts on one of several things of its form. @param place zero-based */
export function intentAt(intent: string, place: number): string {
  return `${intent}:${place}`;
}

const pattern = /^([^:]+)(?::(\d{1,6}))?$/;

function partsOf(formData: FormData): { intent: string; place: number | null } {
  const [, intent = "", place] = pattern.exec(String(formData.get("intent") ?? "")) ?? [];
  return { intent, place: place === undefined ? null : Number(place) };
}

/** The intent of a submitted form, without a place; empty if it has none. */
export const intentOf = (formData: FormData): string => partsOf(formData).intent;

/** The place of the thing on which the form's intent acts; null for the whole form. */
export const placeOfIntent = (formData: FormData): number | null => partsOf(formData).place;

/**
 * The function for a form's intent.
 * @throws Response 400 for an unknown intent
 */
export function actionOf<Action>(actions: Readonly<Record<string, Action>>, formData: FormData): Action {
  const intent = intentOf(formData);
  const action = Object.hasOwn(actions, intent) ? actions[intent] : undefined;
  if (action === undefined) throw new Response("Unknown intent", { status: 400 });
  return action;
}
