/**
 * Tells a page's action what happened in the browser. It is shown after a reload and decides nothing, so a network that is gone holds
 * nobody up; what was begun is sent also while the tab closes.
 */
export type Notes = {
  /** Sends one after the other: what came first must not be stored last. Resolves once it was sent, or could not be. */
  tell(fields: Record<string, string>): Promise<void>;
  /** Resolves once everything was sent. */
  settled(): Promise<void>;
};

export function createNotes(path: string): Notes {
  let last = Promise.resolve();
  return {
    tell(fields) {
      last = last.then(() => send(path, fields));
      return last;
    },
    settled: () => last,
  };
}

async function send(path: string, fields: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(fields);
  // The action leads back to the page, which is there already.
  await fetch(path, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => undefined);
}
