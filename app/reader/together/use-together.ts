import { useSearchParams } from "@remix-run/react";
import { useCallback, useMemo, useState } from "react";
import type { InClass, Together, WhyEnded } from "~/reader/controller/in-class";
import { togetherParameter } from "./together-parameter";

/** Reading together on this screen; null for whoever has no class. */
export function useTogether(inClass: InClass | null): Together | null {
  const [search] = useSearchParams();
  const [state, setState] = useState({ id: search.get(togetherParameter), ended: null as WhyEnded | null });
  const begin = useCallback((id: string) => {
    keepInAddress(id);
    setState({ id, ended: null });
  }, []);
  const end = useCallback((ended: WhyEnded | null) => {
    keepInAddress(null);
    setState({ id: null, ended });
  }, []);
  return useMemo(() => inClass && { ...inClass, ...state, begin, end }, [inClass, state, begin, end]);
}

function keepInAddress(id: string | null): void {
  const address = new URL(window.location.href);
  if (id === null) address.searchParams.delete(togetherParameter);
  else address.searchParams.set(togetherParameter, id);
  window.history.replaceState(window.history.state, "", address);
}
