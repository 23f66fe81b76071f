import { expect, test } from "vitest";
import { whileShown } from "./while-shown";

function recorded() {
  const page = new EventTarget();
  const events: string[] = [];
  const finish = whileShown(page, () => {
    events.push("began");
    return () => events.push("ended");
  });
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  return { page, events, finish, show, hide: () => page.dispatchEvent(new Event("pagehide")) };
}

test("given a page that goes away and is brought back as it was, then it is recorded anew", () => {
  const { events, hide, show, finish } = recorded();
  hide();
  show(true);
  hide();
  show(true);
  finish();
  expect(events).toEqual(["began", "ended", "began", "ended", "began", "ended"]);
});

test("given a page that goes away for good, then its recording ends once", () => {
  const { events, hide, finish } = recorded();
  hide();
  finish();
  expect(events).toEqual(["began", "ended"]);
});

test("given a page that is shown for the first time, or after the reader was closed, then nothing else begins", () => {
  const { events, show, finish } = recorded();
  show(false);
  show(true);
  finish();
  show(true);
  expect(events).toEqual(["began", "ended"]);
});
