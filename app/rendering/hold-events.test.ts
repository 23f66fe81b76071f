import { expect, it } from "vitest";
import { holdEvents } from "./hold-events";

it.each(["keydown", "textInput", "click", "pointerdown", "touchstart", "compositionstart", "paste", "submit"])(
  "given held events, when %s is dispatched, then later listeners do not receive it before the release",
  (name) => {
    const window = new EventTarget() as unknown as Window;
    const heard: string[] = [];
    window.addEventListener(name, () => heard.push("before"), true);
    const release = holdEvents(window);
    window.addEventListener(name, () => heard.push("after"), true);
    const send = () => window.dispatchEvent(new Event(name, { cancelable: true }));
    expect(send()).toBe(true);
    expect(heard).toEqual(["before"]);
    release();
    send();
    expect(heard).toEqual(["before", "before", "after"]);
  },
);
