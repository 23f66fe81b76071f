import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { installSpeechEngine, type SpeechEngineOptions } from "#tests/support/speech-engine";
import { Speech, type SpeechSettings } from "./speech.client";

type EngineWindow = { spokenTexts: Array<{ text: string; voice: string; rate: number; volume: number }> };

const voices = [{ name: "Klara", lang: "sv-SE" }];
const normal: SpeechSettings = { rate: 1, volume: 1 };
const text = "Räven sprang genom skogen och haren sov.";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Speaks a text with an engine and returns what happens. */
function speak(options: SpeechEngineOptions, words = text, settings = normal, isChosen = true) {
  installSpeechEngine(options);
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    (globalThis as { SpeechSynthesisUtterance?: unknown }).SpeechSynthesisUtterance,
  );
  const seen = { words: [] as string[], ended: 0, failed: 0 };
  const speech = new Speech(() => (isChosen ? (window.speechSynthesis.getVoices()[0] ?? null) : null));
  speech.speak({ text: words, language: "sv" }, settings, {
    ended: () => {
      seen.ended += 1;
    },
    failed: () => {
      seen.failed += 1;
    },
    wordReached: (from, to) => seen.words.push(words.slice(from, to)),
  });
  const said = () => (globalThis as unknown as EngineWindow).spokenTexts;
  return { speech, seen, said };
}

it("reports each word, and the end once", async () => {
  const { seen, said } = speak({ voices });
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toEqual({ words: text.split(" "), ended: 1, failed: 0 });
  expect(said()).toEqual([{ text, voice: "Klara", rate: 1, volume: 1 }]);
});

it("works with an engine that reports no words", async () => {
  const { seen } = speak({ voices, reportsWords: false });
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toEqual({ words: [], ended: 1, failed: 0 });
});

it("speaks a long text in parts with a voice of a server, and reports the words of the whole text", async () => {
  const long =
    "Först kom en röd bil, sedan kom en blå bil, och sist av alla kom en liten grön bil som ingen hade sett förut i staden.";
  const { seen, said } = speak({ voices: [{ name: "Google", lang: "sv-SE", localService: false }] }, long);
  await vi.advanceTimersByTimeAsync(3000);
  expect(
    said()
      .map((one) => one.text)
      .join(""),
  ).toBe(long);
  expect(said().length).toBeGreaterThan(1);
  expect(seen).toEqual({ words: long.split(" "), ended: 1, failed: 0 });
});

it("fails when the engine falls silent without an event", async () => {
  const { seen } = speak({ voices, stopsAfter: 100 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toMatchObject({ ended: 0, failed: 1 });
});

it("fails when the engine refuses the text", async () => {
  const { seen } = speak({ voices, isBroken: true });
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen).toEqual({ words: [], ended: 0, failed: 1 });
});

it("shows the text for as long as reading takes if there is no voice", async () => {
  const { seen, said } = speak({ voices: [] });
  await vi.advanceTimersByTimeAsync(1000);
  expect(seen.ended).toBe(0);
  await vi.advanceTimersByTimeAsync(9000);
  expect(seen).toEqual({ words: [], ended: 1, failed: 0 });
  expect(said()).toEqual([]);
});

it("goes on from the same word at another speed", async () => {
  const { speech, seen, said } = speak({ voices, wordLength: 100 });
  await vi.advanceTimersByTimeAsync(250);
  speech.change({ rate: 1.5, volume: 1 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(said().map(({ text: part, rate }) => [part, rate])).toEqual([
    [text, 1],
    ["genom skogen och haren sov.", 1.5],
  ]);
  expect(seen).toMatchObject({ ended: 1, failed: 0 });
});

it("changes nothing when the same settings are applied, and nothing after the end", async () => {
  const { speech, said } = speak({ voices });
  await vi.advanceTimersByTimeAsync(50);
  speech.change(normal);
  await vi.advanceTimersByTimeAsync(1000);
  speech.change({ rate: 2, volume: 1 });
  expect(said()).toHaveLength(1);
});

it("reports nothing after it was stopped", async () => {
  const { speech, seen } = speak({ voices });
  await vi.advanceTimersByTimeAsync(50);
  speech.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toMatchObject({ ended: 0, failed: 0 });
});

it("takes a voice of the device, of the text's language, where none was chosen", async () => {
  const online = { name: "Google", lang: "sv-SE", localService: false };
  const { said } = speak({ voices: [online, { name: "Anna", lang: "de-DE" }, ...voices] }, text, normal, false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(said().map(({ voice }) => voice)).toEqual(["Klara"]);
  const silent = speak({ voices: [online] }, text, normal, false);
  await vi.advanceTimersByTimeAsync(9000);
  expect([silent.said(), silent.seen.ended]).toEqual([[], 1]);
});

it("speaks words of another language with a voice of that language", async () => {
  installSpeechEngine({ voices: [...voices, { name: "Samantha", lang: "en-US" }] });
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    (globalThis as { SpeechSynthesisUtterance?: unknown }).SpeechSynthesisUtterance,
  );
  const words = "Han sade good night till oss.";
  const pieces = [
    { to: 9, language: "sv" },
    { to: 19, language: "en" },
    { to: words.length, language: "sv" },
  ];
  const heard: string[] = [];
  const speech = new Speech((language) => {
    const name = language === "en" ? "Samantha" : "Klara";
    return window.speechSynthesis.getVoices().find((one) => one.name === name) ?? null;
  });
  const ended = vi.fn();
  speech.speak({ text: words, language: "sv", pieces }, normal, {
    ended,
    wordReached: (from, to) => heard.push(words.slice(from, to)),
  });
  await vi.advanceTimersByTimeAsync(1000);
  const said = (globalThis as unknown as EngineWindow).spokenTexts;
  expect(said.map(({ text: part, voice }) => [part, voice])).toEqual([
    ["Han sade ", "Klara"],
    ["good night", "Samantha"],
    [" till oss.", "Klara"],
  ]);
  expect(heard).toEqual(words.split(" "));
  expect(ended).toHaveBeenCalledOnce();
});

it("speaks words of another language without a stop where one voice speaks both", async () => {
  installSpeechEngine({ voices });
  vi.stubGlobal(
    "SpeechSynthesisUtterance",
    (globalThis as { SpeechSynthesisUtterance?: unknown }).SpeechSynthesisUtterance,
  );
  const words = "Han sade good night.";
  const pieces = [
    { to: 9, language: "sv" },
    { to: words.length, language: "en" },
  ];
  const speech = new Speech(() => window.speechSynthesis.getVoices()[0] ?? null);
  speech.speak({ text: words, language: "sv", pieces }, normal, { ended: () => undefined });
  await vi.advanceTimersByTimeAsync(1000);
  expect((globalThis as unknown as EngineWindow).spokenTexts.map((one) => one.text)).toEqual([words]);
});
