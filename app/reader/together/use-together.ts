import { useSearchParams } from "@remix-run/react";
import { useCallback, useMemo, useState } from "react";
import type { WhyEnded } from "./led-events";
import { togetherParameter } from "./together-parameter";

/** A teacher leads, a pupil follows. */
export type InClass = { role: "leader" | "pupil"; bookId: string };

/** Reading together on this screen. docs/product/reader.md#reading-together. */
export type Together = InClass & {
  /** The reading that is led or followed here; null for none. */
  id: string | null;
  /** Why the last one has ended, until it has been read. */
  ended: WhyEnded | null;
  begin(id: string): void;
  end(why: WhyEnded | null): void;
};

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
