/**
 * The web's stream of a Node stream, or of anything else that gives bytes one after the other. Nothing is opened before somebody
 * reads, and nothing is read ahead. Node's own adapter reads ahead and lets what comes after a cancel throw where nobody can catch
 * it: one visitor who left in the middle of a file ended the process (nodejs/node#64529). Decision 32.
 * @param open the source; let go of when the reader cancels
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
