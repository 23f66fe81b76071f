import { expect, test } from "vitest";
import { reloadOnceForMissingChunks } from "./missing-chunk";

function openPage(startTime: number) {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const navigator = { onLine: true };
  const page = Object.assign(new EventTarget(), { navigator, location: { reload: () => void state.reloads++ } });
  const state = { reloads: 0, time: startTime };
  reloadOnceForMissingChunks(page as unknown as Window, storage, () => state.time);
  const fail = () => page.dispatchEvent(new Event("vite:preloadError", { cancelable: true }));
  return { state, fail, navigator };
}

test("a missing chunk reloads the page once, and a second failure within a second is thrown", () => {
  const { state, fail } = openPage(1_000_000);
  const wasThrownFirst = fail();
  state.time += 500;
  const wasThrownSecond = fail();
  expect(state.reloads).toBe(1);
  expect([wasThrownFirst, wasThrownSecond]).toEqual([false, true]);
});

test("a failure more than a minute later reloads the page again", () => {
  const { state, fail } = openPage(1_000_000);
  fail();
  state.time += 61_000;
  fail();
  expect(state.reloads).toBe(2);
});

test("given no network, when a chunk is missing, then the page stays and the import fails", () => {
  const { state, fail, navigator } = openPage(1_000_000);
  navigator.onLine = false;
  const wasThrown = fail();
  expect(state.reloads).toBe(0);
  expect(wasThrown).toBe(true);
});
