import { type BrowserCallOptions, callServer } from "~/clients/browser-calls.client";
import { encodePath } from "~/epub/paths";
import { BookFault, faultOfStatus } from "./book-fault";

/** Source of a book's files: the signed folder on the server, or a local file. Hrefs are relative to the book's folder. */
export interface ContentSource {
  /** URL that frames and media elements can load now. */
  url(href: string): string;
  /** The file's text. @throws BookFault */
  text(href: string): Promise<string>;
  /**
   * Renews the policy that signs the URLs, after a request was refused.
   * @throws BookFault if renewing fails, or if the previous renewal was less than `renewalHolds` ago
   */
  renew(): Promise<void>;
}

type Signed = { resourcesUrl: string; policy: string };

/** Milliseconds in which a text must have arrived to its end, with all attempts: a response may begin and never end. */
const longestText = 120_000;

/** Milliseconds. If a request is refused this soon after a renewal, an expired policy is not the cause. */
const renewalHolds = 5000;

/**
 * The signed folder: every request carries the policy as its query; a 403 fetches a new policy and retries once;
 * network errors and 5xx are retried as in every call. docs/product/reader.md#calls, #errors.
 * @param fetchPolicy requests a new policy, or throws a BookFault that says why there is none; its response also renews the cookie for files that documents load
 * themselves
 */
export function signedSource(
  { resourcesUrl, policy: first }: Signed,
  fetchPolicy: () => Promise<string>,
  clock: () => number = Date.now,
  { textLimit = longestText, ...call }: BrowserCallOptions & { textLimit?: number } = {},
): ContentSource {
  let policy = first;
  let renewedAt = Number.NEGATIVE_INFINITY;
  let renewing: Promise<void> | null = null;

  const url = (href: string) => `${resourcesUrl}${encodePath(href)}?${policy}`;

  async function fetchNew(): Promise<void> {
    if (clock() - renewedAt < renewalHolds) throw new BookFault("error_logged_out", "A fresh policy was refused");
    try {
      policy = await fetchPolicy();
    } catch (error) {
      if (error instanceof BookFault) throw error;
      throw new BookFault("error_fault_in_book_message", `No new policy: ${String(error)}`);
    }
    renewedAt = clock();
  }

  function renew(): Promise<void> {
    renewing ??= fetchNew().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  async function ask(href: string): Promise<{ status: number; text: string }> {
    try {
      const response = await callServer(url(href), { ...call, signal: AbortSignal.timeout(textLimit) });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      throw new BookFault("error_fault_in_book_message", `No response for ${href}: ${String(error)}`);
    }
  }

  async function text(href: string): Promise<string> {
    let response = await ask(href);
    if (response.status === 403) {
      await renew();
      response = await ask(href);
    }
    const fault = faultOfStatus(response.status);
    if (fault) throw new BookFault(fault, `${response.status} for ${href}`);
    return response.text;
  }

  return { url, text, renew };
}
