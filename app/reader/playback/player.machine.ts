/**
 * Playback of a page, as a pure state machine. The controller owns the state; audio, view and timers only dispatch
 * events. docs/product/reader.md#states.
 */

export type Phase =
  /** No page is open. */
  | "empty"
  | "paused"
  | "playing"
  /** Playing, but silent: a page without media, or a clip whose audio failed. */
  | "waiting"
  /** Playing, just before the next page: its first text is highlighted there, and it is shown when its audio has begun. */
  | "crossing"
  /** Playing, while a page is loading. */
  | "turning";

/**
 * Sound that continues during a page turn: none; the old page's last sentence, which is played to its end (turnPageAt); or already the new
 * page's first clip. Only while crossing or turning.
 */
export type ContinuedAudio = "nothing" | "last" | "first";

export type PlayerState = {
  phase: Phase;
  /** Clips on the page; 0: a page without media. */
  clips: number;
  /** The current clip, or the one that playing would begin with. */
  clip: number;
  /** Paused inside the clip: playing resumes there. */
  isHeld: boolean;
  /** The clip's audio has begun, so its page is shown; before that its text is only highlighted. */
  isBegun: boolean;
  continuedAudio: ContinuedAudio;
  /** A page was turned by hand and playback has not followed yet: its text is no longer highlighted. */
  isLeftBehind: boolean;
  /** Play the next documents that open, from their first clip or, when skipping back, from their last sentence. */
  playsWhenOpened: "first" | "last" | null;
  autoTurn: boolean;
};

export type PlayerEvent =
  | { type: "page-opened"; clips: number; clip: number }
  | { type: "page-cleared" }
  | { type: "turned-by-hand" }
  /** A page is shown, whose clips may not be known yet. */
  | { type: "page-shown" }
  | { type: "play-when-opened"; from: "first" | "last" }
  /** Other documents are open: follows their `page-opened`. */
  | { type: "documents-opened" }
  | { type: "play" }
  | { type: "pause" }
  | { type: "toggle" }
  /** The media clock reaches a clip within this frame: its text is highlighted now. */
  | { type: "clip-reached"; clip: number }
  /** The clip's audio has begun: its page is shown. */
  | { type: "clip-begun"; clip: number }
  /** The media clock reaches the first clip of the preloaded next page within this frame. */
  | { type: "page-reached" }
  /** The audio of the next page's first clip has begun. */
  | { type: "page-begun" }
  /** The page turns while the audio continues. */
  | { type: "audio-continues"; audio: "last" | "first" }
  /** Audio that continued has ended, or failed; or it flows on into the new page's first clip. */
  | { type: "continued-audio-ended"; flowsOn: boolean }
  /** The last clip of a run has ended. */
  | { type: "clip-ended"; clip: number }
  /** The clip's turnPageAt was reached. */
  | { type: "turn-time" }
  | { type: "wait-over" }
  /** A sentence was tapped, or a clip was requested by its media time. */
  | { type: "clip-chosen"; clip: number }
  | { type: "audio-failed"; clip: number }
  /** There is no page to turn to. */
  | { type: "turn-refused" }
  | { type: "auto-turn-set"; on: boolean };

/** Without effects they change only how later events are handled, so nobody is told: a turned page is painted first. */
export const unseenEvents: ReadonlySet<PlayerEvent["type"]> = new Set([
  "turned-by-hand",
  "page-shown",
  "play-when-opened",
  "documents-opened",
  "audio-continues",
  "continued-audio-ended",
] as const);

export type PlayerEffect =
  /** Play the clip from its begin. `isContinued`: its audio may be heard already. */
  | { type: "start"; clip: number; isContinued: boolean }
  /** Resume where the audio stopped. */
  | { type: "resume" }
  | { type: "stop" }
  /** Stop the audio that continued. */
  | { type: "silence" }
  /** Highlight the clip's text; null: none. */
  | { type: "highlight"; clip: number | null }
  /** Show the page of the clip's text. */
  | { type: "show"; clip: number }
  /** Continue with the next page's audio, and highlight its first text if it is preloaded. */
  | { type: "start-next-page" }
  | { type: "turn" }
  | { type: "wait"; milliseconds: number }
  | { type: "cancel-wait" }
  /** Back to the first clip of the shown page, which `page-opened` gives: it may be any page of the document. */
  | { type: "rewind" }
  | { type: "notice"; key: "audio_failed" };

