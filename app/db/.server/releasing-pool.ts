import pg from "pg";

type WhenConnected = Parameters<pg.Pool["connect"]>[0];

/**
 * A pool that takes a connection back once it has ended, whether or not its holder releases it: drizzle releases none whose `begin`
 * failed, and ten transactions on a frozen database would leave the pool without a place for good.
 */
export class ReleasingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: NonNullable<WhenConnected>): void;
  override connect(callback?: WhenConnected): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect().then(releasedWhenEnded);
    super.connect(callback);
    return undefined;
  }
}

function releasedWhenEnded(client: pg.PoolClient): pg.PoolClient {
  const release = client.release;
  let isHeld = true;
  client.release = (error) => {
    // The pool throws at a second release, which a holder that does release cannot avoid.
    if (!isHeld) return;
    isHeld = false;
    client.off("end", releaseEnded);
    release.call(client, error);
  };
  const releaseEnded = () => client.release(true);
  client.once("end", releaseEnded);
  return client;
}
