import { z } from "zod";
import type { SpokenWord } from "~/epub/narrate/mark-sentences";
import type { SpokenSentence } from "~/epub/narrate/narration";
import { audiblePart, readWav, type Sound } from "~/epub/narrate/sound";
import { NarrationRefused } from "./narration-refused";
import { runVoice } from "./run-voice";

export type VoiceOptions = {
  /** Name of a voice, as the program knows it. */
  voice: string;
  /** Path of a voice program; eSpeak NG if absent. docs/operating.md. */
  program?: string;
  /** Words a minute. */
  rate: number;
  /** Seconds that a sentence may take. */
  seconds: number;
};

export type ProgramVoice = {
  /** Program and voice, e.g. `espeak-ng sv`. */
  name: string;
  /**
   * @param language BCP 47
   * @throws NarrationRefused
   */
  speak(text: string, language: string): Promise<SpokenSentence>;
};

const espeak = "espeak-ng";

/** A voice by a program that runs once for each sentence. */
export function voiceOf({ voice, program, rate, seconds }: VoiceOptions): ProgramVoice {
  const called = program ?? espeak;
  const argumentsFor = (language: string) =>
    program === undefined
      ? ["-v", voice, "-s", String(rate), "-b", "1", "--stdin", "--stdout"]
      : ["--language", language, "--rate", String(rate), "--voice", voice];
  return {
    name: `${called.split("/").at(-1)} ${voice}`,
    async speak(text, language) {
      const run = await runVoice(called, argumentsFor(language), text, seconds);
      const refused = (what: string) => new NarrationRefused(`${called} ${what}, at the sentence “${shortened(text)}”`);
      if (run.kind !== "ended") {
        if (run.kind === "missing") throw new NarrationRefused(missing(program));
        throw refused(
          run.kind === "hung" ? `did not end within ${seconds} seconds` : "wrote more than a sentence's sound",
        );
      }
      if (run.code !== 0) throw refused(`ended with ${run.code ?? "a signal"}${run.complaint && `: ${run.complaint}`}`);
      const sound = soundOf(run.sound, refused);
      if (!audiblePart(sound)) throw refused("wrote silence");
      return { sound, words: wordsOf(run.times) };
    },
  };
}

function missing(program: string | undefined): string {
  return program === undefined
    ? "eSpeak NG is not installed. Install it (Debian: apt install espeak-ng; macOS: brew install espeak-ng), or name a voice program by --program"
    : `There is no program ${program} that can be run`;
}

function soundOf(sound: Buffer, refused: (what: string) => Error): Sound {
  try {
    return readWav(sound);
  } catch (error) {
    throw refused(sound.length === 0 ? "wrote no sound" : `wrote ${(error as Error).message}`);
  }
}

const wordSchema = z.object({
  from: z.number().int().nonnegative(),
  to: z.number().int().nonnegative(),
  seconds: z.number().nonnegative(),
});

/** Times of words from JSON lines. Lines that are none are ignored: the sentence is then highlighted with fewer words, or as a whole. */
function wordsOf(lines: string): SpokenWord[] {
  return lines.split("\n").flatMap((line) => {
    try {
      return [wordSchema.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
