import type { SpineItem } from "~/epub/book";
import type { ContentSource } from "~/reader/book/content-source";
import { readSmil } from "~/reader/narration/read-smil";
import { buildTimeline, emptyTimeline, type Timeline } from "~/reader/narration/timeline";
import type { Track } from "~/reader/narration/track";
import type { SpokenTracks } from "~/reader/speech/spoken-tracks";

/**
 * Timelines of pages, each SMIL file parsed once. A missing or malformed file gives an empty timeline, and the book can
 * still be read. A file that failed to load is requested again when its page is shown again.
 */
export class Narrator {
  private readonly files = new Map<string, Promise<Track[]>>();
  private readonly ready = new Map<string, Timeline>();
  private readonly missing = new Set<string>();

  constructor(
    private readonly source: ContentSource,
    private readonly parse: (text: string) => Document,
    private readonly report: (message: string) => void,
    private readonly spoken: Pick<SpokenTracks, "tracksOf"> | null = null,
  ) {}

  /** The clips of the items that are on screen together, in the order of the spine. */
  async timelineOf(
    items: readonly SpineItem[],
    language: string | null,
    skipped: ReadonlySet<string>,
  ): Promise<Timeline> {
    const key = keyOf(items, language, skipped);
    const known = this.ready.get(key);
    if (known) return known;
    const parts = await Promise.all(items.map((item) => this.tracksOf(item, language)));
    const timeline = parts.some((tracks) => tracks.length > 0) ? buildTimeline(parts.flat(), skipped) : emptyTimeline;
    // Speech synthesis reads the documents themselves, which may be opened anew.
    const isSpoken = this.spoken !== null && items.some((item) => hrefOf(item, language) === null);
    if (!isSpoken && !this.isMissing(items, language)) this.ready.set(key, timeline);
    return timeline;
  }

  /** The same timeline if it is already cached, else null. */
  known(items: readonly SpineItem[], language: string | null, skipped: ReadonlySet<string>): Timeline | null {
    return this.ready.get(keyOf(items, language, skipped)) ?? null;
  }

  /** Whether a SMIL file of the items failed to load. */
  isMissing(items: readonly SpineItem[], language: string | null): boolean {
    return items.some((item) => this.missing.has(hrefOf(item, language) ?? ""));
  }

  private async tracksOf(item: SpineItem, language: string | null): Promise<Track[]> {
    const href = hrefOf(item, language);
    if (href === null) return this.spoken?.tracksOf(item) ?? [];
    const tracks = await this.tracksIn(href);
    // One file may contain several documents' tracks, and refer to an image by its original path.
    return tracks
      .filter(({ text }) => text.srcFile === item.href || text.srcFile === item.source)
      .map((track) => ({ ...track, text: { ...track.text, srcFile: item.href } }));
  }

  private tracksIn(href: string): Promise<Track[]> {
    const known = this.files.get(href);
    if (known) return known;
    const reading = this.source.text(href).then(
      (text) => {
        this.missing.delete(href);
        return readSmil(this.parse(text), href);
      },
      (error: unknown) => {
        this.missing.add(href);
        this.files.delete(href);
        this.report(`Synchronisation file ${href}: ${String(error)}`);
        return [];
      },
    );
    this.files.set(href, reading);
    return reading;
  }
}

function hrefOf(item: SpineItem, language: string | null): string | null {
  return (language === null ? undefined : item.overlays[language]) ?? item.overlay;
}

function keyOf(items: readonly SpineItem[], language: string | null, skipped: ReadonlySet<string>): string {
  return [items.map((item) => item.index).join(","), language ?? "", [...skipped].join(",")].join("|");
}
