import { expect, test } from "vitest";
import { readArguments } from "./arguments";

test("given only a folder, then every option has its default", () => {
  expect(readArguments(["/books"])).toEqual({
    folders: ["/books"],
    json: null,
    rates: [0.5, 1, 2],
    clips: 20,
    writesDocs: false,
    isBrief: false,
    only: null,
  });
});

test("reads several folders and every option", () => {
  const given = [
    "/a",
    "/b",
    "--json",
    "/out.json",
    "--rates",
    "1,2",
    "--clips",
    "5",
    "--only",
    "mol",
    "--brief",
    "--write-docs",
  ];
  expect(readArguments(given)).toEqual({
    folders: ["/a", "/b"],
    json: "/out.json",
    rates: [1, 2],
    clips: 5,
    writesDocs: true,
    isBrief: true,
    only: "mol",
  });
});

test("throws a message that names the invalid argument, or the usage without a folder", () => {
  expect(() => readArguments([])).toThrow("Usage:");
  expect(() => readArguments(["/a", "--rates", "3"])).toThrow("--rates");
  expect(() => readArguments(["/a", "--clips", "0"])).toThrow("--clips");
});
