import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultComfort } from "./comfort";
import {
  clampRate,
  clampVolume,
  defaultSettings,
  isLookChanged,
  readReaderSettings,
  settingsUnder,
  standardLook,
  volumeIcon,
  writeFetched,
  writeReaderSettings,
} from "./reader-settings";
import { defaultLayout } from "./reading-layout";

test("the defaults are those of the specification", () => {
  expect(defaultSettings).toEqual({
    audioVolume: 1,
    muted: false,
    playbackRate: 1,
    highlight: true,
    autoPageTurn: true,
    darkTheme: null,
    videoPosition: null,
    videoSize: { width: 640, height: 360 },
    skipped: [],
    comfort: defaultComfort,
    layout: defaultLayout,
    presets: [],
    textStyle: "book",
    highlightUnit: "word",
    voices: {},
    prefersVoice: false,
    soundDelay: 0,
    showsNotes: true,
    isToldOfOnlineVoices: false,
    isWordTapOn: false,
    readingPace: null,
  });
});

test("the server's settings override the device's, except for volume and mute", () => {
  const stored = JSON.stringify({ anna: { audioVolume: 0.3, playbackRate: 1.5, highlight: false } });
  const preferences = { audioVolume: 0.9, muted: true, playbackRate: 0.8, darkTheme: true };
  expect(settingsUnder(stored, "anna", preferences)).toMatchObject({
    audioVolume: 0.3,
    muted: false,
    playbackRate: 0.8,
    highlight: false,
    darkTheme: true,
  });
  expect(settingsUnder(stored, "bo", preferences)).toMatchObject({ audioVolume: 0.9, muted: false, highlight: true });
  expect(settingsUnder(stored, "anna", null)).toEqual(readReaderSettings(stored, "anna"));
});

test("the server's settings are stored on the device, but its volume does not become the device's", () => {
  const fetched = settingsUnder(null, "anna", { audioVolume: 0.4, playbackRate: 1.5 });
  const device = writeFetched(null, "anna", fetched);
  expect(settingsUnder(device, "anna", null)).toMatchObject({ playbackRate: 1.5, audioVolume: 1 });
  expect(settingsUnder(device, "anna", { audioVolume: 0.7 })).toMatchObject({ audioVolume: 0.7 });
  const louder = writeReaderSettings(device, "anna", { ...fetched, audioVolume: 0.9 });
  expect(
    settingsUnder(writeFetched(louder, "anna", { ...fetched, audioVolume: 0.9 }), "anna", { audioVolume: 0.7 }),
  ).toMatchObject({
    audioVolume: 0.9,
  });
});

test.each([
  [{ ...defaultSettings, playbackRate: 1.5 }, false],
  [{ ...defaultSettings, comfort: { ...defaultComfort, paper: "cream" } }, true],
  [{ ...defaultSettings, darkTheme: true }, true],
  [{ ...defaultSettings, darkTheme: false }, true],
  [{ ...defaultSettings, highlightUnit: "sentence" }, true],
  [{ ...defaultSettings, highlight: false }, true],
  [{ ...defaultSettings, layout: { ...defaultLayout, pages: "scrolled" } }, true],
] as const)("given settings %#, the text panel can reset them: %s", (settings, isChanged) => {
  expect(isLookChanged(settings)).toBe(isChanged);
  expect(isLookChanged({ ...settings, ...standardLook })).toBe(false);
});

test("volume and rate are clamped", () => {
  expect([-1, 0, 0.35, 1, 1.2].map(clampVolume)).toEqual([0, 0, 0.35, 1, 1]);
  expect([0.1, 0.5, 1.25, 2, 3].map(clampRate)).toEqual([0.5, 0.5, 1.25, 2, 2]);
});

test("given any stored text, then the settings are complete and within their bounds", () => {
  const anyStored = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constant(null),
    fc.json().map((own) => `{"anna":${own}}`),
  );
  fc.assert(
    fc.property(anyStored, (stored) => {
      const settings = readReaderSettings(stored, "anna");
      expect(settings.audioVolume).toBeGreaterThanOrEqual(0);
      expect(settings.playbackRate).toBeLessThanOrEqual(2);
      expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(defaultSettings)));
    }),
  );
});

test("an invalid value is replaced by its default, and the others are kept", () => {
  const stored = JSON.stringify({ anna: { audioVolume: "loud", playbackRate: 1.5, darkTheme: true } });
  expect(readReaderSettings(stored, "anna")).toEqual({ ...defaultSettings, playbackRate: 1.5, darkTheme: true });
});

test("settings on a device are stored per person", () => {
  const anna = writeReaderSettings("not json", "anna", { ...defaultSettings, muted: true });
  const both = writeReaderSettings(anna, "bo", { ...defaultSettings, playbackRate: 2 });
  expect(readReaderSettings(both, "anna").muted).toBe(true);
  expect(readReaderSettings(both, "bo").playbackRate).toBe(2);
  expect(readReaderSettings(both, "cleo")).toEqual(defaultSettings);
});

test.each([
  [0, false, true, "off"],
  [0.1, false, true, "low"],
  [0.3, false, true, "medium"],
  [0.7, false, true, "medium"],
  [0.8, false, true, "high"],
  [1, true, true, "off"],
  [1, false, false, "off"],
] as const)("given volume %d, muted %s and media %s, then the icon is %s", (audioVolume, muted, hasMedia, icon) => {
  expect(volumeIcon({ audioVolume, muted }, hasMedia)).toBe(icon);
});
