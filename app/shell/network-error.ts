/** Whether a fetch failed without a response. Browsers throw a TypeError whose text differs: Chromium, Firefox, Safari. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(error.message);
}
