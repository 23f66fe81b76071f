import { expect, test } from "vitest";
import { type ChromeEvent, type ChromeState, chromeTransition } from "./chrome.machine";

const states = {
  shown: { areBarsShown: true, drawer: null, holders: [] },
  gone: { areBarsShown: false, drawer: null, holders: [] },
  held: { areBarsShown: true, drawer: null, holders: ["play"] },
  heldTwice: { areBarsShown: true, drawer: null, holders: ["next", "play"] },
  open: { areBarsShown: true, drawer: "contents", holders: [] },
} satisfies Record<string, ChromeState>;

const events = {
  started: { type: "started" },
  requested: { type: "bars-requested" },
  tapped: { type: "page-tapped" },
  touched: { type: "touched" },
  timeOut: { type: "time-out" },
  left: { type: "window-left" },
  contents: { type: "drawer-toggled", drawer: "contents" },
  languages: { type: "drawer-toggled", drawer: "languages" },
  closed: { type: "closed" },
  held: { type: "held", by: "play" },
  released: { type: "released", by: "play" },
  otherReleased: { type: "released", by: "volume" },
} satisfies Record<string, ChromeEvent>;

/** The state as `bars drawer held`, then the timer: milliseconds, `keep`, or an empty string for no change. */
const table: Record<keyof typeof states, Record<keyof typeof events, [string, string]>> = {
  shown: {
    started: ["bars - -", "3000"],
    requested: ["bars - -", "2000"],
    tapped: ["- - -", "keep"],
    touched: ["bars - -", "2000"],
    timeOut: ["- - -", "keep"],
    left: ["- - -", "keep"],
    contents: ["bars contents -", "keep"],
    languages: ["bars languages -", "keep"],
    closed: ["bars - -", ""],
    held: ["bars - held", "keep"],
    released: ["bars - -", ""],
    otherReleased: ["bars - -", ""],
  },
  gone: {
    started: ["bars - -", "3000"],
    requested: ["bars - -", "2000"],
    tapped: ["bars - -", "2000"],
    touched: ["- - -", ""],
    timeOut: ["- - -", "keep"],
    left: ["- - -", "keep"],
    contents: ["bars contents -", "keep"],
    languages: ["bars languages -", "keep"],
    closed: ["- - -", ""],
    held: ["bars - held", "keep"],
    released: ["- - -", ""],
    otherReleased: ["- - -", ""],
  },
  held: {
    started: ["bars - held", "keep"],
    requested: ["bars - held", "keep"],
    tapped: ["- - -", "keep"],
    touched: ["bars - held", "keep"],
    timeOut: ["bars - held", ""],
    left: ["bars - held", ""],
    contents: ["bars contents held", "keep"],
    languages: ["bars languages held", "keep"],
    closed: ["bars - held", ""],
    held: ["bars - held", "keep"],
    released: ["bars - -", "2000"],
    otherReleased: ["bars - held", ""],
  },
  // The pointer moved to the next button: the first tooltip closes after the second has opened.
  heldTwice: {
    started: ["bars - held", "keep"],
    requested: ["bars - held", "keep"],
    tapped: ["- - -", "keep"],
    touched: ["bars - held", "keep"],
    timeOut: ["bars - held", ""],
    left: ["bars - held", ""],
    contents: ["bars contents held", "keep"],
    languages: ["bars languages held", "keep"],
    closed: ["bars - held", ""],
    held: ["bars - held", "keep"],
    released: ["bars - held", "keep"],
    otherReleased: ["bars - held", ""],
  },
  open: {
    started: ["bars contents -", "keep"],
    requested: ["bars contents -", "keep"],
    tapped: ["bars - -", "2000"],
    touched: ["bars contents -", "keep"],
    timeOut: ["bars contents -", ""],
    left: ["bars contents -", ""],
    contents: ["bars - -", "2000"],
    languages: ["bars languages -", "keep"],
    closed: ["bars - -", "2000"],
    held: ["bars contents held", "keep"],
    released: ["bars contents -", ""],
    otherReleased: ["bars contents -", ""],
  },
};

const pairs = Object.entries(table).flatMap(([name, row]) =>
  Object.entries(row).map(
    ([event, expected]) => [name as keyof typeof states, event as keyof typeof events, expected] as const,
  ),
);

test.each(pairs)(
  "given the state %s, then the event %s gives the state and timer of the table",
  (name, event, [expectedState, expectedEffects]) => {
    const { state, effects } = chromeTransition(states[name], events[event]);
    expect(
      [state.areBarsShown ? "bars" : "-", state.drawer ?? "-", state.holders.length > 0 ? "held" : "-"].join(" "),
    ).toBe(expectedState);
    const timer = effects.map((effect) => (effect.type === "keep" ? "keep" : String(effect.milliseconds))).join(" ");
    expect(timer).toBe(expectedEffects);
  },
);
