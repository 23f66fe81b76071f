import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type CardForm from "./card-form.client";

export type { Confirm } from "./card-form.client";

/** Loaded only in the browser and on demand, because the provider's packages are large. */
const CardFormInBrowser = lazy(() => import("./card-form.client"));

type CardFieldsProps = ComponentProps<typeof CardForm> & {
  /** Content without script: a form that opens the provider's own page. */
  withoutScript: ReactNode;
  /** Above and below the form, once it is shown. */
  above?: ReactNode;
  below?: ReactNode;
};

/** The card form once the page is hydrated; before that, and without script, the fallback. */
export function CardFields({ withoutScript, above, below, ...props }: CardFieldsProps) {
  const [isRunning, setIsRunning] = useState(false);
  useEffect(() => setIsRunning(true), []);
  if (!isRunning) return withoutScript;
  return (
    <div className="flex flex-col gap-4">
      {above}
      <Suspense fallback={null}>
        <CardFormInBrowser {...props} />
      </Suspense>
      {below}
    </div>
  );
}
