import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { installSpeechEngine, type SpeechEngineOptions } from "#tests/support/speech-engine";
import type { Book } from "~/epub/book";
import { SpokenBook } from "./spoken-book.client";

beforeEach(() => {
  const target = new EventTarget();
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
});
afterEach(() => void vi.unstubAllGlobals());

const klara = { name: "Klara", lang: "sv-SE" };
const samantha = { name: "Samantha", lang: "en-US" };
const zoe = { name: "Zoe Online", lang: "fr-FR", localService: false };

/** A book in Swedish whose reader may change what is wanted. */
async function scene(
  voices: SpeechEngineOptions["voices"],
  { isNarrated = false, chosen = {} as Record<string, string> } = {},
) {
  installSpeechEngine({ voices });
  const wish = { isVoicePreferred: false };
  const news: boolean[] = [];
  const spine = [{ overlay: isNarrated ? "one.smil" : null, overlays: {} }] as unknown as Book["spine"];
  const book = new SpokenBook(
    { spine },
    {
      frames: () => [],
      language: () => "sv",
      isVoicePreferred: () => wish.isVoicePreferred,
      chosen: (language) => chosen[language],
      changed: (isNews) => news.push(isNews),
    },
    false,
  );
  await vi.waitFor(() => expect(news).toHaveLength(1));
  const voiceOf = (language: string) => book.browserVoice(language)?.name ?? null;
  return { book, wish, news, voiceOf };
}

it("reads a book without narration with a voice of its language", async () => {
  const { book, news, voiceOf } = await scene([klara, samantha]);
  expect(book.voice?.label).toBe("Klara");
  expect(book.isOffered).toBe(false);
  expect(news).toEqual([true]);
  expect([voiceOf(""), voiceOf("sv-FI")]).toEqual(["Klara", "Klara"]);
});

it("reads another language with a voice of that language, if the device has one", async () => {
  const { voiceOf } = await scene([klara, samantha]);
  expect([voiceOf("en-GB"), voiceOf("fi")]).toEqual(["Samantha", "Klara"]);
});

it("sends no text to a server for another language if the book's own voice does not", async () => {
  const { voiceOf } = await scene([klara, zoe]);
  expect(voiceOf("fr")).toBe("Klara");
});

it("offers to read a narrated book, and reads it when asked to", async () => {
  const { book, wish, news } = await scene([klara], { isNarrated: true });
  expect([book.voice, book.isOffered, book.tracks.replacesNarration]).toEqual([null, true, false]);
  wish.isVoicePreferred = true;
  await book.refresh();
  expect([book.voice?.label, book.tracks.replacesNarration]).toEqual(["Klara", true]);
  wish.isVoicePreferred = false;
  await book.refresh();
  expect([book.voice, book.tracks.replacesNarration]).toEqual([null, false]);
  expect(news).toEqual([false, true, true]);
});

it("offers nothing without a voice of the book's language", async () => {
  const { book } = await scene([samantha], { isNarrated: true });
  expect(book.isOffered).toBe(false);
});
