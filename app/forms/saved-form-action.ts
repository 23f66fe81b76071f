import { type ClientActionFunctionArgs, data, isRouteErrorResponse } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNotices } from "~/ui/notices";

/** The client's side of sending a form: what was written is never lost on the way. */

const sending = new EventTarget();
const unsent = "unsent";

/** ms: three sentences are to be read. */
const longNotice = 15_000;

/** Says of a form of `actionKeepingForm` that it did not arrive. */
export function useUnsentNotice(): void {
  const { show } = useNotices();
  const { t } = useTranslation("control-panel");
  useEffect(() => {
    const tell = () => show({ type: "error", message: t("form.unsent"), duration: longNotice });
    sending.addEventListener(unsent, tell);
    return () => sending.removeEventListener(unsent, tell);
  }, [show, t]);
}

/**
 * Where the network or the product is away, the page stays with all that was written into it, as after an answer of 503: nothing is
 * asked for anew. On the way to the second factor the form's place in the browser's history becomes that of its draft: whoever goes
 * back without proving anything finds what they wrote, and not what is stored. Decision 19.
 */
export async function actionKeepingForm({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await serverAction();
  } catch (result) {
    if (isUnavailable(result)) {
      sending.dispatchEvent(new Event(unsent));
      return data(null, { status: 503 });
    }
    const location = result instanceof Response ? result.headers.get("location") : null;
    if (location) putDraftBehind(new URL(location, window.location.origin));
    throw result;
  }
}

/** No answer at all, one that is none of ours, or one that says so. */
function isUnavailable(result: unknown): boolean {
  if (result instanceof Response) return false;
  return isRouteErrorResponse(result) ? result.status === 503 : result instanceof Error;
}

function putDraftBehind({ pathname, searchParams }: URL): void {
  const target = pathname === "/login/escalate" ? searchParams.get("redirect") : null;
  if (!target || !URL.canParse(target, window.location.origin)) return;
  const form = new URL(target, window.location.origin);
  const isThisForm = form.origin === window.location.origin && form.pathname === window.location.pathname;
  if (isThisForm && form.searchParams.has("draft"))
    window.history.replaceState(window.history.state, "", form.pathname + form.search);
}