type Transition = { state: PlayerState; effects: PlayerEffect[] };

/** Milliseconds that a page without media is shown. docs/product/reader.md#limits. */
export const waitWithoutMedia = 3000;

export const initialPlayer: PlayerState = {
  phase: "empty",
  clips: 0,
  clip: 0,
  isHeld: false,
  isBegun: false,
  continuedAudio: "nothing",
  isLeftBehind: false,
  playsWhenOpened: null,
  autoTurn: true,
};

/** Whether playback is on, including while it waits or turns a page. */
export function isRunning(state: PlayerState): boolean {
  return state.phase !== "empty" && state.phase !== "paused";
}

export function transition(state: PlayerState, event: PlayerEvent): Transition {
  const { state: next, effects } = step(state, event);
  const isOver = effects.some(({ type }) => type === "start" || type === "stop");
  return { state: isOver ? withContinuedAudio(next, "nothing") : next, effects };
}

function step(state: PlayerState, event: PlayerEvent): Transition {
  switch (event.type) {
    case "page-opened":
      return openPage(state, event.clips, event.clip);
    case "page-cleared":
      return {
        state: { ...initialPlayer, autoTurn: state.autoTurn },
        effects: [{ type: "cancel-wait" }, { type: "stop" }, { type: "highlight", clip: null }],
      };
    case "turned-by-hand":
      return stay(state.isLeftBehind ? state : { ...state, isLeftBehind: true });
    case "page-shown":
      return stay(state.isLeftBehind ? { ...state, isLeftBehind: false } : state);
    case "play-when-opened":
      return stay({ ...state, playsWhenOpened: event.from });
    case "documents-opened":
      return state.playsWhenOpened ? play({ ...state, playsWhenOpened: null }) : stay(state);
    case "play":
      return play(state);
    case "pause":
      return pause(state);
    case "toggle":
      return isRunning(state) ? pause(state) : play(state);
    case "clip-reached":
      return reachClip(state, event.clip);
    case "clip-begun":
      if (state.phase !== "playing" || event.clip !== state.clip || state.isBegun) return stay(state);
      return { state: { ...state, isBegun: true }, effects: [{ type: "show", clip: event.clip }] };
    case "page-reached":
      if (state.phase !== "playing" || !state.autoTurn) return stay(state);
      return {
        state: { ...state, phase: "crossing", continuedAudio: "first" },
        effects: [{ type: "start-next-page" }],
      };
    case "page-begun":
      return state.phase === "crossing" ? turn(state) : stay(state);
    case "audio-continues":
      if (state.phase !== "turning" || state.continuedAudio !== "nothing") return stay(state);
      return stay(withContinuedAudio(state, event.audio));
    case "continued-audio-ended":
      return state.continuedAudio === "nothing" ? stay(state) : endContinuedAudio(state, event.flowsOn);
    case "clip-ended":
      return state.phase === "playing" ? goOn(state, event.clip) : stay(state);
    case "turn-time":
      return state.phase === "playing" && state.autoTurn ? turn(state) : stay(state);
    case "wait-over":
      return state.phase === "waiting" ? goOn(state, state.clip) : stay(state);
    case "clip-chosen":
      if (state.phase === "empty" || event.clip >= state.clips) return stay(state);
      return startClip(state, event.clip);
    case "audio-failed":
      // A delayed failure may refer to a clip of a previous page.
      if (state.phase !== "playing" || event.clip >= state.clips) return stay(state);
      return {
        state: { ...state, phase: "waiting", clip: event.clip },
        effects: [
          { type: "stop" },
          { type: "highlight", clip: event.clip },
          { type: "show", clip: event.clip },
          { type: "notice", key: "audio_failed" },
          { type: "wait", milliseconds: waitWithoutMedia },
        ],
      };
    case "turn-refused":
      return state.phase === "turning" ? reset(state) : stay(withContinuedAudio(state, "nothing"));
    case "auto-turn-set":
      if (!event.on && state.phase === "waiting" && state.clips === 0) return reset({ ...state, autoTurn: false });
      return stay({ ...state, autoTurn: event.on });
  }
}

