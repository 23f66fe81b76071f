import { describe, expect, test } from "vitest";
import { type DeliveryEvent, type DeliveryState, type DeliveryStep, deliver, eventRules } from "./delivery.machine";

const rules = eventRules;
const idle: DeliveryState = { phase: "idle" };
const halted: DeliveryState = { phase: "halted" };
const waiting = (failures: number): DeliveryState => ({ phase: "waiting", failures });
const sending = (failures = 0, isPressed = false): DeliveryState => ({ phase: "sending", failures, isPressed });

const sends = (failures = 0, isPressed = false): DeliveryStep => ({
  state: sending(failures, isPressed),
  effects: [{ type: "cancel" }, { type: "send", most: 100 }],
});
const waits = (seconds: number, failures = 0): DeliveryStep => ({
  state: waiting(failures),
  effects: [{ type: "wait", milliseconds: seconds * 1000 }],
});
const stays = (state: DeliveryState): DeliveryStep => ({ state, effects: [] });

const few: DeliveryEvent = { type: "queued", queued: 24 };
const enough: DeliveryEvent = { type: "queued", queued: 25 };
const due: DeliveryEvent = { type: "due" };
const pressed: DeliveryEvent = { type: "pressed" };
const settled = (queued: number): DeliveryEvent => ({ type: "settled", queued });
const failed: DeliveryEvent = { type: "failed" };
const busy: DeliveryEvent = { type: "busy" };
const signedOut: DeliveryEvent = { type: "signed-out" };
const signedIn = (queued: number): DeliveryEvent => ({ type: "signed-in", queued });
const halts: DeliveryStep = { state: halted, effects: [{ type: "cancel" }] };

const table: Array<[DeliveryState, DeliveryEvent, DeliveryStep]> = [
  [idle, few, waits(10)],
  [idle, enough, sends()],
  [idle, due, stays(idle)],
  [idle, pressed, stays(idle)],
  [idle, settled(3), stays(idle)],
  [idle, failed, stays(idle)],
  [idle, busy, stays(idle)],
  [idle, signedOut, halts],
  [idle, signedIn(3), stays(idle)],

  [waiting(0), few, stays(waiting(0))],
  [waiting(0), enough, sends()],
  [waiting(2), enough, stays(waiting(2))],
  [waiting(2), due, sends(2)],
  [waiting(2), pressed, sends(2)],
  [waiting(2), settled(3), stays(waiting(2))],
  [waiting(2), failed, stays(waiting(2))],
  [waiting(2), busy, stays(waiting(2))],
  [waiting(2), signedOut, halts],
  [waiting(2), signedIn(3), stays(waiting(2))],

  [sending(), few, stays(sending())],
  [sending(), enough, stays(sending())],
  [sending(), due, stays(sending())],
  [sending(3), pressed, stays(sending(3, true))],
  [sending(3), settled(0), stays(idle)],
  [sending(3), settled(24), waits(10)],
  [sending(3), settled(25), sends()],
  [sending(3, true), settled(0), stays(idle)],
  [sending(3, true), settled(1), sends(0, true)],
  [sending(0), failed, waits(10, 1)],
  [sending(1), failed, waits(20, 2)],
  [sending(9), failed, waits(100, 10)],
  [sending(10), failed, waits(100, 11)],
  [sending(3), busy, waits(30, 3)],
  [sending(3), signedOut, halts],
  [sending(3), signedIn(5), stays(sending(3))],

  [halted, few, stays(halted)],
  [halted, enough, stays(halted)],
  [halted, due, stays(halted)],
  [halted, pressed, stays(halted)],
  [halted, settled(3), stays(halted)],
  [halted, failed, stays(halted)],
  [halted, busy, stays(halted)],
  [halted, signedOut, halts],
  [halted, signedIn(0), stays(idle)],
  [halted, signedIn(3), waits(10)],
  [halted, signedIn(30), sends()],
];

describe("delivery queue of the activity stream", () => {
  test.each(table)("given %j, when %j, then %j", (state, event, step) => {
    expect(deliver(state, event, rules)).toEqual(step);
  });

  test("has a row in the table for every phase and event", () => {
    const named = new Set(table.map(([state, event]) => `${state.phase} ${event.type}`));
    expect(named.size).toBe(4 * 8);
  });
});
