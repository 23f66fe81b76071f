import { Writable } from "node:stream";
import type { ReactElement } from "react";
import { renderToPipeableStream, renderToString } from "react-dom/server";

export type WrittenPage = { body: Buffer<ArrayBuffer>; error?: unknown };

/** What a part that waits, or broke, leaves in its place when a page is written in one go. */
const unfinished = /<!--\$[!?]-->/;

/**
 * A page as bytes. In one go, as a text, where nothing in it waits: the writer for streams encodes each attribute by itself, which
 * costs as much as the page. Whatever that cannot do, or breaks on, is done by the other writer, which also says what broke.
 * Decision 31.
 * @param page made anew for each attempt
 * @throws what broke the page as a whole
 */
export async function writePage(page: () => ReactElement, nonce: string | undefined): Promise<WrittenPage> {
  const text = writeAtOnce(page());
  return text === null ? writeWaiting(page(), nonce) : { body: Buffer.from(`<!DOCTYPE html>${text}`) };
}

function writeAtOnce(page: ReactElement): string | null {
  try {
    const text = renderToString(page);
    return unfinished.test(text) ? null : text;
  } catch {
    return null;
  }
}

/** Milliseconds after which what a page still waits for is left to the browser. */
const patience = 10_000;

/** A page once all of it is there. `error` is what broke a part that the browser will try again. */
function writeWaiting(page: ReactElement, nonce: string | undefined): Promise<WrittenPage> {
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
