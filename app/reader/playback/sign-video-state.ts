import type { ReadingLanguage } from "~/reader/settings/reading-language";
import type { BookView } from "~/reader/view/book-view";
import type { SignVideos } from "./sign-videos";

/** The sign video of the chosen language, until the user closes it. */
export class SignVideoState {
  private isClosed = false;

  /** @param read returns the href of the document that is being read, or is to be read first */
  constructor(
    private readonly videos: SignVideos,
    private readonly language: ReadingLanguage,
    private readonly view: BookView,
    private readonly read: () => string | null,
  ) {}

  close(): void {
    this.isClosed = true;
  }

  reopen(): void {
    this.isClosed = false;
  }

  /** Whether sign language is shown, even if this page has no video. */
  get isSigning(): boolean {
    return this.language.chosen.video !== null && !this.isClosed;
  }

  /** Null if there is none. */
  get href(): string | null {
    const { video } = this.language.chosen;
    const document = this.read();
    const item = this.view.items.find(({ href }) => href === document);
    return video && item && !this.isClosed ? this.videos.hrefOf(item, video) : null;
  }
}
