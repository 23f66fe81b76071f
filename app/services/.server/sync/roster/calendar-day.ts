/**
 * Whether a text is a day of the calendar as YYYY-MM-DD, also with a time after it. Days are compared as text, so that another order of
 * day, month and year, or a month 13, would end everything or nothing.
 */
export function isCalendarDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(text)?.[0];
  if (day === undefined) return false;
  const time = Date.parse(`${day}T00:00:00Z`);
  // 30 February is not refused, but read as a day of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
