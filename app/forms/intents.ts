/** The intent of a submitted form; empty if it has none. */
export function intentOf(formData: FormData): string {
  const intent = formData.get("intent");
  return typeof intent === "string" ? intent : "";
}

/**
 * The function for a form's intent. Intents are named constants, and a page's action maps each to a function.
 * @throws Response 400 for an unknown intent
 */
export function actionOf<Action>(actions: Readonly<Record<string, Action>>, formData: FormData): Action {
  const intent = intentOf(formData);
  const action = Object.hasOwn(actions, intent) ? actions[intent] : undefined;
  if (action === undefined) throw new Response("Unknown intent", { status: 400 });
  return action;
}
