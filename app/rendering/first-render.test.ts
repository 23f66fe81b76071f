import { RemixBrowser } from "@remix-run/react";
import { afterEach, expect, it, vi } from "vitest";
import { untilReady } from "./first-render";

afterEach(() => vi.unstubAllGlobals());

it("waits for the data that Remix would suspend the whole document for", async () => {
  let end = () => {};
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      end = () => {
        controller.enqueue(new TextEncoder().encode('[{"_1":2},"loaderData",{}]\n'));
        controller.close();
      };
    },
  });
  const remixContext: { future: object; stream: unknown; state?: unknown } = {
    future: { v3_singleFetch: true },
    stream,
  };
  vi.stubGlobal("window", { __remixContext: remixContext });

  const ready = untilReady(() => RemixBrowser({}));
  expect(remixContext.state).toBeUndefined();
  end();
  await ready;
  expect(remixContext.state).toEqual({ loaderData: {} });
});

it("leaves what is thrown otherwise to the render itself", async () => {
  const render = () => {
    throw new Error("broken");
  };
  await expect(untilReady(render)).resolves.toBeUndefined();
});
