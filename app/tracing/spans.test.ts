import { SpanStatusCode } from "@opentelemetry/api";
import { afterAll, expect, test } from "vitest";
import { recordSpans, spanTrees } from "#tests/support/recorded-spans";
import { ServiceError } from "~/services/contracts/service-error";
import { inBackgroundSpan, inSpan } from "./spans.server";

const recorded = recordSpans();
afterAll(() => recorded.stop());

const call = (work: () => Promise<unknown>) => inSpan("call", { "rpc.method": "call" }, work);

test("work outside a trace has no span, and work in the background a trace of its own", async () => {
  expect(await call(async () => "result")).toBe("result");
  expect(await recorded.take()).toEqual([]);
  await inBackgroundSpan("first", async () => {
    await call(async () => undefined);
    await inBackgroundSpan("second", async () => undefined);
  });
  const [first, second, ...others] = spanTrees(await recorded.take());
  expect([first?.name, first?.children.map(({ name }) => name)]).toEqual(["first", ["call"]]);
  expect([second?.name, second?.span.spanContext().traceId === first?.span.spanContext().traceId]).toEqual([
    "second",
    false,
  ]);
  expect(others).toEqual([]);
});

test("a lazy promise, which begins when it is awaited, begins within the span", async () => {
  const lazy = {
    // biome-ignore lint/suspicious/noThenProperty: drizzle's statements are such objects.
    then: (resolve: (value: unknown) => void, reject: (error: unknown) => void) =>
      call(async () => undefined).then(resolve, reject),
  } as Promise<unknown>;
  await inBackgroundSpan("job", () => lazy);
  expect(spanTrees(await recorded.take())[0]?.children.map(({ name }) => name)).toEqual(["call"]);
});

test.each<[unknown, string, SpanStatusCode]>([
  [new ServiceError(404, "not_found", "Elsa is not found"), "404", SpanStatusCode.UNSET],
  [new ServiceError(503, "unreachable", "Elsa"), "503", SpanStatusCode.ERROR],
  [Object.assign(new Error("Elsa"), { code: "23505" }), "23505", SpanStatusCode.ERROR],
  [Object.assign(new Error("Elsa"), { code: "elsa@skola.example" }), "Error", SpanStatusCode.ERROR],
  [new TypeError("Elsa"), "TypeError", SpanStatusCode.ERROR],
  ["Elsa", "_OTHER", SpanStatusCode.ERROR],
])("%s is thrown on, and the span has its kind %s without its message", async (error, type, code) => {
  const failing = inBackgroundSpan("job", () => call(() => Promise.reject(error)));
  await expect(failing).rejects.toBe(error);
  for (const { attributes, status, events } of await recorded.take()) {
    expect(attributes["error.type"]).toBe(type);
    expect(status).toEqual({ code });
    expect(events).toEqual([]);
  }
});
