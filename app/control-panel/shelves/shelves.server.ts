import { redirect } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { authorisePanel, type Panel } from "~/control-panel/frame/panel.server";
import { findOwner, type OwnerAddress, ownerHref, type ShelfOwnerEntity } from "~/control-panel/owners/owner.server";
import { hiddenField } from "~/forms/form-fields";
import { actionOf } from "~/forms/intents";
import { readForm } from "~/forms/read-form";
import { readQuery } from "~/forms/read-query";
import { formPathOf, missingAsForbidden, orThrowResponse, refusalOf, stepUpPath } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { formMessages } from "~/services/contracts/form-messages";
import type { OwnerBook } from "~/services/contracts/owner-books";
import { ServiceError } from "~/services/contracts/service-error";
import { redirectWithNotice } from "~/shell/notice.server";
import { ownerShelfIntents } from "./shelf-intents";

/** Shelf of a person, a class or a school, as viewed and edited by staff. docs/product/choices.md#books. */

export type ShelfBookRow = Pick<OwnerBook, "id" | "title" | "authors" | "language" | "coverUrl" | "shelf">;

/** `stepUp`: needs a secure login, which the country offers; `elsewhere`: the country offers none, so somebody else must do it. */
export type Removal = "allowed" | "stepUp" | "elsewhere";

export type OwnerShelfData = {
  owner: ShelfOwnerEntity;
  /** Books on the shelf of the owner. */
  books: ShelfBookRow[];
  /** For a person: books on the shelves of their schools and classes. */
  schoolBooks: ShelfBookRow[];
  q: string;
  /** Search results among the books that the owner may open; null without a search term. */
  results: ShelfBookRow[] | null;
  removal: Removal;
};

const addressSchema = z.object({ q: z.string().trim().max(100).catch("") });

const maxResults = 24;

export async function loadOwnerShelf(
  backend: Backend,
  request: Request,
  address: OwnerAddress,
): Promise<OwnerShelfData> {
  const panel = await authorisePanel(backend, request);
  const owner = await findOwner(panel, request, address, "EditBookshelf");
  const { q } = readQuery(new URL(request.url).searchParams, addressSchema);
  const [placed, results] = await Promise.all([
    orThrowResponse(booksOf(panel, address, { placed: "true" }), request),
    q ? orThrowResponse(booksOf(panel, address, { q, limit: maxResults }), request) : null,
  ]);
  const isPerson = isPersonal(owner);
  const books = placed.body.data.map(rowOf);
  return {
    owner,
    books: isPerson ? books.filter(({ shelf }) => shelf === "own") : books,
    schoolBooks: isPerson ? books.filter(({ shelf }) => shelf === "school") : [],
    q,
    results: results?.body.data.map(rowOf) ?? null,
    removal: isPerson ? removalBy(panel) : "allowed",
  };
}

const isPersonal = ({ kind }: Pick<OwnerAddress, "kind">) => kind !== "groups" && kind !== "organizations";

/** Removing books from another person's shelf needs a secure login. docs/product/control-panel.md#users. */
function removalBy({ user }: Panel): Removal {
  if (user.isSecureLogin) return "allowed";
  return user.canEscalate ? "stepUp" : "elsewhere";
}

function booksOf({ backend, credentials }: Panel, { kind, id }: OwnerAddress, query: object) {
  const { library } = backend.clients;
  const input = { params: { id }, query };
  if (kind === "groups") return library.getGroupBooks(input, credentials);
  if (kind === "organizations") return library.getSchoolBooks(input, credentials);
  return library.getUserBooks(input, credentials);
}

function rowOf({ id, title, authors, language, coverUrl, shelf }: OwnerBook): ShelfBookRow {
  return { id, title, authors, language, coverUrl, shelf };
}

const bookForm = z.object({ book: hiddenField });

const actions: Record<string, "put" | "take"> = { [ownerShelfIntents.put]: "put", [ownerShelfIntents.take]: "take" };

/** Puts a book on the shelf or removes it, and redirects with a notice. @throws Response 403, 404 from the service */
export async function actOnOwnerShelf(backend: Backend, request: Request, address: OwnerAddress): Promise<Response> {
  const panel = await authorisePanel(backend, request);
  const formData = await request.formData();
  const action = actionOf(actions, formData);
  // Not looked up when removing from a school or class: one that does not exist is reported as forbidden, not as missing.
  const isTakenFromUnit = action === "take" && !isPersonal(address);
  if (!isTakenFromUnit) await findOwner(panel, request, address, "EditBookshelf");
  const { book: bookId } = readForm(formData, bookForm).values;
  const t = await getTranslator(request, "shelves");
  const here = formPathOf(request);
  try {
    await (action === "put" ? put(panel, address, bookId) : take(panel, address, bookId));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status === 403 && error.message === formMessages.secureLogin) {
      if (panel.user.canEscalate) return redirect(stepUpPath(request, here));
      return redirectWithNotice(here, "error", t("needsSecureLogin"));
    }
    if (error.status === 404 && action === "put") return redirectWithNotice(here, "error", t("noSuchBook"));
    throw refusalOf(error, request);
  }
  const undo = { to: `${ownerHref(address)}/shelf`, fields: { intent: ownerShelfIntents.put, book: bookId } };
  return redirectWithNotice(here, "success", t(`done.${action}`), action === "take" ? undo : undefined);
}

function put({ backend, credentials }: Panel, { kind, id }: OwnerAddress, bookId: string) {
  const { library } = backend.clients;
  const input = { params: { id }, body: { bookId } };
  if (kind === "groups") return library.addGroupBook(input, credentials);
  if (kind === "organizations") return library.addSchoolBook(input, credentials);
  return library.putUserBook(input, credentials);
}

function take({ backend, credentials }: Panel, { kind, id }: OwnerAddress, bookId: string) {
  const { library } = backend.clients;
  const input = { params: { id, bookId } };
  if (kind === "groups") return missingAsForbidden(library.deleteGroupBook(input, credentials));
  if (kind === "organizations") return missingAsForbidden(library.deleteSchoolBook(input, credentials));
  return library.deleteUserBook(input, credentials);
}
