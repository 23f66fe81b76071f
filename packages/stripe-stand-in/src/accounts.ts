import Stripe from "stripe";
import type { Account, AccountSettings } from "./account";
import type { Clock } from "./clock";
import { newId } from "./ids";
import type { Ledger, LedgerBook } from "./ledger";
import { present } from "./present";
import type { Webhooks } from "./webhooks";

/** The request that caused events; null for automatic ones. */
export type Cause = { id: string; idempotencyKey: string | null } | null;

export type Accounts = {
  all: Account[];
  bySecretKey(key: string): Account | null;
  byPublishableKey(key: string): Account | null;
  /** Runs work: stores its changes together, then sends its events. */
  during<Result>(account: Account, cause: Cause, work: () => Result): Result;
  /** Resends events that were not received when the stand-in stopped. */
  resendUnreceived(): void;
};

const originNote = "public-origin";

export function createAccounts(
  settings: AccountSettings[],
  book: LedgerBook,
  clock: Clock,
  webhooks: Webhooks,
): Accounts {
  const outgoing = new Map<string, Stripe.Event[]>();
  let cause: Cause = null;

  const make = (each: AccountSettings): Account => {
    const ledger = book.of(each.name);
    const account: Account = {
      settings: each,
      ledger,
      clock,
      publicOrigin: () => ledger.note<string>(originNote) ?? each.publicOrigin,
      setPublicOrigin(origin) {
        if (ledger.note(originNote) !== origin) ledger.setNote(originNote, origin);
      },
      emit(type, object, previous) {
        const event = {
          id: newId("evt"),
          object: "event",
          api_version: Stripe.API_VERSION,
          created: clock.now(),
          data: {
            object: structuredClone(present(account, object)),
            ...(previous ? { previous_attributes: previous } : {}),
          },
          livemode: false,
          pending_webhooks: each.webhooks.length,
          request: { id: cause?.id ?? null, idempotency_key: cause?.idempotencyKey ?? null },
          type,
        } as unknown as Stripe.Event;
        ledger.put(event);
        outgoing.set(each.name, [...(outgoing.get(each.name) ?? []), event]);
      },
    };
    return account;
  };

  const all = settings.map(make);
  const keyed = (name: "secretKey" | "publishableKey", key: string) =>
    all.find((account) => account.settings[name] === key) ?? null;

  return {
    all,
    bySecretKey: (key) => keyed("secretKey", key),
    byPublishableKey: (key) => keyed("publishableKey", key),
    during(account, by, work) {
      cause = by;
      try {
        return work();
      } finally {
        cause = null;
        book.flush();
        const events = outgoing.get(account.settings.name) ?? [];
        outgoing.delete(account.settings.name);
        for (const event of events) webhooks.send(event, account.settings.webhooks);
      }
    },
    resendUnreceived() {
      const horizon = clock.now() - 3 * 24 * 3600;
      for (const account of all) {
        const waiting = account.ledger.all("event").filter((event) => {
          return event.pending_webhooks > 0 && event.created > horizon;
        });
        for (const event of waiting.reverse()) webhooks.send(event, account.settings.webhooks);
      }
    },
  };
}

/** Records that a webhook has received an event. */
export function markReceived(ledgers: Ledger[], event: Stripe.Event): void {
  for (const ledger of ledgers) {
    const known = ledger.get("event", event.id);
    if (known) ledger.put({ ...known, pending_webhooks: Math.max(0, known.pending_webhooks - 1) });
  }
}
