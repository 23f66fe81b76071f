import type { BookFrame } from "./frame";

type FrameInput = {
  /** @param point in px of the frame */
  tapped(element: Element | null, point: { x: number; y: number }): void;
  /** The href as authored, and the link element. */
  link(href: string, link: Element): void;
  /** The side that the swipe reveals: a finger moving left reveals the right. */
  swiped(side: "left" | "right"): void;
  /** Whether a swipe that reveals that side turns the page; on a zoomed page it may pan. */
  canSwipe(side: "left" | "right"): boolean;
  /** A finger was pressed or lifted. */
  touched(): void;
  keyPressed(event: KeyboardEvent): void;
  /** In the window's px. */
  pointerMoved(x: number, y: number): void;
};

/** Screen px that a finger must move to turn a page. */
const swipeDistance = 48;

/** Listens to input inside a document, since events in its frame do not reach the page. */
export function listenToFrame(frame: BookFrame, input: FrameInput): void {
  const { document: content, element } = frame;
  let down: { x: number; y: number; sides: Array<"left" | "right"> } | null = null;

  content.addEventListener("click", (event) => {
    const target = event.target as Element | null;
    const link = target?.closest?.("a[*|href], a[href], area[href]");
    if (link) {
      event.preventDefault();
      const href = link.getAttribute("href") ?? link.getAttributeNS("http://www.w3.org/1999/xlink", "href");
      if (href) input.link(href, link);
      return;
    }
    if (isOperable(target) || hasSelection(content)) return;
    input.tapped(target, { x: event.clientX, y: event.clientY });
  });
  content.addEventListener("submit", (event) => event.preventDefault());
  content.addEventListener("keydown", (event) => {
    if (!isEditable(event.target as Element | null)) input.keyPressed(event);
  });
  content.addEventListener("pointermove", (event) => {
    const place = element.getBoundingClientRect();
    const scale = element.offsetWidth > 0 ? place.width / element.offsetWidth : 1;
    input.pointerMoved(place.left + event.clientX * scale, place.top + event.clientY * scale);
  });
  content.addEventListener(
    "touchstart",
    (event) => {
      input.touched();
      const touch = event.touches[0];
      // Evaluated at touchstart: by touchend the page may have been panned to the edge.
      const sides = (["left", "right"] as const).filter((side) => input.canSwipe(side));
      down = event.touches.length === 1 && touch ? { x: touch.screenX, y: touch.screenY, sides } : null;
    },
    { passive: true },
  );
  content.addEventListener(
    "touchend",
    (event) => {
      input.touched();
      const touch = event.changedTouches[0];
      if (!down || !touch || hasSelection(content)) return;
      const [x, y] = [touch.screenX - down.x, touch.screenY - down.y];
      const side = x < 0 ? "right" : "left";
      const isFree = down.sides.includes(side);
      down = null;
      if (isFree && Math.abs(x) > swipeDistance && Math.abs(x) > 1.5 * Math.abs(y)) input.swiped(side);
    },
    { passive: true },
  );
}

function isOperable(target: Element | null): boolean {
  return !!target?.closest?.("button, input, select, textarea, label, summary, audio, video, [contenteditable='true']");
}

function isEditable(target: Element | null): boolean {
  return !!target?.closest?.("input, select, textarea, [contenteditable='true']");
}

function hasSelection(content: Document): boolean {
  const selection = content.getSelection();
  return !!selection && !selection.isCollapsed && selection.toString().trim() !== "";
}
