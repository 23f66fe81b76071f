import type { Billing, CallReply, FrameSettings, ToFrame, ToPage } from "./frame-messages";
import { languageOf } from "./texts";

type Handler = (event: Record<string, unknown>) => void;

/** An element on the page: a frame of the provider, and its events. */
export type ElementHost = {
  mount(target: string | HTMLElement): void;
  unmount(): void;
  destroy(): void;
  update(options: Record<string, unknown>): void;
  on(type: string, handler: Handler): ElementHost;
  once(type: string, handler: Handler): ElementHost;
  off(type: string, handler?: Handler): ElementHost;
  focus(): void;
  blur(): void;
  clear(): void;
  collapse(): void;
  /** Changes settings shared by all elements of a group: appearance, locale. */
  settle(changes: Partial<FrameSettings>): void;
  /** Returns the first problem of the fields; empty if they are complete. */
  check(): Promise<CallReply>;
  /** Creates a payment method from the fields. */
  make(billing: Billing): Promise<CallReply>;
};

/** Milliseconds after a frame has loaded until its script must have sent a message. */
const patience = 3000;

export function createElementHost(base: string, given: FrameSettings): ElementHost {
  let settings = given;
  let frame: HTMLIFrameElement | null = null;
  let isReady = false;
  let isDestroyed = false;
  let calls = 0;
  const waiting = new Map<number, (reply: CallReply) => void>();
  const handlers = new Map<string, Set<Handler>>();
  const origin = new URL(base).origin;

  const emit = (type: string, detail: Record<string, unknown> = {}) => {
    for (const handler of [...(handlers.get(type) ?? [])]) handler({ elementType: settings.kind, ...detail });
  };
  const send = (message: ToFrame) => frame?.contentWindow?.postMessage(message, origin);

  const onMessage = (event: MessageEvent) => {
    if (!frame || event.source !== frame.contentWindow || event.origin !== origin) return;
    const message = event.data as ToPage;
    if (message.name === "ready") {
      send({ name: "settings", settings });
      if (!isReady) {
        isReady = true;
        emit("ready");
      }
    } else if (message.name === "height") {
      frame.style.height = `${message.height}px`;
    } else if (message.name === "event") {
      emit(message.type, message.detail);
    } else if (message.name === "reply") {
      waiting.get(message.call)?.(message.reply);
      waiting.delete(message.call);
    }
  };

  const call = (name: "check" | "make", billing?: Billing) =>
    new Promise<CallReply>((resolve) => {
      if (!frame) {
        const message = "The Element is not mounted: mount it before you confirm.";
        resolve({ error: { type: "invalid_request_error", message } });
        return;
      }
      calls += 1;
      waiting.set(calls, resolve);
      send({ name, call: calls, ...(billing ? { billing } : {}) });
    });

  const emitLoadError = () => {
    if (isReady || !frame) return;
    emit("loaderror", { error: { type: "api_connection_error", message: "The card form could not be loaded." } });
  };

  const remove = () => {
    window.removeEventListener("message", onMessage);
    frame?.parentElement?.remove();
    frame = null;
    isReady = false;
  };

  const host: ElementHost = {
    mount(target) {
      if (isDestroyed) throw new Error("This Element has already been destroyed. Please create a new one.");
      const node = typeof target === "string" ? document.querySelector<HTMLElement>(target) : target;
      if (!node) throw new Error(`The selector you specified (${target}) applies to no DOM elements.`);
      if (frame) {
        if (frame.parentElement?.parentElement === node) return;
        remove();
      }
      const holder = document.createElement("div");
      holder.className = "__PrivateStripeElement";
      frame = document.createElement("iframe");
      frame.title = languageOf([settings.locale]).texts.frameTitle;
      frame.name = `__privateStripeFrame${Math.random().toString(36).slice(2)}`;
      frame.setAttribute("allow", "payment");
      Object.assign(frame.style, {
        display: "block",
        width: "100%",
        height: settings.kind === "card" ? "3.25rem" : "15rem",
        border: "0",
        // The frame's own page is always light: a frame with a different colour scheme would get an opaque background.
        colorScheme: "light only",
      });
      window.addEventListener("message", onMessage);
      // A blocked frame loads the browser's error page: the only sign is that its script sends nothing.
      frame.addEventListener("load", () => window.setTimeout(emitLoadError, patience));
      emit("loaderstart");
      frame.src = `${base}element?kind=${settings.kind}`;
      holder.append(frame);
      node.replaceChildren(holder);
    },
    unmount: remove,
    destroy() {
      remove();
      isDestroyed = true;
      handlers.clear();
    },
    update(options) {
      host.settle({ options: { ...settings.options, ...options } });
    },
    on(type, handler) {
      const known = handlers.get(type) ?? new Set();
      handlers.set(type, known.add(handler));
      return host;
    },
    once(type, handler) {
      const wrapped: Handler = (event) => {
        host.off(type, wrapped);
        handler(event);
      };
      return host.on(type, wrapped);
    },
    off(type, handler) {
      if (handler) handlers.get(type)?.delete(handler);
      else handlers.delete(type);
      return host;
    },
    focus: () => send({ name: "focus" }),
    blur: () => send({ name: "blur" }),
    clear: () => send({ name: "clear" }),
    collapse: () => undefined,
    settle(changes) {
      settings = { ...settings, ...changes };
      if (frame) frame.title = languageOf([settings.locale]).texts.frameTitle;
      send({ name: "settings", settings });
    },
    check: () => call("check"),
    make: (billing) => call("make", billing),
  };
  return host;
}
