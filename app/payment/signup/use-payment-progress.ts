import { useCallback, useRef, useState } from "react";
import { type PaymentProgress, type ProgressEvent, transition } from "./payment-progress.machine";

/**
 * The payment machine in the browser, starting from the state stored on the server: it tracks the card form, which the server never sees.
 * @param stored from the page's data; the card form's state is reset, because it has to load again
 */
export function usePaymentProgress(stored: PaymentProgress): [PaymentProgress, (event: ProgressEvent) => void] {
  const [progress, setProgress] = useState<PaymentProgress>({ ...stored, elements: "none" });
  const present = useRef(progress);
  const send = useCallback((event: ProgressEvent) => {
    const { state, effects } = transition(present.current, event);
    for (const effect of effects) if (effect.type === "warn") console.warn(effect.message);
    present.current = state;
    setProgress(state);
  }, []);
  return [progress, send];
}
