import type { ReaderSettings } from "~/reader/settings/reader-settings";
import type { ReadingStyle } from "~/reader/view/frame-style";
import { ReadingFont } from "~/reader/view/reading-font";
import type { ReaderOptions } from "./reader-options";

/** The style of the pages: the user's settings, with the font as soon as it is loaded. */
export class PageStyle {
  private readonly font: ReadingFont;

  constructor(
    private readonly options: Pick<ReaderOptions, "isPageDark" | "service" | "ownFont">,
    private readonly settings: () => ReaderSettings,
  ) {
    this.font = new ReadingFont(async () => (await options.ownFont()).find());
  }

  get current(): ReadingStyle {
    const { darkTheme, comfort, layout } = this.settings();
    const isDark = darkTheme ?? this.options.isPageDark();
    return { isDark, service: this.options.service, fontRule: this.font.rule, comfort, layout };
  }

  /** @param adopted called when the font's rules have changed; `isFirst`: there were none before */
  loadFont(adopted: (isFirst: boolean) => void): void {
    this.font.load(this.settings().comfort.typeface, adopted);
  }
}
