import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ContinuedAudio,
  initialPlayer,
  isRunning,
  type Phase,
  type PlayerEvent,
  type PlayerState,
  transition,
  waitWithoutMedia,
} from "./player.machine";

const base: Omit<PlayerState, "phase"> = {
  clips: 3,
  clip: 1,
  isHeld: false,
  isBegun: false,
  continuedAudio: "nothing",
  isLeftBehind: false,
  playsWhenOpened: null,
  autoTurn: true,
};
const states = {
  empty: initialPlayer,
  paused: { ...base, phase: "paused" },
  playing: { ...base, phase: "playing" },
  waiting: { ...base, phase: "waiting", clips: 0, clip: 0 },
  crossing: { ...base, phase: "crossing", continuedAudio: "first" },
  turning: { ...base, phase: "turning" },
} satisfies Record<Phase, PlayerState>;

const events = {
  opened: { type: "page-opened", clips: 2, clip: 0 },
  openedSilent: { type: "page-opened", clips: 0, clip: 0 },
  cleared: { type: "page-cleared" },
  play: { type: "play" },
  pause: { type: "pause" },
  toggle: { type: "toggle" },
  reached: { type: "clip-reached", clip: 2 },
  begun: { type: "clip-begun", clip: 1 },
  pageReached: { type: "page-reached" },
  pageBegun: { type: "page-begun" },
  ended: { type: "clip-ended", clip: 1 },
  endedLast: { type: "clip-ended", clip: 2 },
  turnTime: { type: "turn-time" },
  waitOver: { type: "wait-over" },
  chosen: { type: "clip-chosen", clip: 2 },
  failed: { type: "audio-failed", clip: 1 },
  refused: { type: "turn-refused" },
  autoOff: { type: "auto-turn-set", on: false },
  byHand: { type: "turned-by-hand" },
  shown: { type: "page-shown" },
  playRequested: { type: "play-when-opened", from: "last" },
  documents: { type: "documents-opened" },
  lastContinues: { type: "audio-continues", audio: "last" },
  firstContinues: { type: "audio-continues", audio: "first" },
  flowsOn: { type: "continued-audio-ended", flowsOn: true },
  fellSilent: { type: "continued-audio-ended", flowsOn: false },
} satisfies Record<string, PlayerEvent>;

type Row = [next: Phase, ...effects: string[]];
const still = (phase: Phase): Row => [phase];
/** @param isContinued the sound of the new page's first clip may be heard already */
const start = (clip: number, isContinued = false): string[] => [
  "cancel-wait",
  `start ${clip} ${isContinued}`,
  `highlight ${clip}`,
];
const stopAll = ["cancel-wait", "stop", "highlight null"];
const reset = [...stopAll, "rewind"];
const wait = `wait ${waitWithoutMedia}`;

