import type { Database } from "~/db/.server/connect";

export type TransactionSoFar = {
  /** Number of the statement in its transaction, from 1; `begin` does not count, `commit` does. */
  number: number;
  /** The values of the transaction's statements up to this one. */
  values: string;
};

/**
 * Makes statements of transactions fail that `fails` selects, as if the database had refused them; statements outside of a transaction
 * are sent as usual.
 * @returns a function that ends this, and returns the largest number of statements seen in one transaction
 */
export function failStatements(database: Database, fails: (so: TransactionSoFar) => boolean): () => number {
  const pool = database.$client;
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<object>;
  let most = 0;
  Object.assign(pool, {
    // The pool itself calls it with a callback, for statements outside of a transaction.
    connect: async (callback?: unknown) => {
      if (callback) return connect(callback);
      const client = await connect();
      const so: TransactionSoFar = { number: 0, values: "" };
      return new Proxy(client, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== "function") return member;
          if (name !== "query") return member.bind(target);
          return async (statement: string | { text: string }, values?: unknown[]) => {
            const text = typeof statement === "string" ? statement : statement.text;
            if (/^begin/i.test(text)) Object.assign(so, { number: 0, values: "" });
            else if (!/^rollback/i.test(text)) {
              so.number += 1;
              so.values += `\n${(values ?? []).map(String).join("\n")}`;
              most = Math.max(most, so.number);
              if (fails({ ...so })) throw new Error(`statement ${so.number} fails`);
            }
            return member.call(target, statement, values);
          };
        },
      });
    },
  });
  return () => {
    Object.assign(pool, { connect });
    return most;
  };
}
