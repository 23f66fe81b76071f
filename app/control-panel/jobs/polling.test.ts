import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { intervalAfter, pollOnce } from "./polling";

const ready = async () => true;
const isVisible = () => true;
const poll = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  poll.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("given a running job", () => {
  it("then it is polled once after a second", async () => {
    pollOnce(poll, isVisible, ready);
    await vi.advanceTimersByTimeAsync(999);
    expect(poll).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5000);
    expect(poll).toHaveBeenCalledOnce();
  });

  it("given a hidden page, then the job is polled when the page is visible again", async () => {
    let visible = false;
    pollOnce(poll, () => visible, ready);
    await vi.advanceTimersByTimeAsync(5000);
    expect(poll).not.toHaveBeenCalled();
    visible = true;
    await vi.advanceTimersByTimeAsync(1000);
    expect(poll).toHaveBeenCalledOnce();
  });

  it("given a server that restarts, then the job is polled when the server is ready", async () => {
    const replies = [() => Promise.reject(new TypeError("Failed to fetch")), async () => false, ready];
    pollOnce(poll, isVisible, async () => (replies.shift() ?? ready)());
    await vi.advanceTimersByTimeAsync(2500);
    expect(poll).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(poll).toHaveBeenCalledOnce();
  });

  it("given a page that the user has left, then the job is not polled", async () => {
    const end = pollOnce(poll, isVisible, ready);
    end();
    await vi.advanceTimersByTimeAsync(5000);
    expect(poll).not.toHaveBeenCalled();
  });

  it("the first poll is sent after 250 ms, and the interval grows to at most one second", async () => {
    expect([0, 1, 2, 3, 4, 100].map(intervalAfter).map(Math.round)).toEqual([250, 375, 563, 844, 1000, 1000]);
    pollOnce(poll, isVisible, ready, intervalAfter(0));
    await vi.advanceTimersByTimeAsync(250);
    expect(poll).toHaveBeenCalledOnce();
  });
});
