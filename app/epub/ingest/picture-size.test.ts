import { expect, test } from "vitest";
import { pictureSize } from "./picture-size";

const png = "89504e470d0a1a0a0000000d4948445200000258000003200806000000";
const gif = `${Buffer.from("GIF89a").toString("hex")}58022003`;
const riff = (rest: string) => `${Buffer.from("RIFF").toString("hex")}00000000${rest}`;
const webp = (form: string, rest: string) => riff(Buffer.from(`WEBP${form}`).toString("hex") + rest);

test.each([
  ["PNG", png],
  ["GIF", gif],
  ["lossy WebP", webp("VP8 ", "000000000000009d012a58022003")],
  ["lossless WebP", webp("VP8L", "000000002f57c2c700")],
  ["extended WebP", webp("VP8X", "0a000000000000005702001f0300")],
  ["JPEG", "ffd8ffe000044a46ffdb000412 34ffc0001108032002580301".replace(" ", "")],
])("reads width and height of %s", (_, hex) => {
  expect(pictureSize(Buffer.from(hex, "hex"))).toEqual({ width: 600, height: 800 });
});

test.each(["", "89504e47", "ffd8ffe0ffff", "3c73766720786d6c6e733d22"])(
  "returns null for unknown or incomplete data: %s",
  (hex) => {
    expect(pictureSize(Buffer.from(hex, "hex"))).toBeNull();
  },
);
