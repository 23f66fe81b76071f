/** CSS px that a handle is dragged before the sheet folds or unfolds; less is a press. */
const leastDrag = 24;

/**
 * Whether a sheet is folded after its handle was released.
 * @param by CSS px that the handle was dragged downwards; negative: upwards
 */
export function foldedAfterDrag(isFolded: boolean, by: number): boolean {
  if (by >= leastDrag) return true;
  return by <= -leastDrag ? false : isFolded;
}

/** Whether the release of a handle was a drag, after which its click is ignored. */
export function isDrag(by: number): boolean {
  return Math.abs(by) >= leastDrag;
}
