import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import { i18nOf } from "~/i18n/i18n.server";
import { readVersion, replyWith } from "~/reader/service-reply.server";
import { bcp47, type Locale } from "~/realms/realm";
import type { Submission } from "~/services/contracts/submissions";

/** The user's submissions for the open reader, passed through as the service returns them. docs/product/reader.md#calls. */

/** Submissions per page of the list. */
const pageSize = 20;

export type SubmissionsReply = {
  data: Submission[];
  cursor: string | null;
  /** Translations of the panel, which the book's page doesn't include; null if the list is empty. */
  texts: Record<string, unknown> | null;
};

export async function listSubmissions(
  backend: Backend,
  request: Request,
  credentials: CallContext,
  locale: Locale,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const cursor = searchParams.get("cursor") ?? undefined;
  const contextId = searchParams.get("contextId") || undefined;
  return replyWith(async () => {
    const query = { ownership: "Mine" as const, contextId, cursor, limit: pageSize };
    const { body } = await backend.clients.submissions.getSubmissions({ query }, credentials);
    const texts: SubmissionsReply["texts"] =
      body.data.length > 0 ? i18nOf(locale).getResourceBundle(bcp47(locale), "submissions") : null;
    return { body: { ...body, texts } };
  });
}

export async function readSubmission(backend: Backend, id: string, credentials: CallContext): Promise<Response> {
  return replyWith(async () => {
    const { body, headers } = await backend.clients.submissions.getSubmission({ params: { id } }, credentials);
    return { body: { submission: body }, headers };
  });
}

/** Passes the body on unchanged, so that the service's errors name the attributes. */
export async function submitSubmission(
  backend: Backend,
  id: string,
  request: Request,
  credentials: CallContext,
): Promise<Response> {
  const body = await request.text();
  const headers = readVersion(request);
  return replyWith(() => backend.clients.submissions.updateSubmission({ params: { id }, headers, body }, credentials));
}
