/** The stand-in's clock: the machine's time plus an adjustable offset. */
export type Clock = {
  /** Seconds since 1970, the provider's unit of time. */
  now(): number;
  /** Offset to the machine's clock, in seconds. */
  ahead(): number;
  setAhead(seconds: number): void;
};

export function createClock(ahead = 0): Clock {
  return {
    now: () => Math.floor(Date.now() / 1000) + ahead,
    ahead: () => ahead,
    setAhead(seconds) {
      ahead = seconds;
    },
  };
}

export const day = 24 * 60 * 60;

/** The date `count` intervals later; the last day of the month if it is too short. */
export function addInterval(seconds: number, interval: string, count: number, anchor = seconds): number {
  if (interval === "day") return seconds + count * day;
  if (interval === "week") return seconds + count * 7 * day;
  const date = new Date(seconds * 1000);
  const months = interval === "year" ? count * 12 : count;
  const wantedDay = new Date(anchor * 1000).getUTCDate();
  const first = new Date(date);
  first.setUTCDate(1);
  first.setUTCMonth(first.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(wantedDay, lastDay));
  return Math.floor(first.getTime() / 1000);
}
