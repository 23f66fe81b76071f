import { expect, test } from "vitest";
import { type NoticeEvent, type NoticeState, noticeDuration, olderNoticeDuration, transition } from "./notice.machine";

const none: NoticeState = { kind: "none" };
const running: NoticeState = { kind: "running", id: 1, left: 4000, since: 100 };
const held: NoticeState = { kind: "held", id: 1, left: 2500, by: ["pointer"] };
const heldTwice: NoticeState = { kind: "held", id: 1, left: 2500, by: ["pointer", "focus"] };

const show: NoticeEvent = { type: "show", id: 2, duration: 4000, now: 500 };
const shown = { kind: "running", id: 2, left: 4000, since: 500 };
const start = [{ type: "stopTimer" }, { type: "startTimer", id: 2, after: 4000 }];

test("a notice is shown for 4000 ms, or 5000 ms in the older style", () => {
  expect([noticeDuration, olderNoticeDuration]).toEqual([4000, 5000]);
});

test.each<[NoticeState, NoticeEvent, unknown, unknown[]]>([
  [none, show, shown, start],
  [running, show, shown, start],
  [held, show, { kind: "held", id: 2, left: 4000, by: ["pointer"] }, []],
  [none, { type: "hold", by: "pointer", now: 1600 }, none, []],
  [
    running,
    { type: "hold", by: "pointer", now: 1600 },
    { kind: "held", id: 1, left: 2500, by: ["pointer"] },
    [{ type: "stopTimer" }],
  ],
  [
    running,
    { type: "hold", by: "pointer", now: 9000 },
    { kind: "held", id: 1, left: 0, by: ["pointer"] },
    [{ type: "stopTimer" }],
  ],
  [held, { type: "hold", by: "pointer", now: 1600 }, held, []],
  [held, { type: "hold", by: "focus", now: 1600 }, heldTwice, []],
  [heldTwice, { type: "release", by: "focus", now: 7000 }, held, []],
  [held, { type: "release", by: "focus", now: 7000 }, held, []],
  [none, { type: "release", by: "pointer", now: 7000 }, none, []],
  [running, { type: "release", by: "pointer", now: 7000 }, running, []],
  [
    held,
    { type: "release", by: "pointer", now: 7000 },
    { kind: "running", id: 1, left: 2500, since: 7000 },
    [{ type: "startTimer", id: 1, after: 2500 }],
  ],
  [none, { type: "timeUp", id: 1 }, none, []],
  [running, { type: "timeUp", id: 1 }, none, []],
  [running, { type: "timeUp", id: 9 }, running, []],
  [held, { type: "timeUp", id: 1 }, held, []],
  [none, { type: "dismiss" }, none, []],
  [running, { type: "dismiss" }, none, [{ type: "stopTimer" }]],
  [held, { type: "dismiss" }, none, [{ type: "stopTimer" }]],
])("given %o, when %o, then the state and effects are those of the table", (state, event, next, effects) => {
  expect(transition(state, event)).toEqual({ state: next, effects });
});