const table: Record<Phase, Record<keyof typeof events, Row>> = {
  empty: {
    opened: ["paused", "stop", "highlight null"],
    openedSilent: ["paused", "stop", "highlight null"],
    cleared: ["empty", ...stopAll],
    play: ["turning"],
    pause: still("empty"),
    toggle: ["turning"],
    reached: still("empty"),
    begun: still("empty"),
    pageReached: still("empty"),
    pageBegun: still("empty"),
    ended: still("empty"),
    endedLast: still("empty"),
    turnTime: still("empty"),
    waitOver: still("empty"),
    chosen: still("empty"),
    failed: still("empty"),
    refused: still("empty"),
    autoOff: still("empty"),
    byHand: still("empty"),
    shown: still("empty"),
    playRequested: still("empty"),
    documents: still("empty"),
    lastContinues: still("empty"),
    firstContinues: still("empty"),
    flowsOn: still("empty"),
    fellSilent: still("empty"),
  },
  paused: {
    opened: ["paused", "stop", "highlight null"],
    openedSilent: ["paused", "stop", "highlight null"],
    cleared: ["empty", ...stopAll],
    play: ["playing", ...start(1)],
    pause: still("paused"),
    toggle: ["playing", ...start(1)],
    reached: still("paused"),
    begun: still("paused"),
    pageReached: still("paused"),
    pageBegun: still("paused"),
    ended: still("paused"),
    endedLast: still("paused"),
    turnTime: still("paused"),
    waitOver: still("paused"),
    chosen: ["playing", ...start(2)],
    failed: still("paused"),
    refused: still("paused"),
    autoOff: still("paused"),
    byHand: still("paused"),
    shown: still("paused"),
    playRequested: still("paused"),
    documents: still("paused"),
    lastContinues: still("paused"),
    firstContinues: still("paused"),
    flowsOn: still("paused"),
    fellSilent: still("paused"),
  },
  playing: {
    opened: ["playing", ...start(0)],
    openedSilent: ["waiting", "stop", "highlight null", wait],
    cleared: ["empty", ...stopAll],
    play: still("playing"),
    pause: ["paused", "cancel-wait", "stop"],
    toggle: ["paused", "cancel-wait", "stop"],
    reached: ["playing", "highlight 2"],
    begun: ["playing", "show 1"],
    pageReached: ["crossing", "start-next-page"],
    pageBegun: still("playing"),
    ended: ["playing", ...start(2)],
    endedLast: ["turning", "turn"],
    turnTime: ["turning", "turn"],
    waitOver: still("playing"),
    chosen: ["playing", ...start(2)],
    failed: ["waiting", "stop", "highlight 1", "show 1", "notice audio_failed", wait],
    refused: still("playing"),
    autoOff: still("playing"),
    byHand: still("playing"),
    shown: still("playing"),
    playRequested: still("playing"),
    documents: still("playing"),
    lastContinues: still("playing"),
    firstContinues: still("playing"),
    flowsOn: still("playing"),
    fellSilent: still("playing"),
  },
  waiting: {
    opened: ["playing", ...start(0)],
    openedSilent: ["waiting", "stop", "highlight null", wait],
    cleared: ["empty", ...stopAll],
    play: still("waiting"),
    pause: ["paused", "cancel-wait", "stop"],
    toggle: ["paused", "cancel-wait", "stop"],
    reached: still("waiting"),
    begun: still("waiting"),
    pageReached: still("waiting"),
    pageBegun: still("waiting"),
    ended: still("waiting"),
    endedLast: still("waiting"),
    turnTime: still("waiting"),
    waitOver: ["turning", "turn"],
    chosen: still("waiting"),
    failed: still("waiting"),
    refused: still("waiting"),
    autoOff: ["paused", ...reset],
    byHand: still("waiting"),
    shown: still("waiting"),
    playRequested: still("waiting"),
    documents: still("waiting"),
    lastContinues: still("waiting"),
    firstContinues: still("waiting"),
    flowsOn: still("waiting"),
    fellSilent: still("waiting"),
  },
  crossing: {
    opened: ["playing", ...start(0, true)],
    openedSilent: ["waiting", "stop", "highlight null", wait],
    cleared: ["empty", ...stopAll],
    play: still("crossing"),
    pause: ["paused", "cancel-wait", "stop", "highlight 1"],
    toggle: ["paused", "cancel-wait", "stop", "highlight 1"],
    reached: ["playing", "highlight 2"],
    begun: still("crossing"),
    pageReached: still("crossing"),
    pageBegun: ["turning", "turn"],
    ended: still("crossing"),
    endedLast: still("crossing"),
    turnTime: still("crossing"),
    waitOver: still("crossing"),
    chosen: ["playing", ...start(2, true)],
    failed: still("crossing"),
    refused: still("crossing"),
    autoOff: still("crossing"),
    byHand: still("crossing"),
    shown: still("crossing"),
    playRequested: still("crossing"),
    documents: still("crossing"),
    lastContinues: still("crossing"),
    firstContinues: still("crossing"),
    flowsOn: ["turning", "turn"],
    fellSilent: ["turning", "silence", "turn"],
  },
  turning: {
    opened: ["playing", ...start(0)],
    openedSilent: ["waiting", "stop", "highlight null", wait],
    cleared: ["empty", ...stopAll],
    play: still("turning"),
    pause: ["paused", "cancel-wait", "stop"],
    toggle: ["paused", "cancel-wait", "stop"],
    reached: still("turning"),
    begun: still("turning"),
    pageReached: still("turning"),
    pageBegun: still("turning"),
    ended: still("turning"),
    endedLast: still("turning"),
    turnTime: still("turning"),
    waitOver: still("turning"),
    chosen: ["playing", ...start(2)],
    failed: still("turning"),
    refused: ["paused", ...reset],
    autoOff: still("turning"),
    byHand: still("turning"),
    shown: still("turning"),
    playRequested: still("turning"),
    documents: still("turning"),
    lastContinues: still("turning"),
    firstContinues: still("turning"),
    flowsOn: still("turning"),
    fellSilent: still("turning"),
  },
};

