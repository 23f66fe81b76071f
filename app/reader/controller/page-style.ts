import { onBoard } from "~/reader/settings/comfort";
import type { ReaderSettings } from "~/reader/settings/reader-settings";
import type { ReadingStyle } from "~/reader/view/frame-style";
import { ReadingFont } from "~/reader/view/reading-font";
import type { ReaderOptions } from "./reader-options";

/** The style of the pages: the user's settings, with the font as soon as it is loaded. */
export class PageStyle {
  /** Large text for a board in front of a class, whatever this reader has chosen. */
  isOnBoard = false;
  private readonly font: ReadingFont;

  constructor(
    private readonly options: Pick<ReaderOptions, "isPageDark" | "service" | "ownFont">,
    private readonly settings: () => ReaderSettings,
  ) {
    this.font = new ReadingFont(async () => (await options.ownFont()).find());
  }

  get current(): ReadingStyle {
    const { darkTheme, comfort, layout, skipped: hidden, textStyle } = this.settings();
    return {
      isDark: darkTheme ?? this.options.isPageDark(),
      service: this.options.service,
      fontRule: this.font.rule,
      comfort: this.isOnBoard ? onBoard(comfort) : comfort,
      ...{ layout, hidden, textStyle },
    };
  }

  /** @param adopted called when the font's rules have changed; `isFirst`: there were none before */
  loadFont(adopted: (isFirst: boolean) => void): void {
    this.font.load(this.settings().comfort.typeface, adopted);
  }
}
