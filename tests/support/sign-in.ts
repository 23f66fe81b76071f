/** Who looks: a demo account by its role, or nobody. */
export type Viewer = "super" | "admin" | "teacher" | "student" | "guardian" | "family" | "visitor";

export const demoPassword = "demo-Passw0rd";

/** The address of a realm on a running product: `{realm}.localhost` resolves in a browser by itself. */
export function realmUrl(productUrl: string, realm: string): string {
  const url = new URL(productUrl);
  url.hostname = `${realm}.localhost`;
  return url.origin;
}
