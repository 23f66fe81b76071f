/** Zoom of one picture in a box: its scale, and how far its middle lies from the middle of the box, in CSS px. */
export type PictureZoom = { scale: number; x: number; y: number };
type Box = { width: number; height: number };

/** The whole picture. */
export const wholePicture: PictureZoom = { scale: 1, x: 0, y: 0 };
export const mostPictureZoom = 8;
/** Factor of one press or key. */
export const zoomStep = 1.5;
/** CSS px of one arrow key. */
export const panStep = 80;

/**
 * Zooms around a point, which keeps its part of the picture.
 * @param point from the middle of the box
 * @param picture its size at scale 1
 */
export function zoomAround(
  zoom: PictureZoom,
  times: number,
  point: { x: number; y: number },
  picture: Box,
  box: Box,
): PictureZoom {
  const scale = Math.min(mostPictureZoom, Math.max(1, zoom.scale * times));
  const factor = scale / zoom.scale;
  const moved = { scale, x: point.x - (point.x - zoom.x) * factor, y: point.y - (point.y - zoom.y) * factor };
  return withinBox(moved, picture, box);
}

/** Moves a picture as far as it reaches beyond the box. */
export function panBy(zoom: PictureZoom, x: number, y: number, picture: Box, box: Box): PictureZoom {
  return withinBox({ ...zoom, x: zoom.x + x, y: zoom.y + y }, picture, box);
}

function withinBox(zoom: PictureZoom, picture: Box, box: Box): PictureZoom {
  const most = (length: number, room: number) => Math.max(0, (length * zoom.scale - room) / 2);
  const limit = (at: number, length: number, room: number) =>
    // Without a negative zero.
    Math.min(most(length, room), Math.max(-most(length, room), at)) + 0;
  return {
    scale: zoom.scale,
    x: limit(zoom.x, picture.width, box.width),
    y: limit(zoom.y, picture.height, box.height),
  };
}
