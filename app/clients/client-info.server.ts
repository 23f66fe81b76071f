import { AsyncLocalStorage } from "node:async_hooks";

/** Whose request is being answered: only our own server process knows the browser's address, pages ask for it here. */
export type ClientInfo = { ipAddress: string | null; requestId: string };

const storage = new AsyncLocalStorage<ClientInfo>();

export function withClientInfo<Result>(clientInfo: ClientInfo, work: () => Result): Result {
  return storage.run(clientInfo, work);
}

/** null under a process that is not ours (remix-serve). */
export function currentClientInfo(): ClientInfo | null {
  return storage.getStore() ?? null;
}
