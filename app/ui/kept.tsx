import type { ReactElement, ReactNode } from "react";

/**
 * Parts of a page whose text is written once and kept, by all that they are given: bars, menus, forms, a table's rows. Decision 31.
 */

/** @param open names of those props that stand in the text as they are: a text is kept with their places left open */
export type Keeper = <Props extends object>(
  Component: (props: Props) => ReactNode,
  props: Props,
  open: readonly string[],
) => ReactElement;

let keeper: Keeper | null = null;

/** Has `work` find texts by this keeper: that of the page which is written just now. */
export function keepingBy<Result>(now: Keeper, work: () => Result): Result {
  const before = keeper;
  keeper = now;
  try {
    return work();
  } finally {
    keeper = before;
  }
}

/**
 * A component whose text is kept where a page is written; in a browser it is the component itself. What it writes must follow from
 * its props and the language alone, and begin and end with an element; `useId` differs between the two, so ids are given. What is
 * no plain data among its props (an element, a function other than one called `on…`) has it written as any other.
 * @param open props, or lists of them, that only ever stand in a text or an attribute as they are: the text is kept once for all of
 * their values. Nothing may be asked of them but whether they are there. Addresses among them are whole paths.
 */
export function kept<Props extends object>(
  Component: (props: Props) => ReactNode,
  open: ReadonlyArray<keyof Props & string> = [],
): (props: Props) => ReactNode {
  if (typeof document !== "undefined") return Component;
  return function Kept(props) {
    return keeper ? keeper(Component, props, open) : <Component {...props} />;
  };
}
