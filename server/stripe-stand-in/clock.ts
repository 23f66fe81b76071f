/** Time of the stand-in. It runs with the machine's, ahead by as much as it was moved. */
export type Clock = {
  /** Seconds since 1970, as the provider writes every time. */
  now(): number;
  /** How far the clock is ahead of the machine's, in seconds. */
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

/** A date that is `count` months or years after another, on the last day of a month that is too short. */
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
