import { data, unstable_parseMultipartFormData as parseMultipart, redirect, type UploadHandler } from "@remix-run/node";
import { z } from "zod";
import { readQuery, textParameter } from "~/forms/read-query";
import { orRefuse, refusalOf } from "~/forms/service-errors.server";
import { pulledStream } from "~/http/pulled-stream.server";
import type { BookUpload } from "~/services/contracts/book-catalogue";
import { authoriseCatalogue, library } from "./catalogue.server";

/** Files become books: sent by a form, or one by one by a script that tells how far each is. docs/product/choices.md#books. */

export type NewBookData = {
  /** Megabytes that may be sent at once. */
  size: number;
  uploads: BookUpload[];
};

/** No file was chosen. */
export type MissingFile = { problem: "missing" };

/** As the request pipeline says for these paths (server/http/body-limits.ts). */
export const largestFile = 512;

export async function loadNewBook(request: Request): Promise<NewBookData> {
  const { credentials } = await authoriseCatalogue(request);
  const { body } = await orRefuse(library().getBookUploads({ query: {} }, credentials), request);
  return { size: largestFile, uploads: body.data };
}

const addressSchema = z.object({ book: textParameter });

/** The form without script: as many files as were chosen, each an upload of its own. */
export async function addBooks(request: Request) {
  const { sent, bookId } = await takeFiles(request);
  if (sent === 0) return data<MissingFile>({ problem: "missing" }, { status: 400 });
  // Without a fragment: a page that has one does not load anew when it asks again by itself.
  return redirect(bookId ? `/controlpanel/books/${encodeURIComponent(bookId)}` : "/controlpanel/books/new");
}

/** The same for a script, which stays on its page. */
export async function uploadBooks(request: Request): Promise<Response> {
  const { sent } = await takeFiles(request);
  if (sent === 0) return Response.json({ problem: "missing" } satisfies MissingFile, { status: 400 });
  return Response.json({ sent }, { status: 201 });
}

/** Hands files on to the service while they still arrive; nothing of them is kept here. `?book=` names the book that gets a new version. */
async function takeFiles(request: Request): Promise<{ sent: number; bookId: string | null }> {
  const { credentials } = await authoriseCatalogue(request);
  const { book: bookId } = readQuery(new URL(request.url).searchParams, addressSchema);
  let sent = 0;
  const take: UploadHandler = async ({ name, filename, data: bytes }) => {
    if (name !== "file" || !filename || (bookId && sent > 0)) {
      for await (const _ of bytes);
      return null;
    }
    const query = { fileName: filename.slice(-255), ...(bookId ? { bookId } : {}) };
    try {
      await library().uploadBook({ query, body: pulledStream(() => bytes) }, credentials);
    } catch (error) {
      throw refusalOf(error, request);
    }
    sent += 1;
    return null;
  };
  await parseMultipart(request, take);
  return { sent, bookId };
}
