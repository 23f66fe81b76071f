import { callServer } from "~/clients/browser-calls.client";
import type { SpineItem } from "~/epub/book";
import type { ContentSource } from "~/reader/book/content-source";
import { videoHref } from "~/reader/settings/languages";
import type { Narrator } from "./narrator";

const nothingSkipped: ReadonlySet<string> = new Set();

/**
 * Locates the sign videos of a book's documents: beside the audio of its main language, whichever language is selected.
 * docs/product/reader.md#calls.
 */
export class SignVideos {
  /** By the document's href; null if it has no audio. */
  private readonly folders = new Map<string, string | null>();

  /** @param onKnown called when a requested folder is known */
  constructor(
    private readonly narrator: Pick<Narrator, "timelineOf" | "isMissing">,
    private readonly onKnown: () => void,
  ) {}

  /** Href of the video; null if there is none, or its folder is not known yet. */
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
    if (folder !== undefined) this.onKnown();
  }
}

/** A new URL for a file whose last request was refused or failed; null if there is no such file. */
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
