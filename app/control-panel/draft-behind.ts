import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";

/**
 * On the way from a form to the second factor, the form's place in the browser's history becomes that of its draft: whoever goes back
 * without proving anything finds what they wrote, and not what is stored. Decision 20.
 */
export function useDraftBehind(): void {
  const { state, location } = useNavigation();
  const isLeaving = state === "loading" && location.pathname === "/login/escalate";
  const target = isLeaving ? new URLSearchParams(location.search).get("redirect") : null;
  useEffect(() => {
    if (!target || !URL.canParse(target, window.location.origin)) return;
    const { origin, pathname, search, searchParams } = new URL(target, window.location.origin);
    const isThisForm = origin === window.location.origin && pathname === window.location.pathname;
    if (isThisForm && searchParams.has("draft"))
      window.history.replaceState(window.history.state, "", pathname + search);
  }, [target]);
}
