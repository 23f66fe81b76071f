import pg from "pg";

/** Counts everything that goes to the database from now on, the ends of transactions among it. */
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
