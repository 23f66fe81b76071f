import type { ClientActionFunctionArgs } from "@remix-run/react";

/**
 * The client's side of a form's action. On the way to the second factor the form's place in the browser's history becomes that of its
 * draft: whoever goes back without proving anything finds what they wrote, and not what is stored. Decision 20.
 */
export async function actionWithDraftBehind({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (answer) {
    const location = answer instanceof Response ? answer.headers.get("location") : null;
    if (location) putDraftBehind(new URL(location, window.location.origin));
    throw answer;
  }
}

function putDraftBehind({ pathname, searchParams }: URL): void {
  const target = pathname === "/login/escalate" ? searchParams.get("redirect") : null;
  if (!target || !URL.canParse(target, window.location.origin)) return;
  const form = new URL(target, window.location.origin);
  const isThisForm = form.origin === window.location.origin && form.pathname === window.location.pathname;
  if (isThisForm && form.searchParams.has("draft"))
    window.history.replaceState(window.history.state, "", form.pathname + form.search);
}
