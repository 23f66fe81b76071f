import type { CacheUse } from "~/caching/create-cache";

/** The process's view of the product's composition root (app/clients/wiring.server.ts). */
export type ProcessWiring = {
  serveServices(request: Request, client: ConnectedClient): Promise<Response>;
  /** Runs a page's work with the client's info as context (app/clients/client-info.server.ts). */
  withClientInfo<Result>(client: ConnectedClient, work: () => Result): Result;
  /** Whether both databases respond. */
  isReady(): Promise<boolean>;
  /** Cache statistics of the pages; the process bundle has its own caches. */
  cacheUses(): CacheUse[];
  /** With DEMO=1: adds the demo people and books that are missing. */
  seed(booksFolder: string, begun: () => void): Promise<void>;
  /** Reports unexpected errors. */
  errors: { report(error: unknown, context: { where: string; requestId?: string }): void };
  startJobs(): Promise<void>;
  /** Releases jobs in progress and closes the connection pools. Call it when they are no longer in use. */
  close(): Promise<void>;
};

export type ConnectedClient = {
  ipAddress: string | null;
  requestId: string;
  localAddress?: string | null;
  arrivedAt?: Date;
  previousResponseAt?: Date | null;
};
