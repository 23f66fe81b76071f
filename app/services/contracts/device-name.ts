/** Marks of browsers in a user agent, the more special ones first: most browsers also name the one they are made of. */
const browsers = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const systems = [
  ["iPad", "iPad"],
  ["iPhone", "iPhone"],
  ["Android", "Android"],
  ["CrOS", "Chromebook"],
  ["Windows", "Windows"],
  ["Mac OS", "Mac"],
  ["Linux", "Linux"],
] as const;

/** The browser and the system that a user agent names, by the names that people know; null for what it does not say. */
export function readUserAgent(userAgent: string | null): { browser: string | null; system: string | null } {
  const nameIn = (marks: ReadonlyArray<readonly [string, string]>) =>
    marks.find(([mark]) => userAgent?.includes(mark))?.[1] ?? null;
  return { browser: nameIn(browsers), system: nameIn(systems) };
}

/** Browser and system of a user agent where there is no sentence for them: `Chrome, Windows`; null if neither is known. */
export function deviceNameOf(userAgent: string | null): string | null {
  const { browser, system } = readUserAgent(userAgent);
  return [browser, system].filter(Boolean).join(", ") || null;
}
