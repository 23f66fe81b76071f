import { callServer } from "~/clients/browser-calls.client";
import type { FollowedReading, OwnLedReading } from "~/services/contracts/led-readings";
import type { JoinProblem } from "./join-problems";

/** What the reader's page asks the server about reading together. */

/** The teacher's reading that goes on now; null for none. @throws Error without a response */
export async function fetchOwnReading(): Promise<OwnLedReading | null> {
  const response = await callServer("/reader/together", { cache: "no-store" });
  if (!response.ok) throw new Error(`The own reading answered ${response.status}`);
  const { data } = (await response.json()) as { data: OwnLedReading[] };
  return data[0] ?? null;
}

/** @throws Error if it could not be started */
export async function startTogether(bookId: string): Promise<OwnLedReading> {
  const response = await post({ bookId });
  if (!response.ok) throw new Error(`Starting to read together answered ${response.status}`);
  return (await response.json()) as OwnLedReading;
}

export async function joinTogether(code: string): Promise<FollowedReading | JoinProblem> {
  try {
    const response = await post({ code });
    if (response.ok) return (await response.json()) as FollowedReading;
    return ({ 400: "missing", 404: "unknown", 429: "too_many" } as const)[response.status] ?? "failed";
  } catch {
    return "failed";
  }
}

export async function endTogether(id: string): Promise<void> {
  await callServer(`/reader/together/${id}`, { method: "DELETE", keepalive: true }).catch(() => undefined);
}

function post(body: object): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return callServer("/reader/together", { method: "POST", headers, body: JSON.stringify(body) });
}
