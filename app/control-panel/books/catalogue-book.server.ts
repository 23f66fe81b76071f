import type { Backend } from "~/clients/backend";
import { countryName } from "~/control-panel/frame/country-name";
import type { Panel } from "~/control-panel/frame/panel.server";
import { redirectWithError } from "~/control-panel/frame/refusal-notice.server";
import { confirmationForm } from "~/forms/confirmation";
import { findFormDraft } from "~/forms/form-drafts.server";
import { noFields } from "~/forms/form-fields";
import { formResult, staleFormResult } from "~/forms/form-result.server";
import { formVersionOf } from "~/forms/form-version";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { isStale, orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator, localeOfRequest } from "~/i18n/i18n.server";
import { languageName } from "~/library/language-name";
import { bcp47, hasFeature, isRealm, realmRow } from "~/realms/realm";
import { type BookUpload, type CatalogueEntry, describedFieldNames } from "~/services/contracts/book-catalogue";
import { redirectWithNotice } from "~/shell/notice.server";
import { bookFormSchema, bookTexts } from "./book-fields";
import { bookIntents } from "./book-intents";
import { authoriseCatalogue, library } from "./catalogue.server";
import { largestFile } from "./new-book.server";

/** One book of the catalogue: metadata, access rights and files. */

export type CatalogueBookData = {
  book: CatalogueEntry;
  uploads: BookUpload[];
  /** Names of the subscription types to choose from. */
  types: string[];
  /** Whether the country has rights to talking books. */
  hasTalkingRight: boolean;
  size: number;
  /** Names of the selectable languages and those of the book, by tag: browsers and servers may name languages differently. */
  languageNames: Record<string, string>;
  /** Names of the other countries that offer the book. */
  countries: string[];
  draft: Record<string, string> | null;
};

export async function loadCatalogueBook(
  backend: Backend,
  request: Request,
  bookId: string,
): Promise<CatalogueBookData> {
  const panel = await authoriseCatalogue(backend, request);
  const { credentials, realm } = panel;
  const [book, uploads, types] = await orThrowResponse(
    Promise.all([
      library(backend).getCatalogueBook({ params: { id: bookId } }, credentials),
      library(backend).getBookUploads({ query: { bookId } }, credentials),
      backend.clients.customerManagement.getSubscriptionTypes({}, credentials),
    ]),
    request,
  );
  const { data } = book.body;
  const pageLanguage = bcp47(await localeOfRequest(request));
  // Selected subscriptions that no longer exist stay listed, so that they can be unticked.
  const names = new Set([...types.body.data.map(({ name }) => name), ...data.subscriptions]);
  return {
    book: data,
    uploads: uploads.body.data,
    types: [...names],
    hasTalkingRight: hasFeature(realm, "speakingBookRights"),
    size: largestFile,
    languageNames: namesOfLanguages(data, pageLanguage),
    countries: data.otherRealms.filter(isRealm).map((other) => countryName(realmRow(other).countryCode, pageLanguage)),
    draft: await findFormDraft(panel, request),
  };
}

/** Languages used in schools; the book's languages are added. */
const languages =
  "ar bs da de el en es et fa fi fr he hr hu is it ku lt lv nb nl nn pl ps pt ro ru se sk sl so sq sr sv th ti tr uk ur vi zh";

function namesOfLanguages(book: CatalogueEntry, pageLanguage: string): Record<string, string> {
  const own = [book, book.fromFile].flatMap((of) => [of.language, ...of.audioLanguages, ...of.videoLanguages]);
  const tags = [...new Set([...languages.split(" "), ...own])];
  return Object.fromEntries(tags.map((tag) => [tag, languageName(tag, pageLanguage)]));
}

type Sent = { panel: Panel; request: Request; bookId: string; formData: FormData };

const pathTo = (bookId: string) => `/controlpanel/books/${encodeURIComponent(bookId)}`;

const actions: Record<string, (sent: Sent) => Promise<unknown>> = {
  [bookIntents.save]: saveBook,
  [bookIntents.withdraw]: (sent) => setWithdrawn(sent, true),
  [bookIntents.bringBack]: (sent) => setWithdrawn(sent, false),
};

export async function actOnCatalogueBook(backend: Backend, request: Request, bookId: string) {
  const panel = await authoriseCatalogue(backend, request);
  const formData = await request.formData();
  return actionOf(actions, formData)({ panel, request, bookId, formData });
}

async function saveBook({ panel, request, bookId, formData }: Sent) {
  const form = readForm(formData, bookFormSchema);
  const intent = bookIntents.save;
  if (form.submission.status !== "success") return formResult(panel.backend, null, { request, intent, ...form });
  const params = { id: bookId };
  const body = { ...form.submission.value, version: formVersionOf(formData) };
  try {
    const { body: saved } = await library(panel.backend).updateCatalogueBook({ params, body }, panel.credentials);
    const t = await getTranslator(request, "books");
    return await redirectWithNotice(pathTo(bookId), "success", t("form.saved", { title: saved.data.title }));
  } catch (error) {
    if (!isStale(error)) return formResult(panel.backend, error, { request, intent, ...form });
    const { body: now } = await orThrowResponse(
      library(panel.backend).getCatalogueBook({ params }, panel.credentials),
      request,
    );
    const stored = { stored: bookTexts(now.data), version: now.data.editVersion };
    return staleFormResult(describedFieldNames, stored, { intent, formData, ...form });
  }
}

async function setWithdrawn({ panel, request, bookId, formData }: Sent, isWithdrawn: boolean) {
  const to = pathTo(bookId);
  const form = readForm(formData, isWithdrawn ? confirmationForm : noFields);
  if (form.submission.status !== "success")
    return formResult(panel.backend, null, { request, intent: bookIntents.withdraw, ...form });
  const input = { params: { id: bookId }, body: { isWithdrawn } };
  try {
    await library(panel.backend).setBookWithdrawn(input, panel.credentials);
  } catch (error) {
    return redirectWithError(panel.backend, error, request, to);
  }
  const t = await getTranslator(request, "books");
  return redirectWithNotice(to, "success", t(isWithdrawn ? "withdraw.done" : "bringBack.done"));
}
