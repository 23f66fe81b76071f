import { expect, it } from "vitest";
import { holdEvents } from "./hold-events";

it("given events are held, when a key is pressed, then later listeners do not hear it until they are released", () => {
  const window = new EventTarget() as unknown as Window;
  const heard: string[] = [];
  window.addEventListener("keydown", () => heard.push("before"), true);
  const release = holdEvents(window);
  window.addEventListener("keydown", () => heard.push("after"), true);
  const press = () => window.dispatchEvent(new Event("keydown", { cancelable: true }));
  expect(press()).toBe(true);
  expect(heard).toEqual(["before"]);
  release();
  press();
  expect(heard).toEqual(["before", "before", "after"]);
});
