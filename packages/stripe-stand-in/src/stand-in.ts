import path from "node:path";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Account, AccountSettings } from "./account";
import { createAccounts, markReceived } from "./accounts";
import { apiHandler, type StandInEnv } from "./api-handler";
import { apiRoutes } from "./api-routes";
import { createBrowserFiles } from "./browser-files";
import { createClock } from "./clock";
import { createFaults, type Faults } from "./faults";
import { purgeExpiredReplies } from "./idempotency";
import { openLedgers } from "./ledger";
import { addPages } from "./pages/page-routes";
import { runDue } from "./resources/billing-cycle";
import { seedAccount } from "./seed";
import { createWebhooks, type Webhooks } from "./webhooks";

export type StandInOptions = {
  accounts: AccountSettings[];
  /** Folder for the state; null to store it in memory only. */
  folder: string | null;
  /** Folder with the built browser scripts; null to bundle them on demand. */
  files: string | null;
};

export type StandIn = {
  fetch(request: Request, bindings?: Partial<HttpBindings>): Response | Promise<Response>;
  accounts: Account[];
  clock: {
    /** Seconds since 1970. */
    now(): number;
    /** Advances the clock: renewals, retries and expiries until then happen at their times. */
    advance(seconds: number): void;
  };
  faults: Faults;
  webhooks: Webhooks;
  close(): void;
};

const clockNote = "clock-ahead";

/**
 * A card payment provider for demos and tests. It implements the part of Stripe's API that the product uses, in the version of the SDK,
 * and charges no card. docs/decisions/0046-stripe-stand-in.md.
 */
export function createStandIn({ accounts: settings, folder, files }: StandInOptions): StandIn {
  const book = openLedgers(folder && path.join(folder, "ledger.jsonl"));
  const own = book.of("");
  const clock = createClock(own.note<number>(clockNote) ?? 0);
  const faults = createFaults();
  const webhooks = createWebhooks((event) => {
    markReceived(
      accounts.all.map((account) => account.ledger),
      event,
    );
    book.flush();
  });
  const accounts = createAccounts(settings, book, clock, webhooks);
  // Seed data cause no events.
  const silent = { emit: () => undefined };
  for (const account of accounts.all) accounts.during(account, null, () => seedAccount({ ...account, ...silent }));

  const app = new Hono<StandInEnv>();
  for (const route of apiRoutes) {
    const handler = apiHandler({ accounts, faults }, route);
    app.on(route.method, [route.path, `/test-payments${route.path}`], handler);
  }
  addPages(app, accounts, createBrowserFiles(files));
  app.notFound((c) =>
    c.json(
      {
        error: {
          type: "invalid_request_error",
          message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
        },
      },
      404,
    ),
  );

  /** Performs all work due until a time, in every account. */
  const settle = (until: number) => {
    const start = clock.ahead();
    for (const account of accounts.all) {
      clock.setAhead(start);
      accounts.during(account, null, () => {
        purgeExpiredReplies(account.ledger, clock.now());
        runDue(account, until, (seconds) => clock.setAhead(clock.ahead() + seconds - clock.now()));
      });
    }
    clock.setAhead(start);
  };
  const timer = setInterval(() => settle(clock.now()), 30_000).unref();
  settle(clock.now());
  accounts.resendUnreceived();

  return {
    fetch: (request, bindings = {}) => app.fetch(request, bindings),
    accounts: accounts.all,
    clock: {
      now: () => clock.now(),
      advance(seconds) {
        const until = clock.now() + seconds;
        settle(until);
        clock.setAhead(clock.ahead() + until - clock.now());
        own.setNote(clockNote, clock.ahead());
        book.flush();
      },
    },
    faults,
    webhooks,
    close() {
      clearInterval(timer);
      webhooks.close();
      book.flush();
    },
  };
}
