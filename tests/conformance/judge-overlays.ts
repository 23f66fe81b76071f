import type { Clip } from "./clips";
import { fail, type Judges, pass, type Scene, type Verdict, verdict } from "./judge";
import { noTransition } from "./measure-highlight";
import { isOfHref } from "./reader-page";
import { clearRecording, readClocks, readRecording, seekMedia } from "./recorder";
import { worstOf } from "./statistics";

/** EPUB 3.3, media overlays. */
export const overlayJudges: Judges = [
  [/^mol-audio-no-clipend/, judgeOpenEnd],
  [/^mol-navigation/, judgeNavigation],
  [/^mol-.*load-next/, judgeNextDocument],
  [/^mol-css/, judgeStyles],
  [/^mol-tts/, judgeSpeech],
  [/^mol-/, judgeTiming],
];

/** Maximum highlight errors in milliseconds: docs/performance.md#reader. */
const bounds = { p95: 25, max: 50 };

/** Converts the measured highlight errors of a book into a verdict. */
export function verdictOfMeasure(measured: Awaited<ReturnType<Scene["measure"]>>): Verdict {
  const worst = worstOf(measured.rates);
  if (!worst) return fail(measured.note || "nothing was measured");
  if (worst.never > 0) return fail(`${worst.never} clip(s) never highlighted`);
  const p95 = Math.max(...measured.rates.map((rate) => rate.onFrame.p95));
  const max = Math.max(...measured.rates.map((rate) => rate.onFrame.max));
  if (p95 > bounds.p95) return fail(`p95 is ${p95} ms, above ${bounds.p95}`);
  if (max > bounds.max) return fail(`one clip was ${max} ms off, above ${bounds.max}`);
  const late = measured.rates.reduce((sum, rate) => sum + rate.lateFrames, 0);
  const isDisturbed = worst.p95 > bounds.p95 || worst.max > bounds.max;
  const machine = isDisturbed ? `; ${late} frame(s) came late from the machine, which is taken off` : "";
  return pass(`each text lights with its sound${machine}${measured.note ? `; ${measured.note}` : ""}`);
}

async function judgeTiming(scene: Scene) {
  if (!scene.book.clips.some((clip) => clip.audio)) return judgeSpeech(scene);
  const measured = await scene.measure();
  return measured.note === noTransition ? judgeSeparateClips(scene) : verdictOfMeasure(measured);
}

/** Seconds by which the sound may be off a clip's begin or end when a poll sees it. */
const tolerance = { begin: 1.5, before: 0.3, past: 0.2 };
/** Seconds before a clip's end from which it is heard to its end. */
const lastPart = 0.8;

/** For clips that are heard by themselves, e.g. a single one: each is heard from its begin to its end, with its text highlighted. */
async function judgeSeparateClips(scene: Scene): Promise<Verdict> {
  const [first] = scene.book.clips;
  if (!first || !(await play(scene, first))) return fail("the voice did not begin");
  const clips = scene.book.clips.filter((clip) => clip.text.href === first.text.href).slice(0, 4);
  for (const clip of clips) {
    const fault = clip.audio && (await faultOfClip(scene, clip, clip.audio));
    if (fault) return fail(`${clip.text.id}: ${fault}`);
  }
  return pass(`${clips.length} clip(s) heard from begin to end, with their text highlighted`);
}

async function faultOfClip(
  scene: Scene,
  clip: Clip,
  { href, begin, end }: NonNullable<Clip["audio"]>,
): Promise<string | null> {
  const { page } = scene.reader;
  const clockOf = async () => (await readClocks(page)).find((one) => one.path.endsWith(`/${href}`));
  const heard = await scene.reader.until(async () => {
    const clock = await clockOf();
    return clock?.isSounding && clock.time > begin - 0.1 ? clock.time : null;
  }, 8000);
  if (heard === null || heard > begin + tolerance.begin) return `its sound does not begin at ${begin} s (${heard})`;
  if (!(await scene.reader.until(async () => ((await wasHighlighted(scene, clip)) ? true : null), 3000)))
    return "it is heard and not highlighted";
  const length = await lengthOf(scene, href);
  if (length === null) return "the sound's length is not known";
  const until = Math.min(end ?? length, length);
  await seekMedia(page, href, Math.max(begin, until - lastPart));
  let last = 0;
  await scene.reader.until(async () => {
    const clock = await clockOf();
    if (clock?.isSounding) last = Math.max(last, clock.time);
    return last > 0 && (!clock || clock.isOver || clock.time < until - 2 * lastPart) ? true : null;
  }, 5000);
  if (last > until + tolerance.past) return `its sound goes on past ${until} s, to ${last.toFixed(1)} s`;
  return last < until - tolerance.before ? `its sound ends at ${last.toFixed(1)} s, before ${until} s` : null;
}

