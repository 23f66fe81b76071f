import { isRead } from "~/security/foreign-request.server";
import { writerField, writerHeader } from "~/ui/writer";

/**
 * As whom a request that changes something was written, where it says so: pages of ours do, programs need not. It proves nothing and
 * opens nothing; it only keeps what one tab wrote from being saved as whom another tab acts. Decision 33.
 */
export async function writtenAs(request: Request): Promise<string | null> {
  if (isRead(request)) return null;
  const said = request.headers.get(writerHeader) ?? new URL(request.url).searchParams.get(writerField);
  if (said !== null || request.bodyUsed) return said;
  const type = request.headers.get("content-type") ?? "";
  if (type.startsWith("multipart/form-data")) return firstField(request);
  if (!type.startsWith("application/x-www-form-urlencoded")) return null;
  // A form that cannot be read is told so by whoever it is for.
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  const field = form?.get(writerField);
  return typeof field === "string" ? field : null;
}

/** Bytes within which the first field of a form with files has come. */
const beginning = 1024;

const mark = new RegExp(
  `^--[^\\r\\n]+\\r\\ncontent-disposition: form-data; name="${writerField}"\\r\\n\\r\\n([^\\r\\n]*)\\r\\n`,
  "i",
);

/** The mark stands first in a form (app/ui/form.tsx): a book of hundreds of megabytes is not read for it. */
async function firstField(request: Request): Promise<string | null> {
  const reader = request.clone().body?.getReader();
  const decoder = new TextDecoder("latin1");
  let text = "";
  try {
    while (text.length < beginning) {
      const piece = await reader?.read();
      if (!piece || piece.done) break;
      text += decoder.decode(piece.value.subarray(0, beginning), { stream: true });
    }
  } catch {
    return null;
  } finally {
    // What is not read here is still there for whoever takes the file.
    reader?.cancel().catch(() => {});
  }
  return mark.exec(text)?.[1] ?? null;
}
