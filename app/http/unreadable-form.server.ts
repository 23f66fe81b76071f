import { unstable_parseMultipartFormData as parseMultipart, type UploadHandler } from "@remix-run/node";
import type { RefusalReason } from "~/http/refusal-reason";

/** The refusal of a request that should be a form and cannot be read as one. docs/product/shell.md#error-page. */

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;

/** 415 for a body that is no form, 400 for a form that is broken off or has no boundary. */
function unreadableForm({ headers }: Request): Response {
  const isForm = formTypes.test(headers.get("content-type") ?? "");
  return new Response("form" satisfies RefusalReason, { status: isForm ? 400 : 415 });
}

/** A request whose `formData` throws that refusal; also of its clones. */
export class FormRequest extends Request {
  override async formData(): Promise<FormData> {
    try {
      return await super.formData();
    } catch {
      throw unreadableForm(this);
    }
  }

  override clone(): FormRequest {
    return new FormRequest(super.clone());
  }
}

/**
 * Reads a multipart form as it arrives.
 * @param take receives each part, and reads its data to the end
 * @throws Response the refusal of a form that cannot be read, whatever `take` made of its data's error
 */
export async function readMultipart(request: Request, take: UploadHandler): Promise<void> {
  const taking: { error: unknown; isBroken: boolean } = { error: null, isBroken: false };
  const watched = async function* (bytes: AsyncIterable<Uint8Array>) {
    try {
      yield* bytes;
    } catch (error) {
      taking.isBroken = true;
      throw error;
    }
  };
  try {
    await parseMultipart(request, async ({ data, ...part }) => {
      try {
        return await take({ ...part, data: watched(data) });
      } catch (error) {
        taking.error = error;
        throw error;
      }
    });
  } catch (error) {
    if (error === taking.error && !taking.isBroken) throw error;
    throw unreadableForm(request);
  }
  if (taking.isBroken) throw unreadableForm(request);
}
