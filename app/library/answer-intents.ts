/** Intents of the form of a pupil's assignment. */
export const answerIntents = { save: "save", ask: "ask", submit: "submit" } as const;
