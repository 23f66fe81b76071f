import { expect, test } from "vitest";
import { z } from "zod";
import { flagParameter, nameParameter, pageParameter, readQuery, textParameter } from "./read-query";

const schema = z.object({
  page: pageParameter(50),
  q: textParameter,
  all: flagParameter,
  state: nameParameter(["new", "done"]),
});
const read = (query: string) => readQuery(new URLSearchParams(query), schema);

test("reads the query parameters by their schema", () => {
  expect(read("page=7&q=fox&all=true&state=done&other=1")).toEqual({ page: 7, q: "fox", all: true, state: "done" });
});

test.each(["page=0", "page=51", "page=1.5", "page=0x2", "page=-1", "page=", "page=one", "q=&all=yes&state=old", ""])(
  "given %j, then invalid parameters count as missing",
  (query) => {
    expect(read(query)).toEqual({ page: 1, q: null, all: false, state: undefined });
  },
);
