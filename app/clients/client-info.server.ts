import { AsyncLocalStorage } from "node:async_hooks";

/** Client of the current request. Only our server process knows the addresses of the connection; pages read them here. */
export type ClientInfo = {
  ipAddress: string | null;
  requestId: string;
  /** The address of this machine that the connection came in on. */
  localAddress?: string | null;
};

const storage = new AsyncLocalStorage<ClientInfo>();

export function withClientInfo<Result>(clientInfo: ClientInfo, work: () => Result): Result {
  return storage.run(clientInfo, work);
}

/** null in a process other than ours (remix-serve). */
export function currentClientInfo(): ClientInfo | null {
  return storage.getStore() ?? null;
}
