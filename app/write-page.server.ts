import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream } from "react-dom/server";

/** Milliseconds after which what a page still waits for is left to the browser. */
const patience = 10_000;

/**
 * A page as bytes, once all of it is there. `error` is what broke a part that the browser will try again.
 * @throws what broke the page as a whole
 */
export function writePage(
  page: ReactElement,
  nonce: string | undefined,
): Promise<{ body: Buffer<ArrayBuffer>; error?: unknown }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let error: unknown;
    const sink = new Writable({
      // React takes a stream that closes for a visitor who left, and makes an error of it.
      autoDestroy: false,
      write(chunk: Buffer, _, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(giveUp);
        resolve({ body: Buffer.concat(chunks), error });
        done();
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => void pipe(sink),
      onShellError(broken) {
        clearTimeout(giveUp);
        reject(broken);
      },
      onError(broken) {
        error ??= broken;
      },
    });
    const giveUp = setTimeout(abort, patience);
  });
}