async function judgeStyles(scene: Scene) {
  const measured = verdictOfMeasure(await scene.measure());
  const item = scene.book.spine.find((one) => one.overlay !== null);
  const active = scene.book.meta.get("media:active-class") ?? "";
  const playing = scene.book.meta.get("media:playback-active-class");
  if (!item || !(await scene.reader.goTo(item))) return fail("the document with an overlay was not reached");
  const frame = await scene.reader.frameOf(item);
  if (!frame || !(await scene.reader.setPlaying(true))) return fail("the voice did not begin");
  const isHighlighted = await scene.reader.until(
    async () => ((await frame.locator(`.${active}`).count()) > 0 ? true : null),
    5000,
  );
  if (!isHighlighted) return fail(`no element bore the class ${active}`);
  const looks = await frame.evaluate((name) => {
    const probe = document.createElementNS("http://www.w3.org/1999/xhtml", "p");
    document.body.append(probe);
    const plain = getComputedStyle(probe);
    const active = getComputedStyle(document.querySelector(`.${name}`) ?? probe);
    const result = {
      background: active.backgroundColor !== plain.backgroundColor,
      rest: plain.color,
      root: document.documentElement.className,
    };
    probe.remove();
    return result;
  }, active);
  await scene.reader.setPlaying(false);
  if (!looks.background) return fail("the highlighted text does not have the book's background");
  if (playing && !looks.root.split(" ").includes(playing))
    return fail(`the root does not bear ${playing} while the book plays`);
  const remains = await frame.evaluate(
    (name) => name !== undefined && document.documentElement.classList.contains(name),
    playing,
  );
  if (remains) return fail(`${playing} stays when the voice stops`);
  return measured.result === "pass" ? pass("the book's own classes show while it plays") : measured;
}

/** Without clipEnd the audio continues to the end of its file. */
async function judgeOpenEnd(scene: Scene) {
  const clip = scene.book.clips.findLast((one) => one.audio && one.audio.end === null);
  if (!clip?.audio) return fail("no clip lacks its end");
  if (!(await play(scene, clip))) return fail("the voice did not begin");
  const { href, begin } = clip.audio;
  await seekMedia(scene.reader.page, href, begin - 0.4);
  const isHighlighted = await scene.reader.until(async () => ((await wasHighlighted(scene, clip)) ? true : null), 6000);
  if (!isHighlighted) return fail("the text without clipEnd never highlighted");
  const length = await lengthOf(scene, href);
  if (length === null) return fail("the sound's length is not known");
  await seekMedia(scene.reader.page, href, length - 1.2);
  let last = 0;
  await scene.reader.until(async () => {
    const clock = (await readClocks(scene.reader.page)).find((one) => one.path.endsWith(`/${href}`));
    last = Math.max(last, clock?.time ?? 0);
    return clock?.isOver ? true : null;
  }, 6000);
  return verdict(
    last > length - 0.3,
    "the sound plays to the end of its file",
    `the sound stopped ${(length - last).toFixed(1)} s before the end`,
  );
}

async function lengthOf(scene: Scene, href: string): Promise<number | null> {
  return scene.reader.page.evaluate((path) => {
    type Own = Window & { fabelRecorder?: { elements: Set<HTMLMediaElement> } };
    const elements = [...((window as Own).fabelRecorder?.elements ?? [])];
    const found = elements.find((one) =>
      decodeURIComponent(new URL(one.currentSrc, location.href).pathname).endsWith(path),
    );
    return found && Number.isFinite(found.duration) ? found.duration : null;
  }, `/${href}`);
}

/** Playback must follow a navigation by the table of contents. */
async function judgeNavigation(scene: Scene) {
  const [first] = scene.book.clips;
  const other = scene.book.clips.find((clip) => clip.text.href !== first?.text.href && clip.audio);
  const entry = scene.book.contents.find((one) => one.href === other?.text.href);
  if (!first || !other?.audio || !entry) return fail("the book has no two chapters with sound");
  if (!(await play(scene, first))) return fail("the voice did not begin");
  await clearRecording(scene.reader.page);
  await scene.reader.followContents(entry.label);
  const sounds = await scene.reader.until(async () => {
    const clocks = await readClocks(scene.reader.page);
    return clocks.some((one) => one.isSounding && one.path.endsWith(`/${other.audio?.href}`)) ? true : null;
  }, 8000);
  if (!sounds) return fail(`after the contents' "${entry.label}" its sound does not play`);
  const isHighlighted = await scene.reader.until(
    async () => ((await wasHighlighted(scene, other)) ? true : null),
    3000,
  );
  const both = (await readClocks(scene.reader.page)).filter((one) => one.isSounding).length;
  if (both !== 1) return fail(`${both} sounds play at once`);
  return verdict(
    isHighlighted === true,
    `"${entry.label}" plays and is highlighted`,
    `"${entry.label}" plays but is not highlighted`,
  );
}

