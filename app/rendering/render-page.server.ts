import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

type RenderedPage = { body: Buffer<ArrayBuffer>; error?: unknown };

/** Milliseconds after which suspended parts are left for the browser to render. */
const timeLimit = 10_000;

/**
 * Renders a page completely before it resolves: our pages have no deferred parts, and a complete page needs no script
 * to insert them.
 * @returns the page as UTF-8; `error` is the failure of a part that the browser renders again
 * @throws an error outside any Suspense boundary: there is no page
 */
export function renderPage(page: ReactElement, nonce: string | undefined): Promise<RenderedPage> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let error: unknown;
    const sink = new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(withoutPadding(chunk));
        done();
      },
      final(done) {
        clearTimeout(timeout);
        resolve({ body: Buffer.concat(chunks), error });
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Otherwise larger boundaries are sent hidden at the end of the page and moved into place by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => void pipe(sink),
      onShellError(failure) {
        clearTimeout(timeout);
        reject(failure);
      },
      onError(failure) {
        error ??= failure;
      },
    });
    const timeout = setTimeout(abort, timeLimit);
  });
}

/**
 * React 18 fills its buffer of 2,048 bytes with NUL where the next character needs more bytes than are left, and sends it whole
 * (https://github.com/facebook/react/issues/31134). In a value or a text area, a browser shows a replacement character for it.
 */
function withoutPadding(chunk: Buffer): Buffer {
  let end = chunk.length;
  while (chunk[end - 1] === 0) end -= 1;
  return chunk.subarray(0, end);
}
