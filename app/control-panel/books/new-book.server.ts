import { data, redirect, type UploadHandler } from "@remix-run/node";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { readQuery, textParameter } from "~/forms/read-query";
import { orThrowResponse, refusalOf } from "~/forms/service-errors.server";
import { pulledStream } from "~/http/pulled-stream.server";
import { readMultipart } from "~/http/unreadable-form.server";
import { getTranslator } from "~/i18n/i18n.server";
import type { BookUpload } from "~/services/contracts/book-catalogue";
import { redirectWithNotice } from "~/shell/notice.server";
import { authoriseCatalogue, library } from "./catalogue.server";

/** Uploads of book files: by a plain form, or one by one by a script that shows progress. docs/product/choices.md#books. */

export type NewBookData = {
  /** Maximum size of one request in megabytes. */
  size: number;
  uploads: BookUpload[];
};

/** Result if no file was chosen. */
export type MissingFile = { problem: "missing" };

/** Must match the body limit of these paths (server/http/public-request.ts). */
export const largestFile = 512;

export async function loadNewBook(backend: Backend, request: Request): Promise<NewBookData> {
  const { credentials } = await authoriseCatalogue(backend, request);
  const { body } = await orThrowResponse(library(backend).getBookUploads({ query: {} }, credentials), request);
  return { size: largestFile, uploads: body.data };
}

const addressSchema = z.object({ book: textParameter });

/** Handles the form without script: one upload per chosen file. */
export async function addBooks(backend: Backend, request: Request) {
  const { sent, bookId } = await takeFiles(backend, request);
  const bookPath = bookId ? `/controlpanel/books/${encodeURIComponent(bookId)}` : null;
  if (sent === 0) {
    if (!bookPath) return data<MissingFile>({ problem: "missing" }, { status: 400 });
    // This page is for new books, so the mistake is shown where the form is.
    const t = await getTranslator(request, "books");
    return redirectWithNotice(bookPath, "error", t("error.no_file"));
  }
  // No fragment: a page with a fragment in its URL is not reloaded by its meta refresh.
  return redirect(bookPath ?? "/controlpanel/books/new");
}

/** The same for uploads by script, which stays on its page. */
export async function uploadBooks(backend: Backend, request: Request): Promise<Response> {
  const { sent } = await takeFiles(backend, request);
  if (sent === 0) return Response.json({ problem: "missing" } satisfies MissingFile, { status: 400 });
  return Response.json({ sent }, { status: 201 });
}

/** Streams files to the service as they arrive, without buffering. `?book=` names the book that gets a new version. */
async function takeFiles(backend: Backend, request: Request): Promise<{ sent: number; bookId: string | null }> {
  const { credentials } = await authoriseCatalogue(backend, request);
  const { book: bookId } = readQuery(new URL(request.url).searchParams, addressSchema);
  let sent = 0;
  const take: UploadHandler = async ({ name, filename, data: bytes }) => {
    if (name !== "file" || !filename || (bookId && sent > 0)) {
      for await (const _ of bytes);
      return null;
    }
    const query = { fileName: filename.slice(-255), ...(bookId ? { bookId } : {}) };
    try {
      await library(backend).uploadBook({ query, body: pulledStream(() => bytes) }, credentials);
    } catch (error) {
      throw refusalOf(error, request);
    }
    sent += 1;
    return null;
  };
  await readMultipart(request, take);
  return { sent, bookId };
}
