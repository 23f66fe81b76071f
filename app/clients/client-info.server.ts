import { AsyncLocalStorage } from "node:async_hooks";

/** The client of the current request. Only our server process knows the browser's address; pages read it here. */
export type ClientInfo = { ipAddress: string | null; requestId: string };

const storage = new AsyncLocalStorage<ClientInfo>();

export function withClientInfo<Result>(clientInfo: ClientInfo, work: () => Result): Result {
  return storage.run(clientInfo, work);
}

/** null under a process that is not ours (remix-serve). */
export function currentClientInfo(): ClientInfo | null {
  return storage.getStore() ?? null;
}
