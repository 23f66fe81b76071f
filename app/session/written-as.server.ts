import { isRead } from "../foreign-request.server";
import { writerField, writerHeader } from "../ui/writer";

/**
 * As whom a request that changes something was written, where it says so: pages of ours do, programs need not. It proves nothing and
 * opens nothing; it only keeps what one tab wrote from being saved as whom another tab acts. Decision 33.
 */
export async function writtenAs(request: Request): Promise<string | null> {
  if (isRead(request)) return null;
  const said = request.headers.get(writerHeader);
  if (said !== null || request.bodyUsed || !isSmallForm(request)) return said;
  // A form that cannot be read is told so by whoever it is for.
  const form = await request
    .clone()
    .formData()
    .catch(() => null);
  const field = form?.get(writerField);
  return typeof field === "string" ? field : null;
}

/** Bytes of a form with files that is read for its mark. */
const mostBytes = 64 * 1024;

function isSmallForm({ headers }: Request): boolean {
  const type = headers.get("content-type") ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) return true;
  return type.startsWith("multipart/form-data") && Number(headers.get("content-length") ?? mostBytes) < mostBytes;
}
