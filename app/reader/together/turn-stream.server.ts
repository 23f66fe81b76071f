import type { Backend } from "~/clients/backend";
import type { CallContext } from "~/clients/client";
import type { WhyEnded } from "~/reader/controller/in-class";
import type { FollowedReading } from "~/services/contracts/led-readings";
import { ServiceError } from "~/services/contracts/service-error";
import { unprolongedCredentials } from "~/session/unprolonged-session.server";
import type { LedEvent } from "./led-events";
import { ledTurnsOf } from "./led-turns.server";

/** The stream of a led reading's turns to one screen, as server-sent events. docs/product/reader.md#reading-together; decision 106. */

/** Milliseconds between two comments, which keep proxies from closing the connection and show when a client has left. */
const keepAliveEvery = 15_000;

/** Milliseconds after which it is checked again whether the pupil may follow: the teacher, the group or the session may have changed. */
const checkEvery = 60_000;

/** Milliseconds after which a browser that has lost the connection opens another one. */
const retryAfter = 2000;

/** Events that wait for a client that does not read; beyond it the client counts as lost. */
const mostWaiting = 100;

const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  // Compression and proxies would hold events back.
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
};

/**
 * Every refusal is an event with the reason, not a status: the browser's EventSource tells a page nothing about a failed request. Opening a
 * stream does not prolong the session.
 */
export async function streamTurns(backend: Backend, request: Request, id: string): Promise<Response> {
  const admission = await admit(backend, request, id);
  if (typeof admission === "string") return new Response(textOf({ type: "ended", why: admission }), { headers });
  return new Response(turnsOf(backend, request, admission), { headers });
}

type Admission = { credentials: CallContext; followed: FollowedReading };

/** Whether the user may follow, read anew at each call; the reason if not. */
async function admit(backend: Backend, request: Request, id: string): Promise<Admission | WhyEnded> {
  const credentials = await unprolongedCredentials(backend, request);
  if (!credentials) return "signed_out";
  try {
    const { body } = await backend.clients.library.getFollowedReading({ params: { id } }, credentials);
    return { credentials, followed: body };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return error.status === 401 ? "signed_out" : "leader";
  }
}

function turnsOf(backend: Backend, request: Request, { credentials, followed }: Admission): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const { id, endsAt } = followed;
  let stop = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let isOver = false;
      let turn = -1;
      const finish = () => {
        if (isOver) return;
        isOver = true;
        unwatch();
        clearInterval(keepAlive);
        clearInterval(check);
        request.signal.removeEventListener("abort", stop);
      };
      const send = (text: string) => {
        if (isOver) return;
        if ((controller.desiredSize ?? 0) < -mostWaiting) {
          finish();
          controller.error(new Error("The client does not read its events"));
        } else controller.enqueue(encoder.encode(text));
      };
      const end = (why: WhyEnded) => {
        send(textOf({ type: "ended", why }));
        if (isOver) return;
        finish();
        controller.close();
      };
      const show = (now: Pick<FollowedReading, "turn" | "place">) => {
        if (now.turn === turn) return;
        turn = now.turn;
        if (now.place) send(textOf({ type: "turn", place: now.place }));
      };
      stop = () => {
        if (isOver) return;
        finish();
        controller.close();
      };
      const unwatch = ledTurnsOf(backend).watch(id, credentials, (now) => {
        if (now) show(now);
        else end(Date.parse(endsAt) <= Date.now() + 1000 ? "time" : "leader");
      });
      const keepAlive = setInterval(() => send(":\n\n"), keepAliveEvery);
      const check = setInterval(() => {
        admit(backend, request, id).then(
          (again) => typeof again === "string" && end(again),
          // The service is unavailable for a moment: the next check decides.
          () => undefined,
        );
      }, checkEvery);
      request.signal.addEventListener("abort", stop, { once: true });
      send(`retry: ${retryAfter}\n\n`);
      show(followed);
    },
    cancel: () => stop(),
  });
}

function textOf({ type, ...data }: LedEvent): string {
  return `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
