import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { writeEpub } from "./archive.ts";
import { type BookFacts, hasFixedPages, readBookFacts } from "./book-facts.ts";
import { cached } from "./cached.ts";
import { renderChapter, renderCover } from "./chapter.ts";
import { renderFixedPage } from "./fixed-page.ts";
import { labelsFor } from "./labels.ts";
import { type Clip, checkAgainstSound, layOut, type Narration, utterancesOf } from "./narration.ts";
import { renderOverlay } from "./overlay.ts";
import {
  type ManifestItem,
  type PageMark,
  renderNavigation,
  renderPackage,
  type SpineItem,
} from "./package-document.ts";
import { checkScenes, drawScene, loadScenes, type Scenes } from "./scenes.ts";
import { renderSignVideo } from "./sign-video.ts";
import { amplify, decode, gainFor, smearOf, writeMp3 } from "./sound.ts";
import { readDocuments, type SourceDocument, sentencesOf } from "./source.ts";
import { lineOf, SourceError } from "./source-error.ts";
import { speak } from "./speaker.ts";
import { fixedStyles, flowingStyles } from "./styles.ts";
import { voiceFor } from "./voices.ts";

/** What came of a build: words of the book's own language, leaves in the spine, minutes of its own narration, bytes. */
export interface BuiltBook {
  slug: string;
  words: number;
  leaves: number;
  minutes: number;
}

/** Seconds before the sound's end at which a page with turnPageAt turns. */
const turnBeforeEnd = 0.5;

/** The files of the archive, with their properties in the package document. */
class Shelf {
  readonly entries = new Map<string, string | Buffer>();
  readonly manifest: ManifestItem[] = [];
  readonly spine: SpineItem[] = [];
  readonly pages: PageMark[] = [];
  readonly durations = new Map<string, number>();

  add(content: string | Buffer, item: ManifestItem): void {
    this.entries.set(`EPUB/${item.href}`, content);
    this.manifest.push(item);
  }
}

/**
 * Speaks every document of one language and brings all of it to one loudness.
 * Throws a SourceError that names book.json's line when there is no voice, the text's line when a sentence fails.
 */
async function narrate(
  directory: string,
  facts: BookFacts,
  language: string,
  documents: SourceDocument[],
): Promise<Narration[]> {
  const voice = voiceFor(facts, language);
  const noVoice = async (reason: string) => {
    const file = join(directory, "book.json");
    return new SourceError(file, lineOf(await readFile(file, "utf8"), '"narration"'), reason);
  };
  if (!voice) throw await noVoice(`there is no voice for the narration language "${language}"`);
  const utterances = documents.map((document) => utterancesOf(document, voice));
  const spoken = await speak(
    utterances.flat().map(({ text }) => text),
    voice,
  ).catch(async (error: Error) => {
    throw await noVoice(`the voice ${voice.name} does not speak: ${error.message}`);
  });
  let from = 0;
  const narrations = documents.map((document, index) => {
    const mine = utterances[index] ?? [];
    const narration = layOut(mine, spoken.slice(from, from + mine.length), facts.highlight, document.file);
    from += mine.length;
    return narration;
  });
  const gain = await gainFor(
    narrations.map(({ samples }) => samples),
    narrations[0]?.rate ?? 22_050,
  );
  return narrations.map((narration) => ({ ...narration, samples: amplify(narration.samples, gain) }));
}

async function addSound(
  shelf: Shelf,
  scratch: string,
  href: string,
  id: string,
  narration: Narration,
  source: SourceDocument,
  kilobits: number,
): Promise<void> {
  const parts = [Buffer.from(narration.samples.buffer), JSON.stringify(narration.clips), String(kilobits)];
  const sound = await cached("sound", parts, ["sound.ts", "narration.ts"], async () => {
    const file = join(scratch, `${id}.mp3`);
    await writeMp3(file, narration.samples, narration.rate, kilobits);
    checkAgainstSound(narration, await decode(file, narration.rate), smearOf(kilobits), source.file);
    return readFile(file);
  });
  shelf.add(sound, { id, href, mediaType: "audio/mpeg" });
}

