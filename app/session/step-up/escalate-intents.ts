/** Intents of the step-up page's forms. */
export const escalateIntents = { send: "send", prove: "prove" } as const;
export type EscalateIntent = (typeof escalateIntents)[keyof typeof escalateIntents];
