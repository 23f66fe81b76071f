const browsers: Array<[string, string]> = [
  ["Edg/", "Edge"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
];
const systems: Array<[string, string]> = [
  ["iPad", "iPad"],
  ["iPhone", "iPhone"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
];

/** Browser and system names that users recognise in a user agent: `Chrome, Windows`; null if neither is known. */
export function deviceNameOf(userAgent: string | null): string | null {
  const nameIn = (names: Array<[string, string]>) => names.find(([mark]) => userAgent?.includes(mark))?.[1];
  return [nameIn(browsers), nameIn(systems)].filter(Boolean).join(", ") || null;
}
