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
const timeLimit = 3000;

export function createElementHost(base: string, given: FrameSettings): ElementHost {
  const events = createEvents();
  const frame = createFrame(base, given, events);
  let isDestroyed = false;
  const host: ElementHost = {
    mount(target) {
      if (isDestroyed) throw new Error("This Element has already been destroyed. Please create a new one.");
      const node = typeof target === "string" ? document.querySelector<HTMLElement>(target) : target;
      if (!node) throw new Error(`The selector you specified (${target}) applies to no DOM elements.`);
      frame.showIn(node);
    },
    unmount: frame.remove,
    destroy() {
      frame.remove();
      isDestroyed = true;
      events.clear();
    },
    update(options) {
      host.settle({ options: { ...frame.settings().options, ...options } });
    },
    on(type, handler) {
      events.on(type, handler);
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
      events.off(type, handler);
      return host;
    },
    focus: () => frame.send({ name: "focus" }),
    blur: () => frame.send({ name: "blur" }),
    clear: () => frame.send({ name: "clear" }),
    collapse: () => undefined,
    settle: frame.settle,
    check: () => frame.call("check"),
    make: (billing) => frame.call("make", billing),
  };
  return host;
}

/** The page's handlers for an element's events. */
function createEvents() {
  const handlers = new Map<string, Set<Handler>>();
  return {
    emit(type: string, event: Record<string, unknown>) {
      for (const handler of [...(handlers.get(type) ?? [])]) handler({ ...event });
    },
    on(type: string, handler: Handler) {
      const known = handlers.get(type) ?? new Set();
      handlers.set(type, known.add(handler));
    },
    off(type: string, handler?: Handler) {
      if (handler) handlers.get(type)?.delete(handler);
      else handlers.delete(type);
    },
    clear: () => handlers.clear(),
  };
}

/** The element's frame while it is on the page, and the messages to and from it. */
function createFrame(base: string, given: FrameSettings, events: ReturnType<typeof createEvents>) {
  let settings = given;
  let frame: HTMLIFrameElement | null = null;
  let isReady = false;
  const origin = new URL(base).origin;
  const send = (message: ToFrame) => frame?.contentWindow?.postMessage(message, origin);
  const calls = createCalls(send);
  const emit = (type: string, detail: Record<string, unknown> = {}) =>
    events.emit(type, { elementType: settings.kind, ...detail });

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
      calls.settle(message.call, message.reply);
    }
  };

  const reportIfLost = () => {
    if (isReady || !frame) return;
    emit("loaderror", { error: { type: "api_connection_error", message: "The card form could not be loaded." } });
  };

  const remove = () => {
    window.removeEventListener("message", onMessage);
    frame?.parentElement?.remove();
    frame = null;
    isReady = false;
  };

  return {
    send,
    remove,
    settings: () => settings,
    settle(changes: Partial<FrameSettings>) {
      settings = { ...settings, ...changes };
      if (frame) frame.title = titleOf(settings);
      send({ name: "settings", settings });
    },
    call: (name: "check" | "make", billing?: Billing) => calls.call(frame, name, billing),
    /** Puts the frame into an element of the page; nothing happens if it is there already. */
    showIn(node: HTMLElement) {
      if (frame?.parentElement?.parentElement === node) return;
      if (frame) remove();
      const holder = document.createElement("div");
      holder.className = "__PrivateStripeElement";
      frame = makeFrame(settings);
      window.addEventListener("message", onMessage);
      // A blocked frame loads the browser's error page: the only sign is that its script sends nothing.
      frame.addEventListener("load", () => window.setTimeout(reportIfLost, timeLimit));
      emit("loaderstart");
      frame.src = `${base}element?kind=${settings.kind}`;
      holder.append(frame);
      node.replaceChildren(holder);
    },
  };
}

function titleOf({ locale }: FrameSettings): string {
  return languageOf([locale]).texts.frameTitle;
}

/** The frame of an element, without an address yet. */
function makeFrame(settings: FrameSettings): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.title = titleOf(settings);
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
  return frame;
}

/** Calls into the frame; `settle` resolves one with the frame's reply. */
function createCalls(send: (message: ToFrame) => void) {
  let calls = 0;
  const waiting = new Map<number, (reply: CallReply) => void>();
  return {
    call: (frame: HTMLIFrameElement | null, name: "check" | "make", billing?: Billing) =>
      new Promise<CallReply>((resolve) => {
        if (!frame) {
          const message = "The Element is not mounted: mount it before you confirm.";
          resolve({ error: { type: "invalid_request_error", message } });
          return;
        }
        calls += 1;
        waiting.set(calls, resolve);
        send({ name, call: calls, ...(billing ? { billing } : {}) });
      }),
    settle(call: number, reply: CallReply) {
      waiting.get(call)?.(reply);
      waiting.delete(call);
    },
  };
}
