import { readFile } from "node:fs/promises";
import { placeAt } from "~/epub/progress";
import type { OpenFrom } from "~/reader/open-book.server";
import { serviceThemeOf } from "~/reader/service-theme";
import type { ReaderPreferences } from "~/services/contracts/account";
import type { BookOpening } from "~/services/contracts/library";
import { type FirstPageParts, programAddress } from "./first-page-context";
import { firstPageData } from "./first-page-data";

let program: Promise<string | null> | undefined;

type ReaderIdentity = {
  uid: string;
  preferences: ReaderPreferences | null;
  origin: string | null;
  ownLanguage: string;
};

/** The data and program that show the first page, for the page being rendered; null for a book that only the reader can show. */
export async function firstPage(
  opening: BookOpening,
  from: OpenFrom,
  { uid, preferences, origin, ownLanguage }: ReaderIdentity,
): Promise<FirstPageParts | null> {
  const { book, lastMark } = opening;
  const start = lastMark && from === "mark" ? placeAt(book, lastMark) : null;
  const data = firstPageData(opening, start, { uid, preferences, ownLanguage, service: serviceThemeOf(origin) });
  program ??= readProgram();
  return data && { data: inScript(JSON.stringify(data)), program: await program };
}

/** From the server's build to the client's: the bundler may put this module into the build's main file or into a chunk beside it. */
const clientFolders = ["../client", "../../client"];

/** The program as it was built, which lies beside the server's build; while one develops there is none, and it comes by its address. */
async function readProgram(): Promise<string | null> {
  for (const folder of clientFolders) {
    try {
      const text = await readFile(new URL(`${folder}${programAddress}`, import.meta.url), "utf8");
      return text.replaceAll("</", "<\\/");
    } catch {
      // It lies elsewhere, or there is none.
    }
  }
  return null;
}

/** JSON in which nothing can end the script element that holds it. */
function inScript(json: string): string {
  return json.replaceAll("<", "\\u003c");
}
