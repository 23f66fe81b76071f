import { afterEach, expect, it, vi } from "vitest";
import { createPaymentNotes } from "./note";

/** Notes that a browser sends to a page's action during a payment. docs/decisions/0049-payment-pages.md. */

afterEach(() => vi.unstubAllGlobals());

it("given two notes, then the second is sent after the first has settled, even if the first failed", async () => {
  const sent: string[] = [];
  const release: Array<() => void> = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: { body: URLSearchParams }) => {
    sent.push(String(body.get("intent")));
    await new Promise<void>((resolve) => release.push(resolve));
    if (sent.length === 1) throw new TypeError("Failed to fetch");
    return { ok: true };
  });
  const notes = createPaymentNotes("/signup/payment");
  void notes.send({ intent: "first" });
  const second = notes.send({ intent: "second" });
  await vi.waitFor(() => expect(release).toHaveLength(1));
  expect(sent).toEqual(["first"]);
  release[0]?.();
  await vi.waitFor(() => expect(release).toHaveLength(2));
  release[1]?.();
  await Promise.all([second, notes.settled()]);
  expect(sent).toEqual(["first", "second"]);
});