/** Sound and overlay of one document in every narration language. Answers the clips by language and fragment. */
async function addNarrations(
  shelf: Shelf,
  scratch: string,
  facts: BookFacts,
  documents: Map<string, SourceDocument>,
  narrations: Map<string, Narration>,
  textFolder: string,
): Promise<void> {
  for (const [language, narration] of narrations) {
    const source = documents.get(language);
    if (!source) continue;
    const isDefault = language === facts.narration[0];
    const suffix = isDefault ? "" : `-${language}`;
    const audioHref = isDefault ? `media/${source.name}.mp3` : `media/pg_audio/${language}/${source.name}.mp3`;
    await addSound(shelf, scratch, audioHref, `audio${suffix}-${source.name}`, narration, source, facts.kilobits ?? 24);
    const up = isDefault ? "../" : "../../";
    const end = narration.samples.length / narration.rate;
    const overlay = renderOverlay(source, narration, {
      textFile: `${up}${textFolder}/${source.name}.xhtml`,
      audioFile: `${up}${audioHref}`,
      turnPageAt: facts.turnPageAt ? end - turnBeforeEnd : null,
      isChecked: isDefault,
    });
    const id = `overlay${suffix}-${source.name}`;
    if (isDefault) {
      shelf.add(overlay, { id, href: `overlays/${source.name}.smil`, mediaType: "application/smil+xml" });
      shelf.durations.set(id, narration.clips.at(-1)?.end ?? 0);
    } else {
      // The package allows one overlay for each document; those of other languages are stored beside it as plain XML.
      shelf.add(overlay, { id, href: `overlays/${language}/${source.name}.smil`, mediaType: "application/xml" });
    }
  }
}

async function addSignVideos(
  shelf: Shelf,
  facts: BookFacts,
  source: SourceDocument,
  narration: Narration,
): Promise<void> {
  const texts = new Map(sentencesOf(source).map(({ id, text }) => [id, text]));
  await Promise.all(
    (facts.video ?? []).map(async (language) => {
      const video = await renderSignVideo(narration, texts, language, labelsFor(facts.language).standIn);
      const href = `media/pg_video/${language}/${source.name}.mp4`;
      shelf.add(video, { id: `video-${language}-${source.name}`, href, mediaType: "video/mp4" });
    }),
  );
}

function addPictures(
  shelf: Shelf,
  facts: BookFacts,
  documents: SourceDocument[],
  scenes: Scenes,
  directory: string,
): void {
  const named = documents.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === "picture" ? [block.scene] : [])),
  );
  for (const name of new Set(["cover", ...named])) {
    const item = { id: `image-${name}`, href: `images/${name}.svg`, mediaType: "image/svg+xml" };
    shelf.add(drawScene(scenes, name, directory), name === "cover" ? { ...item, properties: "cover-image" } : item);
  }
  if (hasFixedPages(facts)) return;
  shelf.add(renderCover(facts), { id: "cover", href: "text/cover.xhtml", mediaType: "application/xhtml+xml" });
  shelf.spine.push({
    id: "cover",
    href: "text/cover.xhtml",
    label: labelsFor(facts.language).cover,
    inContents: false,
  });
}

/** The side a fixed page stands on when two are shown: the first alone, then pairs. */
function spreadProperty(facts: BookFacts, index: number): string | undefined {
  const { width, height } = facts.page ?? { width: 1, height: 1 };
  if (!hasFixedPages(facts) || height <= width) return undefined;
  const isRight = (index % 2 === 0) === (facts.direction === "ltr");
  return isRight ? "page-spread-right" : "page-spread-left";
}

/** What the contents call a page or chapter, in its own language. */
function labelOf(facts: BookFacts, { language, title }: SourceDocument, index: number): string {
  return hasFixedPages(facts) && index > 0 ? `${labelsFor(language).page} ${index + 1}` : title;
}

