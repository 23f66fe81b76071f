import type { BookFrame } from "./frame";
import type { StagePoint } from "./stage-point";

type PinchInput = {
  /** How many times larger the pages are than those that fit. */
  zoomed(): number;
  /** @see PageZoom.pinch */
  pinch(times: number, focus: StagePoint, moved: StagePoint): void;
  ended(): void;
};

/** Reports two fingers on a fixed-layout page; the browser would zoom the bars too. Decision 104. */
export function listenToPinch({ document: content, element }: BookFrame, input: PinchInput): void {
  let pinch: { distance: number; times: number; focus: StagePoint } | null = null;

  content.addEventListener(
    "touchstart",
    ({ touches }) => {
      const fingers = fingersOf(touches, element);
      pinch = fingers && { distance: fingers.distance, times: input.zoomed(), focus: fingers.focus };
    },
    { passive: true },
  );
  content.addEventListener(
    "touchmove",
    (event) => {
      const fingers = pinch && fingersOf(event.touches, element);
      if (!pinch || !fingers || pinch.distance === 0) return;
      event.preventDefault();
      const { focus } = fingers;
      const moved = { x: focus.x - pinch.focus.x, y: focus.y - pinch.focus.y };
      input.pinch((pinch.times * fingers.distance) / pinch.distance, focus, moved);
      pinch.focus = focus;
    },
    { passive: false },
  );
  const lifted = () => {
    if (pinch) input.ended();
    pinch = null;
  };
  content.addEventListener("touchend", lifted, { passive: true });
  content.addEventListener("touchcancel", lifted, { passive: true });
  // Safari's own event for two fingers.
  content.addEventListener("gesturestart", (event) => event.preventDefault());
}

/** Distance of two fingers in px of the screen, and the point of the stage between them; null for another number of fingers. */
function fingersOf(touches: TouchList, frame: HTMLElement): { distance: number; focus: StagePoint } | null {
  const [one, other] = [touches[0], touches[1]];
  const spread = frame.parentElement;
  if (touches.length !== 2 || !one || !other || !spread) return null;
  const place = frame.getBoundingClientRect();
  const whole = spread.getBoundingClientRect();
  // Pages are scaled, and the whole stage is while the bars are shown.
  const scale = place.width / Math.max(1, frame.offsetWidth);
  const drawn = whole.width / Math.max(1, spread.offsetWidth);
  const middle = { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 };
  return {
    distance: Math.hypot(one.screenX - other.screenX, one.screenY - other.screenY),
    focus: {
      x: (place.left + middle.x * scale - whole.left) / drawn,
      y: (place.top + middle.y * scale - whole.top) / drawn,
    },
  };
}
