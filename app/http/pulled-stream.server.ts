/**
 * A web stream of a Node stream or any other async iterable of bytes. The source is opened by the first read, and nothing is read
 * ahead. Node's own adapter reads ahead and throws after a cancel where no code can catch it: one client that left in the middle of a
 * file ended the process (nodejs/node#64529). Decision 32.
 * @param open the source; released when the reader cancels
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