/** The contents, and beside them those in each other language that the book has a title in. */
function addNavigations(shelf: Shelf, facts: BookFacts, byLanguage: Map<string, SourceDocument[]>): void {
  const mediaType = "application/xhtml+xml";
  shelf.add(renderNavigation(facts, shelf.spine, shelf.pages), {
    id: "nav",
    href: "nav.xhtml",
    mediaType,
    properties: "nav",
  });
  for (const [language, title] of Object.entries(facts.titles)) {
    const sources = byLanguage.get(language) ?? [];
    const spine = shelf.spine.map((item, index) => {
      const source = sources[index];
      return { ...item, href: `../${item.href}`, label: source ? labelOf(facts, source, index) : item.label };
    });
    const pages = shelf.pages.map(({ href, label }) => ({ href: `../${href}`, label }));
    const document = renderNavigation({ ...facts, language, title }, spine, pages, "../styles/book.css");
    shelf.add(document, { id: `nav-${language}`, href: `${language}/nav.xhtml`, mediaType });
  }
}

/** Builds one book from its source folder into `file`. Throws a SourceError for what the source gets wrong. */
export async function buildBook(directory: string, file: string): Promise<BuiltBook> {
  const facts = await readBookFacts(directory);
  const byLanguage = await readDocuments(directory, facts);
  const own = byLanguage.get(facts.language) ?? [];
  const scenes = await loadScenes(directory);
  checkScenes(facts, own, scenes, directory);

  const narrations = new Map<string, Narration[]>();
  for (const language of facts.narration) {
    narrations.set(language, await narrate(directory, facts, language, byLanguage.get(language) ?? []));
  }
  const scratch = await mkdtemp(join(tmpdir(), "fabel-book-"));
  const shelf = new Shelf();
  try {
    const isFixed = hasFixedPages(facts);
    shelf.add(isFixed ? fixedStyles(facts) : flowingStyles(), {
      id: "styles",
      href: "styles/book.css",
      mediaType: "text/css",
    });
    addPictures(shelf, facts, own, scenes, directory);
    for (const [index, source] of own.entries()) {
      const sources = new Map(
        [...byLanguage].flatMap(([language, list]) => (list[index] ? [[language, list[index]]] : [])),
      );
      const mine = new Map(
        [...narrations].flatMap(([language, list]) => (list[index] ? [[language, list[index]]] : [])),
      );
      await addNarrations(shelf, scratch, facts, sources, mine, "text");
      const spoken = mine.get(facts.narration[0] ?? "");
      if (spoken) await addSignVideos(shelf, facts, source, spoken);
      const clips = new Map([...mine].map(([language, { clips }]) => [language, byId(clips)]));
      const href = `text/${source.name}.xhtml`;
      const label = labelOf(facts, source, index);
      const place = scenes.textPlaces[source.name];
      const markup =
        isFixed && place
          ? renderFixedPage(facts, [...sources.values()], place, clips, label, index === 0)
          : renderChapter(facts, source, clips.get(facts.language) ?? new Map());
      const overlay = spoken ? `overlay-${source.name}` : undefined;
      shelf.add(markup, { id: `text-${source.name}`, href, mediaType: "application/xhtml+xml", overlay });
      shelf.spine.push({
        id: `text-${source.name}`,
        href,
        label,
        inContents: true,
        properties: spreadProperty(facts, index),
      });
      shelf.pages.push(...(isFixed ? [{ href, label: String(index + 1) }] : pageMarksOf(source, href)));
    }
    addNavigations(shelf, facts, byLanguage);
    const hasPageMarks = shelf.pages.length > 0;
    shelf.entries.set(
      "EPUB/package.opf",
      renderPackage(facts, shelf.manifest, shelf.spine, shelf.durations, hasPageMarks),
    );
    shelf.entries.set("META-INF/container.xml", container);
    await mkdir(dirname(file), { recursive: true });
    await writeEpub(file, shelf.entries);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  const words = own.flatMap(sentencesOf).reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  const seconds = [...shelf.durations.values()].reduce((sum, value) => sum + value, 0);
  return { slug: facts.slug, words, leaves: shelf.spine.length, minutes: seconds / 60 };
}

function byId(clips: Clip[]): Map<string, Clip> {
  return new Map(clips.map((clip) => [clip.id, clip]));
}

function pageMarksOf(source: SourceDocument, href: string): PageMark[] {
  return sentencesOf(source).flatMap(({ inserts }) =>
    inserts.flatMap(({ kind, label }) => (kind === "page" ? [{ href: `${href}#page${label}`, label }] : [])),
  );
}

const container = `<?xml version="1.0" encoding="utf-8"?>
<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;
