/** The same time of day some months later, or on the month's last day, as the provider counts. @param seconds since the epoch */
export function monthsAfter(seconds: number, months: number): number {
  const day = new Date(seconds * 1000);
  const wanted = day.getUTCDate();
  day.setUTCDate(1);
  day.setUTCMonth(day.getUTCMonth() + months);
  const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
  day.setUTCDate(Math.min(wanted, last));
  return day.getTime() / 1000;
}
