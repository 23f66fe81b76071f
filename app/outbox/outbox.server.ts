import type { Backend } from "~/clients/backend";
import { optionalUser } from "~/session/guard.server";

/** Messages that the demo would have sent. The page exists only in the demo. */

export type ListedMessage = {
  id: number;
  kind: "sms" | "mail";
  to: string;
  subject: string;
  text: string;
  /** ISO 8601. */
  at: string;
};

const maxMessages = 50;

/** @throws Response 404 unless DEMO=1 */
export async function loadOutbox(backend: Backend, request: Request): Promise<{ messages: ListedMessage[] }> {
  const { environment, outbox } = backend;
  if (!environment.demo) throw new Response(null, { status: 404, statusText: "Not Found" });
  const { realm } = await optionalUser(backend, request);
  const messages = await outbox.list(realm, maxMessages);
  return {
    messages: messages.map(({ id, kind, to, subject, text, at }) => ({
      id,
      kind,
      to,
      subject,
      text,
      at: at.toISOString(),
    })),
  };
}
