import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

export type RenderedPage = { body: Buffer<ArrayBuffer>; error?: unknown };

/** Milliseconds after which parts that still wait are left to the browser. */
const patience = 10_000;

/**
 * Renders a page and resolves once all of it is there: no page of ours has parts that come later, and a page sent whole needs no
 * script to put its parts in place.
 * @returns the page as UTF-8; `error` is what failed in a part that the browser will render again
 * @throws what failed outside any Suspense boundary: there is no page
 */
export function renderPage(page: ReactElement, nonce: string | undefined): Promise<RenderedPage> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let error: unknown;
    const sink = new Writable({
      write(chunk: Buffer, _, done) {
        chunks.push(chunk);
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
      // Larger boundaries would be sent behind the page, hidden, and moved into place by a script.
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
    const timeout = setTimeout(abort, patience);
  });
}
