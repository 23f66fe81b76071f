import type { Book, SpineItem } from "../../epub/book";
import type { ReaderPreferences } from "../../services/contracts/account";
import type { ServiceTheme } from "../service-theme";
import { chooseLanguage } from "../settings/languages";

/** What the early page is told by the server, as an attribute of the stage. */
export type EarlyData = {
  uid: string;
  /** How far into the first item the reader stopped, 0 to 1. */
  fraction: number;
  /** What the server keeps of the person's settings; it wins over the device's. */
  kept: Pick<ReaderPreferences, "darkTheme" | "preferredLanguage">;
  service: ServiceTheme;
  /** The item that is shown first, and the next ones, which may share its spread. */
  items: SpineItem[];
  progression: Book["progression"];
  activeClass: string | null;
  languages: Book["languages"];
};

export function earlyData(
  book: Book,
  first: SpineItem,
  {
    uid,
    service,
    kept,
    fraction,
  }: Pick<EarlyData, "uid" | "service" | "fraction"> & { kept: ReaderPreferences | null },
): string {
  const items = book.spine.slice(first.index, first.index + 3);
  const { progression, activeClass, languages } = book;
  const { darkTheme, preferredLanguage } = kept ?? {};
  const data = {
    uid,
    fraction,
    kept: { darkTheme, preferredLanguage },
    service,
    items,
    progression,
    activeClass,
    languages,
  };
  return JSON.stringify(data satisfies EarlyData);
}

/** The language whose words are shown. */
export function shownLanguage({ languages }: Pick<EarlyData, "languages">, preferred: string | null): string {
  return chooseLanguage(languages, preferred).audio ?? languages.mainLanguage;
}
