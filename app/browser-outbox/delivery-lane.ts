import {
  type DeliveryEffect,
  type DeliveryEvent,
  type DeliveryRules,
  deliver,
  initialDelivery,
} from "./delivery.machine";
import type { EntryStore, Lane, OutboxEntry } from "./outbox-entry";

/**
 * The result of a call:
 * - `taken`: the server has the entries.
 * - `refused`: it will never accept them (a 4xx); they are removed, and the sender reports it.
 * - `later`: the network or the server is unavailable (no response, 5xx, 429); they are sent again.
 * - `signed_out`: no user is signed in, or another one is (401); they wait for their owner.
 */
export type DeliveryOutcome = "taken" | "refused" | "later" | "signed_out";

export type DeliverySender = {
  rules: DeliveryRules;
  /** Sends entries of one lane, oldest first. The server may have them already. A rejection counts as `later`. */
  send(entries: readonly OutboxEntry[]): Promise<DeliveryOutcome>;
  /**
   * Sends while the page is being hidden, without waiting for a response: the entries remain stored and may be sent
   * again. Omitted if a request that outlives the page is of no use.
   */
  sendLeaving?(entries: readonly OutboxEntry[]): void;
};

/** Lets one tab at a time send a lane. @returns false if another tab is sending; `work` was not called */
export type RunExclusively = (name: string, work: () => Promise<void>) => Promise<boolean>;

export type DeliveryLane = {
  /** An entry was added to the store. */
  added(): void;
  /** Sends all entries now. Resolves when no request is running, sent or not. */
  flush(): Promise<void>;
  /** The owner has signed in again. */
  resume(): void;
  stop(): void;
};

/** Executes the state machine's effects for one lane. */
export function createDeliveryLane(
  lane: Lane,
  { rules, send }: Pick<DeliverySender, "rules" | "send">,
  { store, oneAtATime, settled }: { store: EntryStore; oneAtATime: RunExclusively; settled(): void },
): DeliveryLane {
  let state = initialDelivery;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: Promise<void> = Promise.resolve();
  let isStopped = false;

  const dispatch = (event: DeliveryEvent) => {
    if (isStopped) return;
    const step = deliver(state, event, rules);
    state = step.state;
    for (const effect of step.effects) run(effect);
  };

  const run = (effect: DeliveryEffect) => {
    if (effect.type === "cancel") clearTimeout(timer);
    if (effect.type === "wait") {
      clearTimeout(timer);
      timer = setTimeout(() => dispatch({ type: "due" }), effect.milliseconds);
    }
    if (effect.type === "send") underWay = sendBatch(effect.most);
  };

  const sendBatch = async (most: number) => {
    let result: DeliveryEvent = { type: "failed" };
    try {
      const wasFree = await oneAtATime(nameOf(lane), async () => {
        result = await attempt(most);
      });
      if (!wasFree) result = { type: "busy" };
    } catch {
      result = { type: "failed" };
    }
    dispatch(result);
    settled();
  };

  const attempt = async (most: number): Promise<DeliveryEvent> => {
    const entries = await store.first(lane, most);
    if (entries.length > 0) {
      const outcome = await send(entries);
      // Sent one by one, so that one refused entry does not discard the others of its call.
      const isMixed = outcome === "refused" && entries.length > 1;
      for (const part of isMixed ? entries.map((entry) => [entry]) : [entries]) {
        const ofPart = isMixed ? await send(part) : outcome;
        if (ofPart === "later") return { type: "failed" };
        if (ofPart === "signed_out") return { type: "signed-out" };
        await store.remove(part);
      }
    }
    return { type: "settled", queued: await store.count(lane) };
  };

  const count = async (type: "queued" | "signed-in") => {
    const queued = await store.count(lane).catch(() => 0);
    if (queued > 0 || type === "signed-in") dispatch({ type, queued });
  };

  return {
    added: () => void count("queued"),
    async flush() {
      await count("queued");
      dispatch({ type: "pressed" });
      let last: Promise<void> | null = null;
      while (last !== underWay) {
        last = underWay;
        await last;
      }
    },
    resume: () => void count("signed-in").then(() => count("queued")),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function nameOf({ owner, kind }: Lane): string {
  return `fabel-outbox ${owner.uid} ${owner.profileId ?? ""} ${kind}`;
}
