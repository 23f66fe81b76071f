import { AsyncLocalStorage } from "node:async_hooks";

/** Whose request is being answered: only our own server process knows the browser's address, pages ask for it here. */
export type Peer = { ipAddress: string | null; requestId: string };

const peers = new AsyncLocalStorage<Peer>();

export function during<Result>(peer: Peer, work: () => Result): Result {
  return peers.run(peer, work);
}

/** null under a process that is not ours (remix-serve). */
export function currentPeer(): Peer | null {
  return peers.getStore() ?? null;
}
