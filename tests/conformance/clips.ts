import { posix } from "node:path";
import { decoded, elementsOf, parseXml } from "./parse-xml";

/** A text and its audio, as paired by an overlay. Hrefs are relative to the folder that contains META-INF. */
export type Clip = {
  /** The overlay that contains it. */
  smil: string;
  text: { href: string; id: string };
  /** Null if the text has no audio and is read by speech synthesis. */
  audio: { href: string; begin: number; end: number | null } | null;
};

/** Content of `META-INF/synth-truth.json`: the true begin and end of each clip of an audio file, in seconds. */
export type Truth = Record<string, Array<{ k: number; begin: number; end: number }>>;

/** A clip to measure. */
export type Target = { clip: Clip & { audio: NonNullable<Clip["audio"]> }; begin: number; end: number };

/** The clips of an overlay in order. Parsed independently of the product's own code, so that an error there can't be hidden here. */
export function readClips(smil: string, text: string): Clip[] {
  const root = parseXml(text);
  if (!root) return [];
  return elementsOf(root, "par").flatMap((par) => {
    const source = elementsOf(par, "text")[0]?.getAttribute("src");
    if (!source) return [];
    const [path = "", id = ""] = source.split("#");
    const audio = elementsOf(par, "audio")[0];
    const href = audio?.getAttribute("src");
    const isOverlong = (begin: number, end: number | null) => end !== null && end <= begin;
    const begin = readClock(audio?.getAttribute("clipBegin")) ?? 0;
    const end = readClock(audio?.getAttribute("clipEnd"));
    return [
      {
        smil,
        text: { href: resolveHref(smil, path), id: decoded(id) },
        audio: href ? { href: resolveHref(smil, href), begin, end: isOverlong(begin, end) ? null : end } : null,
      },
    ];
  });
}

/** Seconds of a SMIL clock value; null if invalid or missing. */
export function readClock(value: string | null | undefined): number | null {
  const text = value?.trim() ?? "";
  const metric = /^(\d+(?:\.\d+)?)(ms|s|min|h)?$/.exec(text);
  if (metric) return Number(metric[1]) * ({ ms: 0.001, s: 1, min: 60, h: 3600 }[metric[2] ?? "s"] ?? 1);
  const clock = /^(?:(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(text);
  return clock ? Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]) : null;
}

export function readTruth(text: string): Truth {
  const truth: unknown = JSON.parse(text);
  if (typeof truth !== "object" || truth === null) throw new Error("META-INF/synth-truth.json holds no clips");
  return truth as Truth;
}

/**
 * Combines clips with the true times of their audio. Without a truth file the overlay's own times are used. A clip
 * whose begin differs by more than 50 ms from every true one is left out: its highlight could not be judged.
 */
export function targetsOf(clips: readonly Clip[], truth: Truth | null): Target[] {
  return clips.flatMap((clip) => {
    const { audio } = clip;
    if (!audio || !clip.text.id) return [];
    const known = truth?.[audio.href];
    if (!known)
      return truth ? [] : [{ clip: { ...clip, audio }, begin: audio.begin, end: audio.end ?? audio.begin + 5 }];
    const nearest = [...known].sort(
      (one, other) => Math.abs(one.begin - audio.begin) - Math.abs(other.begin - audio.begin),
    )[0];
    if (!nearest || Math.abs(nearest.begin - audio.begin) > 0.05) return [];
    return [{ clip: { ...clip, audio }, begin: nearest.begin, end: nearest.end }];
  });
}

/**
 * The clips to play: the shortest ones, half of the number, and others spread evenly over the rest; in the book's
 * order. Only clips that continue directly from another text are measured: the first one is highlighted on request, and
 * a text that continues in the next clip can't be observed to be highlighted again.
 */
export function chooseTargets(targets: readonly Target[], count: number): Target[] {
  const usable = targets.filter((target, index) => {
    const before = targets[index - 1];
    if (!before || before.clip.audio.href !== target.clip.audio.href) return false;
    const { href, id } = before.clip.text;
    return Math.abs(before.end - target.begin) < 0.05 && (href !== target.clip.text.href || id !== target.clip.text.id);
  });
  if (usable.length <= count) return usable;
  const byLength = [...usable].sort((one, other) => one.end - one.begin - (other.end - other.begin));
  const chosen = new Set(byLength.slice(0, Math.ceil(count / 2)));
  const rest = usable.filter((target) => !chosen.has(target));
  const wanted = count - chosen.size;
  for (let index = 0; index < wanted; index += 1) {
    const target = rest[Math.floor((index * rest.length) / wanted)];
    if (target) chosen.add(target);
  }
  return usable.filter((target) => chosen.has(target));
}

function resolveHref(base: string, href: string): string {
  return posix.normalize(posix.join(posix.dirname(base), decoded(href)));
}
