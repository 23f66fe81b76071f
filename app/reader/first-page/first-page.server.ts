import { readFile } from "node:fs/promises";
import { placeAt } from "~/epub/progress";
import type { OpenFrom } from "~/reader/open-book.server";
import { serviceThemeOf } from "~/reader/service-theme";
import type { BookOpening } from "~/services/contracts/library";
import type { ReaderPreferences } from "~/services/contracts/reader-preferences";
import { type FirstPageParts, programAddress } from "./first-page-context";
import { firstPageData } from "./first-page-data";

let program: Promise<string | null> | undefined;

type ReaderIdentity = {
  uid: string;
  preferences: ReaderPreferences | null;
  origin: string | null;
  ownLanguage: string;
};

/** The data and program of the first page, for the page being rendered; null for a book that only the reader can show. */
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

/** Client build relative to the server build: the bundler may put this module into the build's main file or into a chunk beside it. */
const clientFolders = ["../client", "../../client"];

/** The built program, from the client build beside the server's; in development there is none, and it is loaded by its URL. */
async function readProgram(): Promise<string | null> {
  for (const folder of clientFolders) {
    try {
      const text = await readFile(new URL(`${folder}${programAddress}`, import.meta.url), "utf8");
      return text.replaceAll("</", "<\\/");
    } catch {
      // Not in this folder; in development in none.
    }
  }
  return null;
}

/** Escapes JSON so that it cannot close the script element around it. */
function inScript(json: string): string {
  return json.replaceAll("<", "\\u003c");
}
