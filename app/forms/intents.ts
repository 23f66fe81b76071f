/**
 * The function of the intent that a form was sent with. Intents are named constants, and a page's action maps each to its function.
 * @throws Response 400 for an intent that the page has not
 */
export function actionOf<Action>(actions: Readonly<Record<string, Action>>, formData: FormData): Action {
  const intent = formData.get("intent");
  const action = typeof intent === "string" && Object.hasOwn(actions, intent) ? actions[intent] : undefined;
  if (action === undefined) throw new Response("Unknown intent", { status: 400 });
  return action;
}