function stay(state: PlayerState): Transition {
  return { state, effects: [] };
}

function withContinuedAudio(state: PlayerState, continuedAudio: ContinuedAudio): PlayerState {
  return state.continuedAudio === continuedAudio ? state : { ...state, continuedAudio };
}

function endContinuedAudio(state: PlayerState, flowsOn: boolean): Transition {
  const ended = withContinuedAudio(state, flowsOn ? "first" : "nothing");
  const { state: next, effects } = state.phase === "crossing" ? turn(ended) : stay(ended);
  return { state: next, effects: flowsOn ? effects : [{ type: "silence" }, ...effects] };
}

function turn(state: PlayerState): Transition {
  return { state: { ...state, phase: "turning" }, effects: [{ type: "turn" }] };
}

function reachClip(state: PlayerState, clip: number): Transition {
  // A clip reached while crossing means that the audio was seeked back.
  const isNews = state.phase === "crossing" || (state.phase === "playing" && clip !== state.clip);
  if (!isNews || clip >= state.clips) return stay(state);
  return {
    state: { ...state, phase: "playing", clip, isBegun: false, continuedAudio: "nothing" },
    effects: [{ type: "highlight", clip }],
  };
}

function openPage(state: PlayerState, clips: number, clip: number): Transition {
  const opened = { ...state, clips, clip, isHeld: false, isBegun: false };
  if (!isRunning(state)) {
    return { state: { ...opened, phase: "paused" }, effects: [{ type: "stop" }, { type: "highlight", clip: null }] };
  }
  return clips > 0 ? startClip(opened, clip) : waitOut(opened);
}

function startClip(state: PlayerState, clip: number): Transition {
  return {
    state: { ...state, phase: "playing", clip, isHeld: false, isBegun: false },
    effects: [
      { type: "cancel-wait" },
      { type: "start", clip, isContinued: state.continuedAudio === "first" },
      { type: "highlight", clip },
    ],
  };
}

/** A page without media is shown for a while, then the next one; without auto page turn there is nothing to play. */
function waitOut(state: PlayerState): Transition {
  if (!state.autoTurn) return reset(state);
  return {
    state: { ...state, phase: "waiting" },
    effects: [{ type: "stop" }, { type: "highlight", clip: null }, { type: "wait", milliseconds: waitWithoutMedia }],
  };
}

function play(state: PlayerState): Transition {
  // Pressed before the first page's clips are known: plays as soon as the page opens.
  if (state.phase === "empty") return stay({ ...state, phase: "turning" });
  if (state.phase !== "paused") return stay(state);
  if (state.clips === 0) return state.autoTurn ? waitOut(state) : stay(state);
  if (!state.isHeld) return startClip(state, state.clip);
  return {
    state: { ...state, phase: "playing", isHeld: false, isBegun: false },
    effects: [{ type: "resume" }, { type: "highlight", clip: state.clip }],
  };
}

function pause(state: PlayerState): Transition {
  if (!isRunning(state)) return stay(state);
  const isCrossing = state.phase === "crossing";
  return {
    state: { ...state, phase: "paused", isHeld: isCrossing || state.phase === "playing" },
    // Removes the highlight from a next page that will not be shown.
    effects: [
      { type: "cancel-wait" },
      { type: "stop" },
      ...(isCrossing ? [{ type: "highlight", clip: state.clip } as const] : []),
    ],
  };
}

/** When a clip ends, the next one on the page plays; if there is none, the page turns, or playback stops and returns to the first clip. */
function goOn(state: PlayerState, ended: number): Transition {
  if (ended + 1 < state.clips) return startClip(state, ended + 1);
  return state.autoTurn ? turn(state) : reset(state);
}

function reset(state: PlayerState): Transition {
  return {
    state: { ...state, phase: "paused", clip: 0, isHeld: false, isBegun: false },
    effects: [{ type: "cancel-wait" }, { type: "stop" }, { type: "highlight", clip: null }, { type: "rewind" }],
  };
}
