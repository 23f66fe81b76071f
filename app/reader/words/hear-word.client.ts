import { useEffect, useState } from "react";
import { wordForm } from "~/epub/words";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import { voicesFor } from "~/reader/speech/choose-voice";
import type { OpenWord } from "./word-at-point";

/** Saying a word: its part of the narration where the book is timed by words, else a voice of the device. */

/** The recorded sound of a word; null where the narration is timed by sentences, or there is none. */
export function recordedSound(controller: ReaderController, { frame, range, text }: OpenWord): (() => void) | null {
  const { playback } = controller;
  const { startContainer } = range;
  const clip = playback.clipOfElement(frame, startContainer.parentElement);
  const spoken = clip && playback.textOf(clip);
  if (!clip?.track.audio || !spoken || !("textContent" in spoken)) return null;
  const only = (spoken.textContent ?? "").replace(/^[^\p{L}]+|[^\p{L}\p{M}]+$/gu, "");
  if (wordForm(only) !== wordForm(text)) return null;
  const { url } = clip.track.audio;
  return () => playPart(controller, url, clip.begin, clip.end);
}

let playing: HTMLAudioElement | null = null;

function playPart(controller: ReaderController, path: string, begin: number, end: number): void {
  controller.pause();
  playing?.pause();
  const { audioVolume, muted } = controller.getSnapshot().settings;
  const audio = new Audio(controller.source.url(path));
  playing = audio;
  audio.volume = muted ? 0 : audioVolume;
  audio.currentTime = begin;
  const stopAtEnd = () => {
    if (audio.paused) return;
    if (audio.currentTime >= end) audio.pause();
    else requestAnimationFrame(stopAtEnd);
  };
  audio.addEventListener("playing", stopAtEnd);
  audio.play().catch(() => undefined);
}

const synthesisOf = () => window.speechSynthesis as SpeechSynthesis | undefined;

/** The device's voices; browsers load them after the first call. */
export function useDeviceVoices(): readonly SpeechSynthesisVoice[] {
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>(() => synthesisOf()?.getVoices() ?? []);
  useEffect(() => {
    const synthesis = synthesisOf();
    const read = () => setVoices(synthesis?.getVoices() ?? []);
    synthesis?.addEventListener?.("voiceschanged", read);
    return () => synthesis?.removeEventListener?.("voiceschanged", read);
  }, []);
  return voices;
}

/** What says a text in a language without sending it anywhere; null without such a voice. */
export function deviceSound(
  controller: ReaderController,
  voices: readonly SpeechSynthesisVoice[],
  language: string,
): ((text: string) => void) | null {
  const fitting = voicesFor(voices, language, { isOfflineOnly: true });
  const chosen = controller.getSnapshot().settings.voices[language];
  const { uri } = fitting.find((voice) => voice.uri === chosen) ?? fitting[0] ?? {};
  const voice = voices.find(({ voiceURI }) => voiceURI === uri);
  if (!voice) return null;
  return (text) => {
    controller.pause();
    const { audioVolume, muted } = controller.getSnapshot().settings;
    const utterance = new SpeechSynthesisUtterance(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.volume = muted ? 0 : audioVolume;
    // Slower than speech in a sentence: one word is over before it was understood.
    utterance.rate = 0.9;
    window.speechSynthesis.cancel();
    window.speechSynthesis.speak(utterance);
  };
}
