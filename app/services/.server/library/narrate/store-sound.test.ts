import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/temporary-folder";
import { audiblePart, readWav } from "~/epub/narrate/sound";
import { availableFormat, storeSound, wavFormat } from "./store-sound";

test("given a machine without ffmpeg, then sounds are stored as WAV, and read as they were", async () => {
  expect(await availableFormat("/no/ffmpeg")).toBe(wavFormat);
  const file = join(await temporaryFolder("sound"), "in", "a.wav");
  const sound = { rate: 8000, samples: Int16Array.from({ length: 2000 }, (_, at) => (at < 1000 ? 0 : 9000)) };
  await storeSound(file, sound, wavFormat);
  expect(readWav(await readFile(file))).toEqual(sound);
  // 30 ms are kept before what is heard.
  expect(audiblePart(sound)).toEqual({ begin: 760, end: 2000 });
});
