/** A demo account by its role, or a visitor. */
export type Viewer = "super" | "admin" | "teacher" | "student" | "guardian" | "family" | "visitor";

export const demoPassword = "demo-Passw0rd";

/** URL of a realm of a running product: browsers resolve `{realm}.localhost` themselves. */
export function realmUrl(productUrl: string, realm: string): string {
  const url = new URL(productUrl);
  url.hostname = `${realm}.localhost`;
  return url.origin;
}
