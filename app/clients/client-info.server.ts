import { AsyncLocalStorage } from "node:async_hooks";

/** Client of the current request. Only our server process knows the browser's IP address; pages read it here. */
export type ClientInfo = { ipAddress: string | null; requestId: string };

const storage = new AsyncLocalStorage<ClientInfo>();

export function withClientInfo<Result>(clientInfo: ClientInfo, work: () => Result): Result {
  return storage.run(clientInfo, work);
}

/** null in a process other than ours (remix-serve). */
export function currentClientInfo(): ClientInfo | null {
  return storage.getStore() ?? null;
}
