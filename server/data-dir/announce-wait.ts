import type { WhileWaiting } from "~/db/.server/migrate";

/** Milliseconds after which a start says what it waits for. */
const patience = 5000;

/** Prints what a start waits for, if that takes longer than five seconds. @param what e.g. `PostgreSQL to start` */
export const announceWait: WhileWaiting = async (what, work) => {
  const timer = setTimeout(() => console.log(`Waiting for ${what} …`), patience);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
};
