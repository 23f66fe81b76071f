import { isRead } from "~/security/foreign-request.server";
import { formerOwnerField, formerOwnerHeader, formOwnerField, formOwnerHeader } from "~/ui/form-owner";

/**
 * The user for whom a submitted form was rendered, if the form names one: our pages do, other clients need not. It
 * grants nothing; it only prevents a form of one tab from being saved as the user that another tab impersonates.
 * docs/decisions/0028-form-owner.md.
 */
export async function formOwnerOf(request: Request): Promise<string | null> {
  if (isRead(request)) return null;
  const { headers } = request;
  const query = new URL(request.url).searchParams;
  const named = headers.get(formOwnerHeader) ?? headers.get(formerOwnerHeader) ?? ownerIn(query);
  if (named !== null || request.bodyUsed) return named;
  const type = headers.get("content-type") ?? "";
  if (type.startsWith("multipart/form-data")) return firstField(request);
  if (!type.startsWith("application/x-www-form-urlencoded")) return null;
  // An unreadable form is refused by its own action.
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  return form && ownerIn(form);
}

function ownerIn(fields: FormData | URLSearchParams): string | null {
  const field = fields.get(formOwnerField) ?? fields.get(formerOwnerField);
  return typeof field === "string" ? field : null;
}

/** Bytes within which the first field of a multipart form must end. */
const beginning = 1024;

const firstFieldPattern = new RegExp(
  `^--[^\\r\\n]+\\r\\ncontent-disposition: form-data; name="(?:${formOwnerField}|${formerOwnerField})"\\r\\n\\r\\n([^\\r\\n]*)\\r\\n`,
  "i",
);

/** The owner is a form's first field (app/ui/form.tsx), so that an upload of hundreds of megabytes is not read for it. */
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
    // Cancels this clone only; the action can still read the request's own body.
    reader?.cancel().catch(() => {});
  }
  return firstFieldPattern.exec(text)?.[1] ?? null;
}
