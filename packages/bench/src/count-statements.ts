import pg from "pg";

/** Counts all statements sent to the database from now on, including commits. */
export function countStatements(): { count: number; stop(): void } {
  const original = pg.Client.prototype.query;
  const stop = () => {
    pg.Client.prototype.query = original;
  };
  const counter = { count: 0, stop };
  pg.Client.prototype.query = function (this: pg.Client, ...parts: unknown[]) {
    counter.count += 1;
    return Reflect.apply(original, this, parts);
  } as typeof original;
  return counter;
}
