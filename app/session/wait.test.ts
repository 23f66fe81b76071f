import { describe, expect, it } from "vitest";
import { waitFor, withinGuardWait } from "./wait";

function clock() {
  const slept: number[] = [];
  return { slept, sleep: async (milliseconds: number) => void slept.push(milliseconds) };
}

describe("waiting for a session that is being initialised", () => {
  it("returns the first value that a try finds", async () => {
    const { slept, sleep } = clock();
    let requested = 0;
    const found = await waitFor(
      async () => (++requested === 7 ? "there" : null),
      () => true,
      sleep,
    );
    expect([found, slept]).toEqual(["there", Array(7).fill(100)]);
  });

  it("ends after 20 tries, 100 ms apart, when another round is not worthwhile", async () => {
    const { slept, sleep } = clock();
    expect(
      await waitFor(
        async () => null,
        () => false,
        sleep,
      ),
    ).toBeNull();
    expect(slept).toEqual(Array(20).fill(100));
  });

  it("never waits longer than 10 s", async () => {
    const { slept, sleep } = clock();
    expect(
      await waitFor(
        async () => null,
        () => true,
        sleep,
      ),
    ).toBeNull();
    expect(slept.reduce((sum, each) => sum + each, 0)).toBe(10_000);
  });
});

describe("withinGuardWait", () => {
  it("returns late for work that hangs, and otherwise the result of the work", async () => {
    expect(await withinGuardWait(new Promise(() => undefined), 1)).toBe("timeout");
    expect(await withinGuardWait(Promise.resolve("done"))).toBe("done");
  });
});
