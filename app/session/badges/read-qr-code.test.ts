import encodeQR from "qr";
import { expect, test } from "vitest";
import { badgeAddress, badgeAlphabet, badgeLength, readBadge } from "~/services/contracts/badge";
import { findBadge } from "./find-badge";
import { type Picture, readQrCode } from "./read-qr-code";

/** Camera pictures of badges: small, rotated, in bad light, with a background. */

const token = Array.from({ length: badgeLength }, (_, index) => badgeAlphabet[(index * 7) % badgeAlphabet.length]).join(
  "",
);
const badge = encodeQR(badgeAddress("https://www.fabelskolan.se", token), "raw", { ecc: "low", border: 2 });

type Scene = { dots: number; degrees: number; dark: number; light: number; noise: number };

/** Draws the badge in the middle of a grey picture. */
function photograph({ dots, degrees, dark, light, noise }: Scene): Picture {
  const [width, height] = [800, 600];
  const data = new Uint8ClampedArray(width * height * 4);
  const angle = (degrees * Math.PI) / 180;
  // A fixed seed makes the noise deterministic.
  let seed = 7;
  const speckle = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return (seed / 2147483648 - 0.5) * noise;
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [right, down] = [x - width / 2, y - height / 2];
      const column = Math.floor((right * Math.cos(angle) + down * Math.sin(angle)) / dots + badge.length / 2);
      const row = Math.floor((down * Math.cos(angle) - right * Math.sin(angle)) / dots + badge.length / 2);
      const cell = badge[row]?.[column];
      const grey = (cell === undefined ? (dark + light) / 2 : cell ? dark : light) + speckle();
      data.set([grey, grey, grey, 255], (y * width + x) * 4);
    }
  }
  return { width, height, data };
}

const usual: Scene = { dots: 8, degrees: 0, dark: 20, light: 235, noise: 0 };

test.each<[string, Partial<Scene>]>([
  ["held straight", {}],
  ["far away", { dots: 4 }],
  ["turned by 20 degrees", { degrees: 20 }],
  ["upside down", { degrees: 180 }],
  ["in a dark corner", { dark: 30, light: 90 }],
  ["in a noisy picture", { noise: 60, degrees: 8 }],
])("reads a badge %s", (_how, scene) => {
  expect(readBadge(readQrCode(photograph({ ...usual, ...scene })) ?? "")).toBe(token);
});

test("returns null for a picture without a badge", () => {
  expect(readQrCode(photograph({ ...usual, light: 20 }))).toBeNull();
  expect(readQrCode({ width: 1, height: 1, data: new Uint8ClampedArray(4) })).toBeNull();
});

test("findBadge distinguishes no code, another QR code, and a badge beside another code", () => {
  const milk = "https://example.com/milk";
  const seen = [[], [milk], [badgeAddress("https://www.fabelskolan.se", token).slice(0, -1)], [milk, `x#${token}`]];
  expect(seen.map(findBadge)).toEqual([
    { kind: "nothing" },
    { kind: "other" },
    { kind: "other" },
    { kind: "badge", code: token },
  ]);
});
