/** Steps of the pages on which families withdraw from a contract or cancel it. */
export const statementIntents = { check: "check", change: "change", confirm: "confirm" } as const;

/** What somebody states about a contract. */
export type ContractStatement = "withdrawal" | "cancellation";
