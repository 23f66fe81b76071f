import { AsyncLocalStorage } from "node:async_hooks";

/** Client of the current request. Only our server process knows the addresses of the connection; pages read them here. */
export type RequestClient = {
  ipAddress: string | null;
  requestId: string;
  /** The address of this machine that the connection came in on. */
  localAddress?: string | null;
};

const storage = new AsyncLocalStorage<RequestClient>();

export function withClientInfo<Result>(clientInfo: RequestClient, work: () => Result): Result {
  return storage.run(clientInfo, work);
}

/** null in a process other than ours (remix-serve). */
export function currentClientInfo(): RequestClient | null {
  return storage.getStore() ?? null;
}
