import type { CacheUse } from "~/caching/create-cache";

/** What the process needs of the product's composition root (app/clients/wiring.server.ts). */
export type ProcessWiring = {
  serveServices(request: Request, client: ClientInfo): Promise<Response>;
  /** Runs work for a page with the client's info at hand (app/clients/client-info.server.ts). */
  withClientInfo<Result>(client: ClientInfo, work: () => Result): Result;
  /** Whether both databases respond. */
  isReady(): Promise<boolean>;
  /** Use of the pages' caches; the process bundle has caches of its own. */
  cacheUses(): CacheUse[];
  /** With DEMO=1: adds the demonstration's people and books where they are missing. */
  seed(booksFolder: string, begun: () => void): Promise<void>;
  /** Reports unexpected errors. */
  errors: { report(error: unknown, context: { where: string; requestId?: string }): void };
  startJobs(): Promise<void>;
  /** Gives jobs in progress back and closes pools. Call it when nothing uses them any more. */
  close(): Promise<void>;
};

export type ClientInfo = { ipAddress: string | null; requestId: string };
