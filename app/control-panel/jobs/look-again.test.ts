import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lookAgain, pauseAfter } from "./look-again";

const answers = async () => true;
const isSeen = () => true;
const look = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  look.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("given work that goes on", () => {
  it("then it is looked at once after a second", async () => {
    lookAgain(look, isSeen, answers);
    await vi.advanceTimersByTimeAsync(999);
    expect(look).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5000);
    expect(look).toHaveBeenCalledOnce();
  });

  it("in a page that nobody sees, then it is looked at once somebody does", async () => {
    let seen = false;
    lookAgain(look, () => seen, answers);
    await vi.advanceTimersByTimeAsync(5000);
    expect(look).not.toHaveBeenCalled();
    seen = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(look).toHaveBeenCalledOnce();
  });

  it("while the server restarts, then it is looked at once the server answers", async () => {
    const replies = [() => Promise.reject(new TypeError("Failed to fetch")), async () => false, answers];
    lookAgain(look, isSeen, async () => (replies.shift() ?? answers)());
    await vi.advanceTimersByTimeAsync(2500);
    expect(look).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(look).toHaveBeenCalledOnce();
  });

  it("and a page that was left meanwhile, then it is not looked at", async () => {
    const end = lookAgain(look, isSeen, answers);
    end();
    await vi.advanceTimersByTimeAsync(5000);
    expect(look).not.toHaveBeenCalled();
  });

  it("of a moment, then its end is seen within a second: the first looks follow each other sooner", async () => {
    expect([0, 1, 2, 3, 4, 100].map(pauseAfter).map(Math.round)).toEqual([250, 375, 563, 844, 1000, 1000]);
    lookAgain(look, isSeen, answers, pauseAfter(0));
    await vi.advanceTimersByTimeAsync(250);
    expect(look).toHaveBeenCalledOnce();
  });
});
