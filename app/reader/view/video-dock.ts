import type { Size } from "~/epub/book";

export type Box = { left: number; top: number; width: number; height: number };

/** Docked position of a sign video, and the space it takes from the page. CSS px of the reader. */
type VideoDock = { box: Box; inset: { top: number; right: number } };

/**
 * Beside the page in landscape windows, above it in portrait ones, so that it covers no text: in its stored size, and
 * half of the window at most.
 */
export function dockOf(window: Size, size: Size): VideoDock {
  const ratio = size.height / size.width;
  if (window.width > window.height) {
    const width = Math.round(Math.min(size.width, window.width / 2, window.height / ratio));
    const height = Math.round(width * ratio);
    const top = Math.round((window.height - height) / 2);
    return { box: { left: window.width - width, top, width, height }, inset: { top: 0, right: width } };
  }
  const width = Math.round(Math.min(size.width, window.width, window.height / 2 / ratio));
  const height = Math.round(width * ratio);
  return {
    box: { left: Math.round((window.width - width) / 2), top: 0, width, height },
    inset: { top: height, right: 0 },
  };
}

/** Keeps a moved video inside the window and large enough to be grabbed. */
export function fitted(box: Box, window: Size): Box {
  const ratio = box.height / box.width;
  const width = Math.min(Math.max(160, box.width), window.width - 16, (window.height - 16) / ratio);
  const height = width * ratio;
  return {
    width,
    height,
    left: Math.min(Math.max(8, box.left), Math.max(8, window.width - width - 8)),
    top: Math.min(Math.max(8, box.top), Math.max(8, window.height - height - 8)),
  };
}

/** Moves a box by an arrow key, by so many px; null for any other key. */
export function movedByKey(box: Box, key: string, by: number): Box | null {
  if (key === "ArrowLeft") return { ...box, left: box.left - by };
  if (key === "ArrowRight") return { ...box, left: box.left + by };
  if (key === "ArrowUp") return { ...box, top: box.top - by };
  if (key === "ArrowDown") return { ...box, top: box.top + by };
  return null;
}

/** Resizes a box by an arrow key, with its aspect ratio. */
export function resizedByKey(box: Box, key: string, by: number): Box | null {
  const step = { ArrowRight: by, ArrowDown: by, ArrowLeft: -by, ArrowUp: -by }[key];
  return step === undefined ? null : resized(box, box.width + step);
}

/**
 * Moves a box to another corner of the window, clockwise; a box in no corner to the first one. For a press without dragging.
 * WCAG 2.2, 2.5.7.
 */
export function inNextCorner(box: Box, window: Size): Box {
  const right = window.width;
  const bottom = window.height;
  const corners = [
    [right, 0],
    [right, bottom],
    [0, bottom],
    [0, 0],
  ].map(([left = 0, top = 0]) => fitted({ ...box, left, top }, window));
  const isAt = (corner: Box) => Math.abs(corner.left - box.left) < 1 && Math.abs(corner.top - box.top) < 1;
  const next = corners[(corners.findIndex(isAt) + 1) % corners.length];
  return next ?? box;
}

/** Widths that a press on the resize button goes through, in CSS px. */
const pressedWidths = [240, 400, 640];

/** Resizes a box to the next larger one of a few widths, and after the largest that fits to the smallest. WCAG 2.2, 2.5.7. */
export function inNextSize(box: Box, window: Size): Box {
  const sizes = pressedWidths.map((width) => fitted(resized(box, width), window));
  return sizes.find(({ width }) => width > box.width + 1) ?? sizes[0] ?? box;
}

export function resized(box: Box, width: number): Box {
  return { ...box, width, height: (width * box.height) / box.width };
}
