import { createHmac } from "node:crypto";
import type Stripe from "stripe";
import type { WebhookEndpoint } from "./account";

/** A delivery of an event to an endpoint. */
type Delivery = { event: Stripe.Event; endpoint: WebhookEndpoint; attempt: number };

/** Simulated delivery problems, for tests: real networks also delay, duplicate and reorder events. */
type WebhookFaults = {
  /** If true, nothing is sent automatically: `deliver` sends chosen deliveries in any order. */
  held: boolean;
  /** Sends everything twice. */
  doubled: boolean;
  /** Milliseconds before a delivery is sent. */
  delay: number;
};

export type Webhooks = {
  send(event: Stripe.Event, endpoints: WebhookEndpoint[]): void;
  /** Deliveries that are held back, oldest first. */
  held(): Delivery[];
  /** Sends a delivery now, held or not, and returns the response's status; null without a response. */
  deliver(delivery: Delivery): Promise<number | null>;
  /** Drops deliveries that are held back. */
  drop(): void;
  /** Resolves when no delivery is in progress; future retries do not count. */
  settled(): Promise<void>;
  faults: WebhookFaults;
  close(): void;
};

/** Seconds until the next attempt after a failed one. The provider retries for three days. */
const retries = [5, 30, 120, 600, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600, 24 * 3600];

/**
 * Sends signed events, and retries if a receiver does not respond with 2xx.
 * @param received called when a receiver has accepted an event
 */
export function createWebhooks(received: (event: Stripe.Event) => void): Webhooks {
  let waiting: Delivery[] = [];
  const underWay = new Set<Promise<unknown>>();
  const timers = new Set<NodeJS.Timeout>();
  const faults: WebhookFaults = { held: false, doubled: false, delay: 0 };
  let closed = false;

  const later = (milliseconds: number, work: () => void) => {
    if (closed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, milliseconds);
    timer.unref();
    timers.add(timer);
  };

  const deliver = (delivery: Delivery): Promise<number | null> => {
    const work = post(delivery).then((status) => {
      if (status !== null && status >= 200 && status < 300) {
        received(delivery.event);
      } else {
        const wait = retries[delivery.attempt];
        if (wait !== undefined) later(wait * 1000, () => void deliver({ ...delivery, attempt: delivery.attempt + 1 }));
      }
      return status;
    });
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
    return work;
  };

  return {
    send(event, endpoints) {
      for (const endpoint of endpoints) {
        const delivery = { event, endpoint, attempt: 0 };
        for (let copy = 0; copy < (faults.doubled ? 2 : 1); copy += 1) {
          if (faults.held) waiting.push(delivery);
          else if (faults.delay > 0) later(faults.delay, () => void deliver(delivery));
          else void deliver(delivery);
        }
      }
    },
    held: () => [...waiting],
    deliver(delivery) {
      const place = waiting.indexOf(delivery);
      if (place >= 0) waiting.splice(place, 1);
      return deliver(delivery);
    },
    drop() {
      waiting = [];
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    faults,
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

async function post({ event, endpoint }: Delivery): Promise<number | null> {
  const body = JSON.stringify(event, null, 2);
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
    "Stripe-Signature": signature(body, endpoint.secret, Math.floor(Date.now() / 1000)),
  };
  try {
    const response = await fetch(endpoint.url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(20_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

/** The signature header of a body: `t=SECONDS,v1=HMAC`. */
export function signature(body: string, secret: string, seconds: number): string {
  const hmac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${hmac}`;
}
