import { describe, expect, test } from "vitest";
import { noticeToShow, readNotice } from "./notice.server";

async function arrived(to: string) {
  const cookie = await noticeToShow("success", "5 pupils were moved.", { to, fields: { intent: "undo" } });
  const request = new Request("https://se.localhost/", { headers: { cookie: cookie.split(";")[0] ?? "" } });
  return (await readNotice(request)).notice;
}
const ofLength = (length: number) => "/controlpanel/jobs/1?back=".padEnd(length, "x");

describe("notice with an undo form", () => {
  test.each([501, 2000])("keeps an undo address of %i characters", async (length) => {
    expect(await arrived(ofLength(length))).toMatchObject({
      message: "5 pupils were moved.",
      undo: { to: ofLength(length), fields: { intent: "undo" } },
    });
  });

  test.each([
    ["that is too long for a cookie", ofLength(2001)],
    ["of another site", "https://elsewhere.example/undo"],
    ["that a browser reads as another site", "//elsewhere.example/undo"],
  ])("drops an undo address %s", async (_what, to) => {
    const notice = await arrived(to);
    expect(notice?.message).toBe("5 pupils were moved.");
    expect(notice?.undo).toBeUndefined();
  });
});
