import { AsyncResource } from "node:async_hooks";
import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import { type Region, regionOf } from "~/realms/realm";
import type { LedTurn } from "~/services/contracts/led-readings";

/**
 * The turns of led readings, for all open streams of this process: one call for all of them, and none while there is no stream. The table is
 * asked instead of listened to, since a transaction pooler has no LISTEN. Decision 106.
 */

/** Milliseconds from one call to the next: a turn may take 250 to the pupils' screens, most of it on its own way. */
const pollEvery = 50;

/** The same after a call that failed: the service is unavailable for a moment, and screens stay where they are. */
const pollAfterFailure = 2000;

/** @param turn null once the reading has ended */
export type TurnListener = (turn: LedTurn | null) => void;

type Watched = { of: Region; calls: CallContext; listeners: Set<TurnListener> };

/** Outside of all requests, so that the calls belong to the trace of none. */
const outside = new AsyncResource("LedTurns");

class LedTurns {
  private readonly readings = new Map<string, Watched>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly backend: Backend) {}

  /** @returns a function that ends it */
  watch(id: string, { realm, requestId, ipAddress, origin }: CallContext, listener: TurnListener): () => void {
    const calls: CallContext = { accessToken: null, realm, requestId, ipAddress, ...(origin ? { origin } : {}) };
    const watched = this.readings.get(id) ?? { of: regionOf(realm), calls, listeners: new Set() };
    this.readings.set(id, watched);
    watched.listeners.add(listener);
    this.timer ??= outside.runInAsyncScope(() => setTimeout(() => void this.poll(), pollEvery));
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0 && this.readings.get(id) === watched) this.readings.delete(id);
    };
  }

  private async poll(): Promise<void> {
    const isDone = await Promise.all((["eu", "us"] as const).map((region) => this.pollRegion(region)));
    const wait = isDone.every(Boolean) ? pollEvery : pollAfterFailure;
    this.timer = this.readings.size > 0 ? setTimeout(() => void this.poll(), wait) : undefined;
  }

  /** @returns false if the service is unavailable; the client has reported the cause */
  private async pollRegion(region: Region): Promise<boolean> {
    const asked = [...this.readings].filter(([, { of }]) => of === region);
    const [first] = asked;
    if (!first) return true;
    try {
      const id = asked.map(([each]) => each);
      const { body } = await this.backend.clients.library.getLedTurns({ query: { id } }, first[1].calls);
      const turns = new Map(body.data.map((turn) => [turn.id, turn]));
      for (const [each, { listeners }] of asked) for (const listener of listeners) listener(turns.get(each) ?? null);
      return true;
    } catch {
      return false;
    }
  }
}

const known = new WeakMap<Backend["clients"], LedTurns>();

/** The streams' common source in this process. */
export function ledTurnsOf(backend: Backend): Pick<LedTurns, "watch"> {
  const turns = known.get(backend.clients) ?? new LedTurns(backend);
  known.set(backend.clients, turns);
  return turns;
}
