import fc from "fast-check";
import { expect, test } from "vitest";
import { mostPictureZoom, panBy, wholePicture, zoomAround } from "./picture-zoom";

const box = { width: 800, height: 600 };
const picture = { width: 800, height: 400 };

test("the point that is zoomed around stays where it is", () => {
  const zoom = zoomAround(wholePicture, 4, { x: 200, y: 50 }, picture, box);
  expect(zoom).toEqual({ scale: 4, x: 200 - 200 * 4, y: 50 - 50 * 4 });
});

test("a picture is not moved out of its box, and a whole one not at all", () => {
  expect(panBy(wholePicture, 500, -500, picture, box)).toEqual(wholePicture);
  expect(panBy({ scale: 2, x: 0, y: 0 }, 9000, 9000, picture, box)).toEqual({ scale: 2, x: 400, y: 100 });
});

test("given any gestures, then the zoom stays within its limits, and zooming out shows the whole picture", () => {
  const gesture = fc.record({
    times: fc.double({ min: 0.1, max: 10, noNaN: true }),
    x: fc.integer({ min: -400, max: 400 }),
    y: fc.integer({ min: -300, max: 300 }),
  });
  fc.assert(
    fc.property(fc.array(gesture), (gestures) => {
      let zoom = wholePicture;
      for (const { times, x, y } of gestures) {
        zoom = panBy(zoomAround(zoom, times, { x, y }, picture, box), x, y, picture, box);
        expect(zoom.scale).toBeGreaterThanOrEqual(1);
        expect(zoom.scale).toBeLessThanOrEqual(mostPictureZoom);
        expect(Math.abs(zoom.x)).toBeLessThanOrEqual((picture.width * zoom.scale - 800) / 2 + 1e-6);
      }
      expect(zoomAround(zoom, 0.001, { x: 9, y: 9 }, picture, box)).toEqual(wholePicture);
    }),
  );
});
