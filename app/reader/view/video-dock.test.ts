import { expect, test } from "vitest";
import { dockOf, fitted, inNextCorner, inNextSize, movedByKey, resizedByKey } from "./video-dock";

const size = { width: 640, height: 360 };

test.each([
  ["a desktop", 1440, 900, { left: 800, top: 270, width: 640, height: 360 }, { top: 0, right: 640 }],
  ["a phone in landscape", 844, 390, { left: 422, top: 77, width: 422, height: 237 }, { top: 0, right: 422 }],
  ["a phone in portrait", 390, 844, { left: 0, top: 0, width: 390, height: 219 }, { top: 219, right: 0 }],
  ["a tablet in portrait", 820, 1180, { left: 90, top: 0, width: 640, height: 360 }, { top: 360, right: 0 }],
])("on %s the video covers no words and at most half of the window", (_, width, height, box, inset) => {
  expect(dockOf({ width, height }, size)).toEqual({ box, inset });
});

test.each([
  ["moved to the corner of a desktop window", { left: 792, top: 532, width: 640, height: 360 }, 844, 390],
  ["enlarged in a desktop window", { left: 8, top: 8, width: 1280, height: 720 }, 844, 390],
  ["shaped 4:3", { left: 8, top: 8, width: 640, height: 480 }, 640, 360],
])("a video that was %s fits into a window of a phone in landscape and keeps its shape", (_, moved, width, height) => {
  const box = fitted(moved, { width, height });
  expect(box.width / box.height).toBeCloseTo(moved.width / moved.height);
  expect([box.left, box.top].every((edge) => edge >= 8)).toBe(true);
  expect(box.left + box.width).toBeLessThanOrEqual(width - 8);
  expect(box.top + box.height).toBeLessThanOrEqual(height - 8);
});

test("arrow keys move and resize the video, and it stays inside the window", () => {
  const window = { width: 800, height: 600 };
  const box = { left: 8, top: 8, width: 320, height: 180 };
  expect(fitted(movedByKey(box, "ArrowLeft", 16) ?? box, window)).toEqual(box);
  expect(movedByKey(box, "ArrowDown", 16)).toEqual({ ...box, top: 24 });
  expect(resizedByKey(box, "ArrowRight", 32)).toEqual({ ...box, width: 352, height: 198 });
  expect(fitted({ ...box, width: 10, height: 5.625 }, window)).toMatchObject({ width: 160, height: 90 });
  expect(movedByKey(box, "Tab", 16) ?? resizedByKey(box, "Tab", 16)).toBeNull();
});

test("a press moves the video from corner to corner, and one in no corner to the first", () => {
  const window = { width: 800, height: 600 };
  const box = { left: 300, top: 200, width: 320, height: 180 };
  const visited = [1, 2, 3, 4, 5].map((presses) => {
    let at = box;
    for (let press = 0; press < presses; press += 1) at = inNextCorner(at, window);
    return [at.left, at.top, at.width];
  });
  expect(visited).toEqual([
    [472, 8, 320],
    [472, 412, 320],
    [8, 412, 320],
    [8, 8, 320],
    [472, 8, 320],
  ]);
});

test.each([
  ["a desktop", { width: 1440, height: 900 }, 300, [400, 640, 240]],
  ["a phone in portrait", { width: 390, height: 844 }, 240, [374, 240, 374]],
])(
  "on %s a press gives the video the next size that fits, and after the largest the smallest",
  (_, window, from, to) => {
    const seen: number[] = [];
    let box = { left: 8, top: 8, width: from, height: (from * 9) / 16 };
    for (let press = 0; press < 3; press += 1) {
      box = inNextSize(box, window);
      seen.push(box.width);
    }
    expect(seen).toEqual(to);
  },
);
