import { callServer } from "~/clients/browser-calls.client";
import type { SpineItem } from "~/epub/book";
import type { ContentSource } from "~/reader/book/content-source";
import { videoHref } from "~/reader/settings/languages";
import type { Narrator } from "./narrator";

const nothingSkipped: ReadonlySet<string> = new Set();

/**
 * Where the sign videos of a book's documents lie: beside the sound of its main language, whichever language it is read in.
 * docs/product/reader.md#calls.
 */
export class SignVideos {
  /** By the document's address; null where it has no sound. */
  private readonly folders = new Map<string, string | null>();

  /** @param found called when a requested folder is known */
  constructor(
    private readonly narrator: Pick<Narrator, "timelineOf" | "isMissing">,
    private readonly found: () => void,
  ) {}

  /** Address in the book; null where there is no video, or none that is known yet. */
  hrefOf(item: SpineItem, language: string): string | null {
    const folder = this.folders.get(item.href);
    if (folder === undefined) void this.find(item);
    return folder ? videoHref(folder, language, item.source ?? item.href) : null;
  }

  private async find(item: SpineItem): Promise<void> {
    this.folders.set(item.href, null);
    const { clips } = await this.narrator.timelineOf([item], null, nothingSkipped);
    const folder = clips.find(({ track }) => track.audio)?.track.audio?.baseMediaUrl;
    if (folder !== undefined) this.folders.set(item.href, folder);
    // A SMIL file that failed to load is requested again.
    else if (this.narrator.isMissing([item], null)) this.folders.delete(item.href);
    if (folder !== undefined) this.found();
  }
}

/** A new address for a file whose last one was refused or gave no response; null if there is no such file. */
export async function renewedAddress(source: ContentSource, href: string): Promise<string | null> {
  try {
    const { status } = await callServer(source.url(href), { method: "HEAD" });
    if (status === 403) await source.renew();
    else if (status >= 400) return null;
    return source.url(href);
  } catch {
    return null;
  }
}
