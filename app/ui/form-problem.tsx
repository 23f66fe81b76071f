import { type ReactNode, useEffect, useRef } from "react";
import { Banner } from "./banner";

type FormProblemProps = {
  /** The errors of the last submission: new ones are scrolled into view. */
  of: unknown;
  children: ReactNode;
};

/** Why a form was rejected as a whole. Stands above it, where a user at the form's button may not see it. */
export function FormProblem({ of, children }: FormProblemProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each submission, also if it has the same errors
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, [of]);
  return (
    <div ref={box}>
      <Banner type="error">{children}</Banner>
    </div>
  );
}
