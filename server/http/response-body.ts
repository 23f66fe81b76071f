import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { PipelineEnv } from "./request-context";

/** Types that are generated in one piece: pages, their data, and JSON. */
const wholeTypes = /^(text\/(html|x-script)|application\/json)/;

type Fail = (c: Context<PipelineEnv>, error: unknown) => void;

/**
 * Prevents response bodies from failing inside the adapter, which would log the error unscrubbed and send its message. Whole bodies are
 * read first, so they get a length, and an error in them still becomes a 500. Others are streamed; an error closes the connection.
 * @param fail called with the error that interrupted a stream
 */
export function safeResponses(fail: Fail) {
  return createMiddleware<PipelineEnv>(async (c, next) => {
    await next();
    const response = c.res;
    const { body, headers } = response;
    if (body === null) return;
    if (c.req.method === "HEAD") return body.cancel();
    // Without this the setter would copy all headers again, even onto an error's response.
    c.res = undefined;
    const isWhole = wholeTypes.test(headers.get("content-type") ?? "") && !headers.has("content-length");
    const safe = isWhole ? await response.arrayBuffer() : guarded(c, body, fail);
    c.res = new Response(safe, response);
  });
}

function guarded(c: Context<PipelineEnv>, body: ReadableStream<Uint8Array>, fail: Fail): ReadableStream<Uint8Array> {
  const { outgoing } = c.env;
  const reader = body.getReader();
  const readNext = () =>
    reader.read().catch((error) => {
      if (!outgoing.destroyed) fail(c, error);
      outgoing.destroy();
      return { done: true, value: undefined };
    });
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await readNext();
        if (done) controller.close();
        else if (value) controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
