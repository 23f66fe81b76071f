import { callServer } from "~/clients/browser-calls.client";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import { ledPlaceOf } from "./led-place";

/** Milliseconds after which a place is sent again that the server could not be told. */
const retryAfter = 2000;

type LeadingListener = {
  /** The reading has ended elsewhere: its time is over, or another one has begun. */
  ended(): void;
  /** Whether the last place has reached the server. */
  reached(isReached: boolean): void;
};

/**
 * Sends the shown place with each page turn: the newest one, one call at a time, so that none arrives after a later one.
 * @returns a function that stops it
 */
export function lead(controller: ReaderController, id: string, listener: LeadingListener): () => void {
  let page = "";
  let sent = "";
  let waiting: string | null = null;
  let isSending = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = async () => {
    if (isSending || isStopped || waiting === null) return;
    isSending = true;
    const body = waiting;
    waiting = null;
    const status = await put(id, body);
    isSending = false;
    if (isStopped) return;
    if (status === 404) return listener.ended();
    listener.reached(status === 204);
    if (status !== 204) {
      waiting ??= body;
      timer = setTimeout(() => void send(), retryAfter);
    } else void send();
  };

  const look = () => {
    const { status, spineIndex, fraction } = controller.getSnapshot();
    if (status !== "shown") return;
    // Cheap, since it is called with every sentence that is read.
    const shown = [spineIndex, controller.view.pages.page, fraction].join();
    if (shown === page) return;
    page = shown;
    const place = ledPlaceOf(controller);
    const text = JSON.stringify(place);
    if (!place || text === sent) return;
    sent = text;
    waiting = text;
    clearTimeout(timer);
    void send();
  };

  const unsubscribe = controller.subscribe(look);
  look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
}

/** @returns the status; 0 without a response */
async function put(id: string, body: string): Promise<number> {
  const headers = { "content-type": "application/json" };
  try {
    return (await callServer(`/reader/together/${id}`, { method: "PUT", headers, body })).status;
  } catch {
    return 0;
  }
}
