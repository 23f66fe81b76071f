/** How the reader plays a page, as a pure machine. The controller owns the state; sound, view and timers only report. docs/product/reader.md#states. */

export type Phase =
  /** No page is open. */
  | "empty"
  | "paused"
  | "playing"
  /** Playing, but nothing sounds: a page without media, or a clip whose sound failed. */
  | "waiting"
  /** Playing, and about to go over to the next page: its first words are highlighted there, and it is shown when their sound has begun. */
  | "crossing"
  /** Playing, and a page is on its way. */
  | "turning";

export type PlayerState = {
  phase: Phase;
  /** Clips on the page; 0: a page without media. */
  clips: number;
  /** The clip that plays, or that play would begin with. */
  clip: number;
  /** Paused inside the clip: playing goes on where it stopped. */
  isHeld: boolean;
  /** The clip's sound has begun, so its page is shown; before that its words are only highlighted. */
  isBegun: boolean;
  autoTurn: boolean;
};

export type PlayerEvent =
  | { type: "page-opened"; clips: number; clip: number }
  | { type: "page-cleared" }
  | { type: "play" }
  | { type: "pause" }
  | { type: "toggle" }
  /** The media clock comes to a clip within this frame: its words are highlighted now. */
  | { type: "clip-reached"; clip: number }
  /** The clip's sound has begun: it is time for its page. */
  | { type: "clip-begun"; clip: number }
  /** The media clock comes to the first clip of the next page, which is ready, within this frame. */
  | { type: "page-reached" }
  /** That clip's sound has begun. */
  | { type: "page-begun" }
  /** The last clip of a run has ended. */
  | { type: "clip-ended"; clip: number }
  /** turnPageAt has come. */
  | { type: "turn-time" }
  | { type: "wait-over" }
  /** A sentence was tapped, or a position in the book was requested by its sound. */
  | { type: "clip-chosen"; clip: number }
  | { type: "audio-failed"; clip: number }
  /** There is no page to turn to. */
  | { type: "turn-refused" }
  | { type: "auto-turn-set"; on: boolean };

export type PlayerEffect =
  /** Sound the clip from its begin. */
  | { type: "start"; clip: number }
  /** Go on where the sound stopped. */
  | { type: "resume" }
  | { type: "stop" }
  /** Highlight the clip's words; null: none. */
  | { type: "highlight"; clip: number | null }
  /** Bring the page of the clip's words on screen. */
  | { type: "show"; clip: number }
  /** Go on with the next page's sound, and highlight its first words where they wait. */
  | { type: "cross" }
  | { type: "turn" }
  | { type: "wait"; milliseconds: number }
  | { type: "cancel-wait" }
  /** Back to the first track of the shown page, which `page-opened` names: it may be any page of the document. */
  | { type: "rewind" }
  | { type: "notice"; key: "audio_failed" };

export type Transition = { state: PlayerState; effects: PlayerEffect[] };

/** Page duration with no media. docs/product/reader.md#limits. */
export const waitWithoutMedia = 3000;

export const initialPlayer: PlayerState = {
  phase: "empty",
  clips: 0,
  clip: 0,
  isHeld: false,
  isBegun: false,
  autoTurn: true,
};

/** Whether the reader is on its way through the book by itself, also while it waits or turns. */
export function isRunning(state: PlayerState): boolean {
  return state.phase !== "empty" && state.phase !== "paused";
}

export function transition(state: PlayerState, event: PlayerEvent): Transition {
  switch (event.type) {
    case "page-opened":
      return openPage(state, event.clips, event.clip);
    case "page-cleared":
      return {
        state: { ...initialPlayer, autoTurn: state.autoTurn },
        effects: [{ type: "cancel-wait" }, { type: "stop" }, { type: "highlight", clip: null }],
      };
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
      return { state: { ...state, phase: "crossing" }, effects: [{ type: "cross" }] };
    case "page-begun":
      return state.phase === "crossing" ? turn(state) : stay(state);
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
      // A failure that comes late names a clip of a page that is gone.
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
      return state.phase === "turning" ? reset(state) : stay(state);
    case "auto-turn-set":
      if (!event.on && state.phase === "waiting" && state.clips === 0) return reset({ ...state, autoTurn: false });
      return stay({ ...state, autoTurn: event.on });
  }
}

function stay(state: PlayerState): Transition {
  return { state, effects: [] };
}

function turn(state: PlayerState): Transition {
  return { state: { ...state, phase: "turning" }, effects: [{ type: "turn" }] };
}

function reachClip(state: PlayerState, clip: number): Transition {
  // One that was crossing over has been sent back.
  const isNews = state.phase === "crossing" || (state.phase === "playing" && clip !== state.clip);
  if (!isNews || clip >= state.clips) return stay(state);
  return { state: { ...state, phase: "playing", clip, isBegun: false }, effects: [{ type: "highlight", clip }] };
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
    effects: [{ type: "cancel-wait" }, { type: "start", clip }, { type: "highlight", clip }],
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
  // Pressed before the first page's clips are known: the page that is about to open plays.
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
    // The highlight is not left on a page that did not come.
    effects: [
      { type: "cancel-wait" },
      { type: "stop" },
      ...(isCrossing ? [{ type: "highlight", clip: state.clip } as const] : []),
    ],
  };
}

/** When a track ends the next on the page plays; if none is left the page turns or playback stops at the first track. */
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
