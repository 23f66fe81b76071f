/** What the forms of the step-up page do. */
export const escalateIntents = { send: "send", prove: "prove" } as const;
export type EscalateIntent = (typeof escalateIntents)[keyof typeof escalateIntents];
