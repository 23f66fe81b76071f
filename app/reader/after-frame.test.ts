import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AfterFrame } from "./after-frame";

let frames: Map<number, () => void>;
let page: { hidden: boolean };
let done: string[][];
let afterFrame: AfterFrame<string>;

beforeEach(() => {
  vi.useFakeTimers();
  frames = new Map();
  page = { hidden: false };
  done = [];
  vi.stubGlobal("document", page);
  vi.stubGlobal("requestAnimationFrame", (work: () => void) => {
    frames.set(frames.size + 1, work);
    return frames.size;
  });
  vi.stubGlobal("cancelAnimationFrame", (id: number) => frames.delete(id));
  afterFrame = new AfterFrame((requests) => done.push([...requests]));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function paint(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const work of due) work();
  vi.runAllTimers();
}

it("runs all requests together after the frame is painted", () => {
  afterFrame.ask("one");
  afterFrame.ask("other");
  expect(done).toEqual([]);
  paint();
  paint();
  expect(done).toEqual([["one", "other"]]);
  afterFrame.ask("third");
  paint();
  expect(done).toEqual([["one", "other"], ["third"]]);
});

it("runs a request at once on a hidden page, which paints no frames", () => {
  page.hidden = true;
  afterFrame.ask("one");
  expect(done).toEqual([["one"]]);
});

it("runs a request once when no frame is painted because the page was hidden meanwhile", () => {
  afterFrame.ask("one");
  vi.runAllTimers();
  expect(done).toEqual([["one"]]);
  paint();
  expect(done).toEqual([["one"]]);
});

it("settle runs the waiting requests at once, and they do not run again", () => {
  afterFrame.ask("one");
  afterFrame.settle();
  expect(done).toEqual([["one"]]);
  afterFrame.settle();
  paint();
  expect(done).toEqual([["one"]]);
});

it("cancel drops the waiting requests", () => {
  afterFrame.ask("one");
  afterFrame.cancel();
  paint();
  expect(done).toEqual([]);
});
