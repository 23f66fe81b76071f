import type { WhyEnded } from "~/reader/controller/in-class";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import type { LedEvent } from "./led-events";
import { showLedPlace } from "./led-place";

/** Milliseconds until another stream is opened after one that the server has refused; a lost one is opened again by the browser. */
const reopenAfter = 3000;

type FollowingListener = {
  connected(isConnected: boolean): void;
  ended(why: WhyEnded): void;
};

/**
 * Shows the places of a led reading as they come. Pages that are shown so are not this reader's own place.
 * @returns a function that leaves it
 */
export function follow(controller: ReaderController, id: string, listener: FollowingListener): () => void {
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const leave = () => {
    clearTimeout(timer);
    stream?.close();
    stream = null;
    controller.led.set(false);
  };
  const open = () => {
    const opened = new EventSource(`/reader/together/${encodeURIComponent(id)}/turns`);
    stream = opened;
    opened.addEventListener("open", () => listener.connected(true));
    opened.addEventListener("error", () => {
      if (stream !== opened) return;
      listener.connected(false);
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, reopenAfter);
    });
    opened.addEventListener("turn", ({ data }) => {
      const { place } = JSON.parse(data) as Omit<Extract<LedEvent, { type: "turn" }>, "type">;
      void showLedPlace(controller, place);
    });
    opened.addEventListener("ended", ({ data }) => {
      const { why } = JSON.parse(data) as Omit<Extract<LedEvent, { type: "ended" }>, "type">;
      leave();
      listener.ended(why);
    });
  };

  controller.led.set(true);
  open();
  return leave;
}
