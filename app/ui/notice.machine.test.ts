import { expect, test } from "vitest";
import { type NoticeEvent, type NoticeState, noticeDuration, olderNoticeDuration, transition } from "./notice.machine";

const none: NoticeState = { kind: "none" };
const running: NoticeState = { kind: "running", id: 1, left: 4000, since: 100 };
const held: NoticeState = { kind: "held", id: 1, left: 2500 };

const show: NoticeEvent = { type: "show", id: 2, duration: 4000, now: 500 };
const shown = { kind: "running", id: 2, left: 4000, since: 500 };
const start = [{ type: "stopTimer" }, { type: "startTimer", id: 2, after: 4000 }];

test("a notice stays 4000 ms, 5000 ms in the older style", () => {
  expect([noticeDuration, olderNoticeDuration]).toEqual([4000, 5000]);
});

test.each<[NoticeState, NoticeEvent, unknown, unknown[]]>([
  [none, show, shown, start],
  [running, show, shown, start],
  [held, show, shown, start],
  [none, { type: "hold", now: 1600 }, none, []],
  [running, { type: "hold", now: 1600 }, { kind: "held", id: 1, left: 2500 }, [{ type: "stopTimer" }]],
  [running, { type: "hold", now: 9000 }, { kind: "held", id: 1, left: 0 }, [{ type: "stopTimer" }]],
  [held, { type: "hold", now: 1600 }, held, []],
  [none, { type: "release", now: 7000 }, none, []],
  [running, { type: "release", now: 7000 }, running, []],
  [
    held,
    { type: "release", now: 7000 },
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
])("%o on %o", (state, event, next, effects) => {
  expect(transition(state, event)).toEqual({ state: next, effects });
});
