/**
 * Tells a page's action what happened in the browser. It is shown after a reload and decides nothing, so a network that is gone holds
 * nobody up; what was begun is sent also while the tab closes.
 */
export async function note(path: string, fields: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(fields);
  // The action leads back to the page, which is there already.
  await fetch(path, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => undefined);
}
