import type { SpineItem } from "~/epub/book";
import type { ContentSource } from "~/reader/book/content-source";
import { readSmil } from "~/reader/narration/read-smil";
import { buildTimeline, emptyTimeline, type Timeline } from "~/reader/narration/timeline";
import type { Track } from "~/reader/narration/track";
import type { SpokenTracks } from "~/reader/speech/spoken-tracks";
import { hasFoldedText, isFolded } from "~/reader/view/folded-text";
import { alternativeType, isPicture } from "~/reader/view/spoken-text";

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
    private readonly spoken: Pick<SpokenTracks, "tracksOf" | "replacesNarration"> | null = null,
    /** The open document of an item; null while it is not open. */
    private readonly documentOf: (item: SpineItem) => Document | null = () => null,
  ) {}

  /** The clips of the items that are on screen together, in the order of the spine. */
  async timelineOf(
    items: readonly SpineItem[],
    language: string | null,
    skipped: ReadonlySet<string>,
  ): Promise<Timeline> {
    const known = this.known(items, language, skipped);
    if (known) return known;
    const parts = await Promise.all(items.map((item) => this.tracksOf(item, language, skipped)));
    const timeline = parts.some((tracks) => tracks.length > 0) ? buildTimeline(parts.flat(), skipped) : emptyTimeline;
    // Speech synthesis reads the documents themselves, which may be opened anew.
    const isSpoken = this.spoken !== null && items.some((item) => this.hrefOf(item, language) === null);
    if (!isSpoken && !this.isChanging(items, skipped) && !this.isMissing(items, language)) {
      this.ready.set(keyOf(items, language, skipped), timeline);
    }
    return timeline;
  }

  /** The same timeline if it is already cached, else null. */
  known(items: readonly SpineItem[], language: string | null, skipped: ReadonlySet<string>): Timeline | null {
    if (this.spoken?.replacesNarration || this.isChanging(items, skipped)) return null;
    return this.ready.get(keyOf(items, language, skipped)) ?? null;
  }

  /** Whether the clips depend on the open documents: on details that may be opened at any time, or on what is a picture. */
  private isChanging(items: readonly SpineItem[], skipped: ReadonlySet<string>): boolean {
    return skipped.has(alternativeType) || items.some((item) => hasFoldedText(this.documentOf(item)));
  }

  /** Null for a document that speech synthesis reads, if anything does. */
  private hrefOf(item: SpineItem, language: string | null): string | null {
    return this.spoken?.replacesNarration ? null : hrefOf(item, language);
  }

  /** Whether a SMIL file of the items failed to load. */
  isMissing(items: readonly SpineItem[], language: string | null): boolean {
    return items.some((item) => this.missing.has(hrefOf(item, language) ?? ""));
  }

  private async tracksOf(item: SpineItem, language: string | null, skipped: ReadonlySet<string>): Promise<Track[]> {
    const href = this.hrefOf(item, language);
    if (href === null) return this.spoken?.tracksOf(item, skipped) ?? [];
    const tracks = await this.tracksIn(href);
    const content = this.documentOf(item);
    const isHeard = ({ text: { srcFragmentId } }: Track) => {
      const element = srcFragmentId ? (content?.getElementById(srcFragmentId) ?? null) : null;
      return !isFolded(element) && !(skipped.has(alternativeType) && element && isPicture(element));
    };
    // One file may contain several documents' tracks, and refer to an image by its original path.
    return tracks
      .filter(({ text }) => text.srcFile === item.href || text.srcFile === item.source)
      .filter(isHeard)
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
