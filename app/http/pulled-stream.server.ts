/**
 * A web stream of a Node stream or another async iterable of bytes. The source is opened by the first read, and nothing is read
 * ahead. Node's own adapter reads ahead and throws an uncatchable error after a cancel: one client that disconnected within a
 * file ended the process (nodejs/node#64529). Decision 32.
 * @param open opens the source, which is released if the reader cancels
 */
export function pulledStream(open: () => AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  let source: AsyncIterator<Uint8Array> | null = null;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        source ??= open()[Symbol.asyncIterator]();
        const { done, value } = await source.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await source?.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
