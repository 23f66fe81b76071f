import { describe, expect, test } from "vitest";
import { noticeToShow, takeNotice } from "./notice.server";

async function arrived(to: string) {
  const cookie = await noticeToShow("success", "5 pupils were moved.", { to, fields: { intent: "undo" } });
  const request = new Request("https://www.fabelskolan.se/", { headers: { cookie: cookie.split(";")[0] ?? "" } });
  return (await takeNotice(request)).notice;
}
const ofLength = (length: number) => "/controlpanel/jobs/1?back=".padEnd(length, "x");

describe("a notice with a way to take back what was done", () => {
  test.each([501, 2000])("arrives whole with an address of %i characters", async (length) => {
    expect(await arrived(ofLength(length))).toMatchObject({
      message: "5 pupils were moved.",
      undo: { to: ofLength(length), fields: { intent: "undo" } },
    });
  });

  test.each([
    ["that is too long for a cookie", ofLength(2001)],
    ["of another site", "https://elsewhere.example/undo"],
    ["that a browser reads as another site", "//elsewhere.example/undo"],
  ])("arrives without it at an address %s", async (_what, to) => {
    const notice = await arrived(to);
    expect(notice?.message).toBe("5 pupils were moved.");
    expect(notice?.undo).toBeUndefined();
  });
});
