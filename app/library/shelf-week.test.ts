import { afterEach, describe, expect, test, vi } from "vitest";
import { everybodyAtPages } from "#tests/support/page-matrix";
import { getWiring } from "~/clients/wiring.server";
import { ServiceError } from "~/services/contracts/service-error";

/** The reader's week above their shelf. docs/product/reader.md#reading-log. */

const scene = everybodyAtPages();
afterEach(() => vi.restoreAllMocks());

const spyOnWeek = () => vi.spyOn(getWiring().clients.library, "getReadingWeek");

test("given a week that cannot be had, then the shelf is there without it", async () => {
  // why: the network's edge; a library that is far away may be gone.
  const week = spyOnWeek().mockRejectedValue(new ServiceError(503, "gone", "Gone"));
  const response = await scene.pages.get(scene.browsers.student, "/bookshelf");
  expect(response.status).toBe(200);
  expect(week).toHaveBeenCalledOnce();
});

describe("the week is not read", () => {
  test.each(["/bookshelf?q=boat", "/bookshelf?page=2"])("where it is not shown: %s", async (path) => {
    const week = spyOnWeek();
    expect((await scene.pages.get(scene.browsers.student, path)).status).toBe(200);
    expect(week).not.toHaveBeenCalled();
  });

  test("for a teacher", async () => {
    const week = spyOnWeek();
    expect((await scene.pages.get(scene.browsers.teacher, "/bookshelf")).status).toBe(200);
    expect(week).not.toHaveBeenCalled();
  });
});