function inWords(effects: ReturnType<typeof transition>["effects"]): string[] {
  return effects.map(({ type, ...rest }) => [type, ...Object.values(rest).map(String)].join(" "));
}

const pairs = Object.entries(table).flatMap(([phase, row]) =>
  Object.entries(row).map(
    ([name, [next, ...effects]]) => [phase as Phase, name as keyof typeof events, next, effects] as const,
  ),
);

test.each(pairs)("given the phase %s, then the event %s leads to %s", (phase, name, next, effects) => {
  const result = transition(states[phase], events[name]);
  expect(result.state.phase).toBe(next);
  expect(inWords(result.effects)).toEqual(effects);
});

test("without auto page turn the end of the last clip stops and rewinds to the first clip of the page", () => {
  const { state, effects } = transition({ ...states.playing, autoTurn: false }, events.endedLast);
  expect(state).toEqual({ ...states.playing, autoTurn: false, phase: "paused", clip: 0 });
  expect(inWords(effects)).toEqual(reset);
});

test("without auto page turn neither turnPageAt nor an empty page turns the page", () => {
  const byHand = { ...states.playing, autoTurn: false };
  expect(transition(byHand, events.turnTime)).toEqual({ state: byHand, effects: [] });
  expect(transition(byHand, events.pageReached)).toEqual({ state: byHand, effects: [] });
  expect(transition(byHand, events.openedSilent).state.phase).toBe("paused");
  const silent: PlayerState = { ...base, phase: "paused", clips: 0, clip: 0, autoTurn: false };
  expect(transition(silent, events.play)).toEqual({ state: silent, effects: [] });
});

test("a pause within a clip keeps the position, and a page turn by hand drops it", () => {
  const held = transition(states.playing, events.pause).state;
  expect(held.isHeld).toBe(true);
  expect(inWords(transition(held, events.play).effects)).toEqual(["resume", "highlight 1"]);
  const turned = transition(held, events.opened).state;
  expect(inWords(transition(turned, events.play).effects)).toEqual(start(0));
});

test("a clip's page is shown once, when its sound has begun, and again when playing resumes", () => {
  const begun = transition(states.playing, events.begun).state;
  expect(transition(begun, events.begun)).toEqual({ state: begun, effects: [] });
  expect(transition(states.playing, { type: "clip-begun", clip: 0 }).effects).toEqual([]);
  expect(inWords(transition(transition(begun, events.reached).state, { type: "clip-begun", clip: 2 }).effects)).toEqual(
    ["show 2"],
  );
  const resumed = transition(transition(begun, events.pause).state, events.play).state;
  expect(inWords(transition(resumed, events.begun).effects)).toEqual(["show 1"]);
});

test("given a pause between highlight and page turn, then playing resumes in the clip before", () => {
  const held = transition(states.crossing, events.pause).state;
  expect(inWords(transition(held, events.play).effects)).toEqual(["resume", "highlight 1"]);
});

test("a clip with a failed sound is shown for a while, then the next clip plays", () => {
  const failed = transition(states.playing, events.failed).state;
  expect(inWords(transition(failed, events.waitOver).effects)).toEqual(start(2));
});

test("a late failure of a clip on an earlier page changes nothing", () => {
  const oneClip: PlayerState = { ...states.playing, clips: 1, clip: 0 };
  expect(transition(oneClip, { type: "audio-failed", clip: 1 })).toEqual({ state: oneClip, effects: [] });
});

/** The state after these events, which follow the end of the last clip. */
function turned(...names: Array<keyof typeof events>): PlayerState {
  return names.reduce<PlayerState>((state, name) => transition(state, events[name]).state, states.turning);
}

