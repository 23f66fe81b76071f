/** What the form of a pupil's assignment does. */
export const answerIntents = { save: "save", ask: "ask", submit: "submit" } as const;