/** Measures the highlight, then the transition from a document's last audio to the first of the next. */
async function judgeNextDocument(scene: Scene) {
  const measured = verdictOfMeasure(await scene.measure());
  const documents = [...new Set(scene.book.clips.map((clip) => clip.text.href))];
  const [from, to] = documents;
  const last = scene.book.clips.findLast((clip) => clip.text.href === from);
  const next = scene.book.clips.find((clip) => clip.text.href === to);
  const first = scene.book.clips.find((clip) => clip.text.href === from);
  if (!last?.audio || !next?.audio || !first) return measured;
  if (!(await play(scene, first))) return fail("the voice did not begin");
  await seekMedia(scene.reader.page, last.audio.href, (last.audio.end ?? 0) - 0.8);
  const item = scene.book.spine.find((one) => one.href === to);
  const hasCome = await scene.reader.until(
    async () => (item && (await scene.reader.frameOf(item)) ? true : null),
    6000,
  );
  if (!hasCome) return fail("the next document did not come at the end of the first");
  const isHighlighted = await scene.reader.until(async () => ((await wasHighlighted(scene, next)) ? true : null), 4000);
  if (!isHighlighted) return fail("the next document came but is not read");
  return measured;
}

/** Text without audio is read by speech synthesis; test browsers may have no voices, so the requested text is judged. */
async function judgeSpeech(scene: Scene) {
  const clip = scene.book.clips.find((one) => !one.audio);
  if (!clip) return fail("every text has a sound");
  await toDocument(scene, clip);
  await scene.reader.setPlaying(true);
  const spoken = await scene.reader.until(async () => (await readRecording(scene.reader.page)).spoken[0] ?? null, 6000);
  const item = scene.book.spine.find((one) => one.href === clip.text.href);
  const frame = item ? await scene.reader.frameOf(item) : null;
  const words = await frame?.evaluate((id) => document.getElementById(id)?.textContent ?? "", clip.text.id);
  const plain = (text: string) => text.replace(/\s+/g, " ").trim();
  if (!spoken) return fail("speech synthesis was not asked to speak");
  return verdict(
    plain(words ?? "").startsWith(plain(spoken).slice(0, 40)),
    "the text is given to speech synthesis",
    "something else than the text is spoken",
  );
}

/** For a book without known times: some text must be highlighted during playback. */
export async function judgeWithoutTimes(scene: Scene): Promise<Verdict> {
  const clip = scene.book.clips.find((one) => one.audio && one.text.id);
  if (!clip) return pass("opened; it has no narration");
  if (!(await play(scene, clip))) return fail("the voice did not begin");
  const isHighlighted = await scene.reader.until(
    async () => ((await readRecording(scene.reader.page)).highlights.some((one) => one.id !== "") ? true : null),
    8000,
  );
  await scene.reader.setPlaying(false);
  return verdict(
    isHighlighted === true,
    "it plays and its text is highlighted",
    "it plays, but no text is highlighted",
  );
}

async function toDocument(scene: Scene, clip: Clip): Promise<boolean> {
  const item = scene.book.spine.find((one) => one.href === clip.text.href);
  if (!item) return false;
  if (await scene.reader.frameOf(item)) return true;
  return (await scene.reader.goTo(item, 6)) || (await scene.reader.goToByLink(item)) || scene.reader.goTo(item);
}

async function play(scene: Scene, clip: Clip): Promise<boolean> {
  await scene.reader.setPlaying(false);
  if (!(await toDocument(scene, clip)) || !(await scene.reader.setPlaying(true))) return false;
  const sounds = await scene.reader.until(async () => {
    const clocks = await readClocks(scene.reader.page);
    return clocks.some((one) => one.isSounding && one.path.endsWith(`/${clip.audio?.href}`)) ? true : null;
  }, 8000);
  return sounds === true;
}

async function wasHighlighted(scene: Scene, clip: Clip): Promise<boolean> {
  const { highlights } = await readRecording(scene.reader.page);
  return highlights.some((one) => one.id === clip.text.id && isOfHref(one.path, clip.text.href, scene.book.spine));
}
