type Point = { x: number; y: number };

type PictureGestures = {
  /** @param point from the middle of the element, CSS px */
  zoomed(times: number, point: Point): void;
  moved(x: number, y: number): void;
  /** Two taps or clicks. */
  toggled(point: Point): void;
};

/** Milliseconds and CSS px between two taps that count as one double tap. */
const [tapTime, tapRoom] = [300, 24];
/** CSS px by which a tap may move. */
const stillness = 6;

/**
 * Reports two fingers, dragging, the wheel and double taps on an element.
 * @returns a function that stops listening
 */
export function listenToGestures(element: HTMLElement, gestures: PictureGestures): () => void {
  const aborter = new AbortController();
  const options = { signal: aborter.signal };
  const pointers = new Map<number, Point>();
  let down: Point | null = null;
  let lastTap: { at: number; point: Point } | null = null;

  const fromMiddle = ({ x, y }: Point): Point => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: x - left - width / 2, y: y - top - height / 2 };
  };

  element.addEventListener(
    "pointerdown",
    (event) => {
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      down = pointers.size === 1 ? { x: event.clientX, y: event.clientY } : null;
    },
    options,
  );
  element.addEventListener(
    "pointermove",
    (event) => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, now);
      if (!other) {
        gestures.moved(now.x - before.x, now.y - before.y);
        return;
      }
      const [from, to] = [distance(before, other), distance(now, other)];
      if (from > 0) gestures.zoomed(to / from, fromMiddle({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }));
      gestures.moved((now.x - before.x) / 2, (now.y - before.y) / 2);
    },
    options,
  );
  const lifted = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
    const point = { x: event.clientX, y: event.clientY };
    const isTap = event.type === "pointerup" && down !== null && distance(down, point) <= stillness;
    down = null;
    if (!isTap) return;
    const isSecond = lastTap && event.timeStamp - lastTap.at < tapTime && distance(lastTap.point, point) < tapRoom;
    lastTap = isSecond ? null : { at: event.timeStamp, point };
    if (isSecond) gestures.toggled(fromMiddle(point));
  };
  element.addEventListener("pointerup", lifted, options);
  element.addEventListener("pointercancel", lifted, options);
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const unit = event.deltaMode === 0 ? 1 : 16;
      gestures.zoomed(Math.exp((-event.deltaY * unit) / 400), fromMiddle({ x: event.clientX, y: event.clientY }));
    },
    { ...options, passive: false },
  );
  return () => aborter.abort();
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
