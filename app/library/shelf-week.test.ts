import { afterEach, describe, expect, test, vi } from "vitest";
import { rolesWithPages } from "#tests/support/page-matrix";
import { processBackend } from "~/composition/process-backend.server";
import { ServiceError } from "~/services/contracts/service-error";

/** The reading week above a student's bookshelf. docs/product/reader.md#reading-log. */

const scene = rolesWithPages();
afterEach(() => vi.restoreAllMocks());

const spyOnWeek = () => vi.spyOn(processBackend().clients.library, "getReadingWeek");

test("given a failed request for the reading week, then the bookshelf still returns 200", async () => {
  // A remote library service can be unavailable.
  const week = spyOnWeek().mockRejectedValue(new ServiceError(503, "gone", "Gone"));
  const response = await scene.pages.get(scene.browsers.student, "/bookshelf");
  expect(response.status).toBe(200);
  expect(week).toHaveBeenCalledOnce();
});

describe("request for the reading week", () => {
  test.each(["/bookshelf?q=boat", "/bookshelf?page=2"])("is not made for %s", async (path) => {
    const week = spyOnWeek();
    expect((await scene.pages.get(scene.browsers.student, path)).status).toBe(200);
    expect(week).not.toHaveBeenCalled();
  });

  test("is not made for a teacher", async () => {
    const week = spyOnWeek();
    expect((await scene.pages.get(scene.browsers.teacher, "/bookshelf")).status).toBe(200);
    expect(week).not.toHaveBeenCalled();
  });
});
