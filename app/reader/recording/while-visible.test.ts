import { expect, test } from "vitest";
import { whileVisible } from "./while-visible";

function recorded() {
  const page = new EventTarget();
  const events: string[] = [];
  const finish = whileVisible(page, () => {
    events.push("began");
    return () => events.push("ended");
  });
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  return { page, events, finish, show, hide: () => page.dispatchEvent(new Event("pagehide")) };
}

test("given a hidden page that is restored from the back/forward cache, then recording starts again", () => {
  const { events, hide, show, finish } = recorded();
  hide();
  show(true);
  hide();
  show(true);
  finish();
  expect(events).toEqual(["began", "ended", "began", "ended", "began", "ended"]);
});

test("given a page that is hidden for good, then recording ends once", () => {
  const { events, hide, finish } = recorded();
  hide();
  finish();
  expect(events).toEqual(["began", "ended"]);
});

test("given the first pageshow event, or one after the reader was closed, then no other recording starts", () => {
  const { events, show, finish } = recorded();
  show(false);
  show(true);
  finish();
  show(true);
  expect(events).toEqual(["began", "ended"]);
});
