/**
 * Reports events in the browser to the page's action. They are only shown after a reload and decide nothing, so network errors are
 * ignored; `keepalive` sends them even while the tab closes.
 */
export type PaymentNotes = {
  /** Sends reports one after the other, so that they are stored in order. Resolves once the report was sent or has failed. */
  send(fields: Record<string, string>): Promise<void>;
  /** Resolves once all reports were sent. */
  settled(): Promise<void>;
};

export function createPaymentNotes(path: string): PaymentNotes {
  let last = Promise.resolve();
  return {
    send(fields) {
      last = last.then(() => send(path, fields));
      return last;
    },
    settled: () => last,
  };
}

async function send(path: string, fields: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(fields);
  // The action redirects to the page, which is already open.
  await fetch(path, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => undefined);
}
