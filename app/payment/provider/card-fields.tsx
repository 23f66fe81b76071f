import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type CardForm from "./card-form.client";

export type { Confirm } from "./card-form.client";

/** Loaded in the browser alone, and only where a card is asked for: the provider's packages are large. */
const CardFormInBrowser = lazy(() => import("./card-form.client"));

type CardFieldsProps = ComponentProps<typeof CardForm> & {
  /** What stands there without script: the way to the provider's own page. */
  withoutScript: ReactNode;
};

/** The card form once the page runs; before that, and without script, what leads to the provider's own page. */
export function CardFields({ withoutScript, ...props }: CardFieldsProps) {
  const [isRunning, setIsRunning] = useState(false);
  useEffect(() => setIsRunning(true), []);
  if (!isRunning) return withoutScript;
  return (
    <Suspense fallback={null}>
      <CardFormInBrowser {...props} />
    </Suspense>
  );
}
