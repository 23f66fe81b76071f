import { onBoard } from "~/reader/settings/comfort";
import type { ReaderSettings } from "~/reader/settings/reader-settings";
import type { ReadingStyle } from "~/reader/view/frame-style";
import type { ReaderOptions } from "./reader-options";

/** How pages are drawn. @param isOnBoard for a class instead of one reader */
export function readingStyleOf(
  { darkTheme, comfort }: ReaderSettings,
  { isPageDark, service }: Pick<ReaderOptions, "isPageDark" | "service">,
  fontRule: ReadingStyle["fontRule"],
  isOnBoard: boolean,
): ReadingStyle {
  return {
    isDark: darkTheme ?? isPageDark(),
    service,
    fontRule,
    comfort: isOnBoard ? onBoard(comfort) : comfort,
  };
}
