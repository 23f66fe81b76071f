import { expect, it } from "vitest";
import type { Clip } from "~/reader/narration/timeline";
import type { SpeechEvents } from "~/reader/speech/speech.client";
import type { BookFrame } from "~/reader/view/frame";
import { SelectionReader } from "./selection-reader";

/** Records what reading a selection does. @param clip of the element around the selection; null in a book without narration */
function scene(clip: number | null, changes: { isMuted?: boolean; isHighlighting?: boolean } = {}, hasVoice = true) {
  const seen: unknown[] = [];
  const heard: { events: SpeechEvents | null } = { events: null };
  const parent = { nodeType: 1, getAttributeNS: () => null, getAttribute: () => null, parentNode: null };
  const text = { nodeType: 3, parentElement: parent };
  const range = { startContainer: text, commonAncestorContainer: text, toString: () => "Haren  sov" };
  const reader = new SelectionReader(
    {
      clipOfElement: () => (clip === null ? null : ({ index: clip } as Clip)),
      playFrom: (index) => void seen.push(`play from ${index}`),
      dispatch: ({ type }) => void seen.push(type),
    },
    {
      speak: (words, settings, events) => {
        heard.events = events;
        seen.push(words.text, settings.volume);
      },
    },
    { show: (place) => void seen.push(place ? "lit" : "not lit") },
    () => ({ rate: 1, volume: 0.8, isMuted: false, isHighlighting: true, ...changes }),
    { notice: (key) => void seen.push(key) },
    () => hasVoice,
  );
  reader.read({ frame: {} as BookFrame, range: range as unknown as Range });
  return { seen, heard };
}

it("plays a narrated book from the selection's sentence", () => {
  expect(scene(4).seen).toEqual(["play from 4"]);
});

it("reads no text of a narrated book that has no sentence, whose voice nobody chose", () => {
  expect(scene(null, {}, false).seen).toEqual([]);
});

it("pauses, speaks the selection alone, and lights it as long", () => {
  const { seen, heard } = scene(null);
  expect(seen).toEqual(["pause", "lit", "Haren sov", 0.8]);
  heard.events?.ended();
  expect(seen.at(-1)).toBe("not lit");
});

it("is silent where the sound is off, and lights nothing where highlights are off", () => {
  expect(scene(null, { isMuted: true, isHighlighting: false }).seen).toEqual(["pause", "Haren sov", 0]);
});

it("says so when the voice breaks down", () => {
  const { seen, heard } = scene(null);
  heard.events?.failed?.();
  expect(seen.slice(-2)).toEqual(["not lit", "speech_failed"]);
});