test.each([
  [[], "nothing"],
  [["lastContinues"], "last"],
  [["firstContinues"], "first"],
  // What continues already stays.
  [["lastContinues", "firstContinues"], "last"],
  [["lastContinues", "flowsOn"], "first"],
  [["lastContinues", "fellSilent"], "nothing"],
  [["firstContinues", "fellSilent"], "nothing"],
  [["flowsOn"], "nothing"],
  [["firstContinues", "opened"], "nothing"],
  [["lastContinues", "openedSilent"], "nothing"],
  [["lastContinues", "pause"], "nothing"],
  [["lastContinues", "refused"], "nothing"],
  [["lastContinues", "cleared"], "nothing"],
  [["lastContinues", "chosen"], "nothing"],
  [["lastContinues", "autoOff", "play", "turnTime"], "last"],
] satisfies Array<[Array<keyof typeof events>, ContinuedAudio]>)(
  "given a page turn and then %j, then the sound that continues is %s",
  (names, continued) => {
    expect(turned(...names).continuedAudio).toBe(continued);
  },
);

test("given the new page's sound during the turn, then its first clip starts as one that is heard already", () => {
  expect(inWords(transition(turned("firstContinues"), events.opened).effects)).toEqual(start(0, true));
  expect(inWords(transition(turned("lastContinues"), events.opened).effects)).toEqual(start(0));
  expect(inWords(transition(turned("lastContinues"), events.fellSilent).effects)).toEqual(["silence"]);
});

test("given a page about to be shown, then its sound continues into the turn, unless it jumps back or fails", () => {
  const crossing = transition(states.playing, events.pageReached).state;
  expect(crossing).toEqual(states.crossing);
  expect(transition(crossing, events.pageBegun).state).toEqual({ ...states.turning, continuedAudio: "first" });
  expect(transition(crossing, events.reached).state.continuedAudio).toBe("nothing");
  expect(transition(crossing, events.fellSilent).state).toEqual(states.turning);
});

test("a page turned by hand is left behind until a page is shown", () => {
  const left = transition(states.playing, events.byHand).state;
  expect(left).toEqual({ ...states.playing, isLeftBehind: true });
  expect(transition(left, events.byHand).state).toBe(left);
  expect(transition(left, events.opened).state.isLeftBehind).toBe(true);
  expect(transition(left, events.shown).state).toEqual(states.playing);
});

test("given a request to play when documents open, then it is kept until they have, and plays once", () => {
  const requested = transition(states.paused, events.playRequested).state;
  const opened = transition(requested, events.opened).state;
  expect(opened).toMatchObject({ phase: "paused", playsWhenOpened: "last" });
  const playing = transition(opened, events.documents);
  expect(playing.state).toMatchObject({ phase: "playing", playsWhenOpened: null });
  expect(inWords(playing.effects)).toEqual(start(0));
  expect(transition(playing.state, events.documents)).toEqual({ state: playing.state, effects: [] });
});

const anyEvent: fc.Arbitrary<PlayerEvent> = fc.oneof(
  fc.constantFrom(...Object.values(events)),
  fc.record({ type: fc.constant("page-opened" as const), clips: fc.nat(5), clip: fc.constant(0) }),
  fc.record({
    type: fc.constantFrom("clip-reached" as const, "clip-begun" as const, "clip-ended" as const),
    clip: fc.nat(5),
  }),
);

test("given any events in any order, the clip is on the page and a stopped player has no timer or sound", () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 40 }), (sequence) => {
      let state = initialPlayer;
      let hasTimer = false;
      let isSounding = false;
      for (const event of sequence) {
        const next = transition(state, event);
        state = next.state;
        for (const effect of next.effects) {
          if (effect.type === "wait") hasTimer = true;
          if (effect.type === "cancel-wait") hasTimer = false;
          if (effect.type === "start" || effect.type === "resume" || effect.type === "start-next-page")
            isSounding = true;
          if (effect.type === "stop") isSounding = false;
        }
        if (event.type === "wait-over") hasTimer = false;
        expect(state.clips === 0 ? state.clip : state.clip < state.clips ? 0 : 1).toBe(0);
        if (!isRunning(state)) expect([hasTimer, isSounding]).toEqual([false, false]);
        if (state.phase === "crossing") expect(state.continuedAudio).toBe("first");
        else if (state.phase !== "turning") expect(state.continuedAudio).toBe("nothing");
      }
    }),
  );
});
