import type { LoaderFunctionArgs } from "@remix-run/node";
import { backendOf } from "~/clients/backend-of.server";
import type { DownloadPlan } from "~/offline/download-plan";
import { packOnce } from "~/reader/book/packed-once";
import { homeLanguageFor, languageTag } from "~/reader/settings/home-language";
import type { BookOpening } from "~/services/contracts/library";
import { ServiceError } from "~/services/contracts/service-error";
import { optionalUser, type SignedIn } from "~/session/guard.server";

/** Files that a device needs to download a book. docs/product/reader.md#offline. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await optionalUser(backendOf(context), request);
  if (person.kind !== "user") return Response.json({ error: "unauthorized" }, { status: 401 });
  if (person.user.isImpersonated) return Response.json({ error: "forbidden" }, { status: 403 });
  return downloadPlan(params.bookId ?? "", person);
}

/** All data that the page's script needs to download a book; service errors become the response, 409 if the version changed meanwhile. */
async function downloadPlan(bookId: string, person: SignedIn): Promise<Response> {
  const { backend, credentials } = person;
  const { library } = backend.clients;
  const params = { id: bookId };
  try {
    const [opened, listed, marked] = await Promise.all([
      library.openBook({ params, query: { from: "start" } }, credentials),
      library.getBookFiles({ params }, credentials),
      library.getBookmarks({ params }, credentials),
    ]);
    const noted = opened.body.keepsPlace ? (await library.getAnnotations({ params }, credentials)).body.data : [];
    const { book, locations, first: _, resourcesUrl, ...opening } = opened.body;
    const { words, savedWords } = await wordsOf(person, bookId, opened.body);
    if (opening.version !== listed.body.version) return Response.json({ error: "ConflictError" }, { status: 409 });
    const { files } = listed.body;
    const locationsPath = locations?.startsWith(resourcesUrl) ? locations.slice(resourcesUrl.length) : null;
    const plan: DownloadPlan = {
      ...opening,
      resourcesUrl,
      title: book.title,
      language: book.language,
      authors: book.creators,
      cover: book.cover,
      book: packOnce(book),
      locations: files.some(({ path }) => path === locationsPath) ? locationsPath : null,
      files,
      bookmarks: marked.body,
      annotations: noted,
      words,
      savedWords,
    };
    return Response.json(plan, { headers: { "Cache-Control": "no-store" } });
  } catch (error) {
    if (error instanceof ServiceError) return Response.json(error, { status: error.status });
    throw error;
  }
}

/** The book's words with the reader's home language, and the reader's saved words. */
async function wordsOf(
  { backend, credentials, user, locale }: SignedIn,
  bookId: string,
  { book, mayUseWords, keepsPlace }: BookOpening,
): Promise<Pick<DownloadPlan, "words" | "savedWords">> {
  const { account, library } = backend.clients;
  const from = languageTag(book.language);
  if (!mayUseWords || from === null) return { words: null, savedWords: [] };
  const { reader } = (await account.getSettings({}, credentials)).body;
  const to = homeLanguageFor(reader.homeLanguage, locale, from);
  const query = { from, ...(to === null ? {} : { to }) };
  const [words, saved] = await Promise.all([
    library.getBookWords({ params: { id: bookId }, query }, credentials),
    keepsPlace ? library.getSavedWords({ params: { id: user.uid } }, credentials) : null,
  ]);
  return { words: words.body, savedWords: saved?.body.data ?? [] };
}
