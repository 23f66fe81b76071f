import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BookFault } from "./book-fault";
import { signedSource } from "./content-source";

/** Status code of the content server, by the policy of the request; `endless`: a response that begins and never ends. */
let answers: Record<string, number>;
let requested: string[];
let server: Server;
let resourcesUrl: string;
let now: number;

beforeEach(async () => {
  answers = {};
  requested = [];
  now = 0;
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const policy = searchParams.get("Policy") ?? "";
    requested.push(`${pathname.slice(1)} ${policy}`);
    response.writeHead(answers[policy] ?? 200);
    if (policy === "endless") response.write("wor");
    else response.end("words");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  resourcesUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(
  () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
);

test("a text that never ends throws error_fault_in_book_message", async () => {
  const limits = { delay: () => 0, textLimit: 300 };
  const book = signedSource(
    { resourcesUrl, policy: "Policy=endless" },
    async () => "",
    () => now,
    limits,
  );
  await expect(book.text("a")).rejects.toMatchObject({ key: "error_fault_in_book_message" });
  expect(requested).toEqual(["a endless"]);
});

function source(...policies: string[]) {
  const next = async () => {
    const policy = policies.shift();
    if (policy === undefined) throw new Error("no more");
    return `Policy=${policy}`;
  };
  return signedSource({ resourcesUrl, policy: "Policy=first" }, next, () => now, { delay: () => 0 });
}

test("given 403, then the address is signed again and requested once more", async () => {
  answers = { first: 403 };
  const book = source("second");
  expect(await book.text("a b.xhtml")).toBe("words");
  expect(requested).toEqual(["a%20b.xhtml first", "a%20b.xhtml second"]);
  expect(book.url("c.xhtml")).toBe(`${resourcesUrl}c.xhtml?Policy=second`);
});

test("a second 403 throws error_logged_out", async () => {
  answers = { first: 403, second: 403 };
  await expect(source("second").text("a")).rejects.toMatchObject({ key: "error_logged_out" });
});

test("a renewal that the service refuses because a parent withheld the book says so", async () => {
  answers = { first: 403 };
  const refused = async () => {
    throw new BookFault("error_withheld", "withheld");
  };
  const book = signedSource({ resourcesUrl, policy: "Policy=first" }, refused, () => now, { delay: () => 0 });
  await expect(book.text("a")).rejects.toMatchObject({ key: "error_withheld" });
});

test("simultaneous 403s renew the policy once, and another renewal right afterwards is rejected", async () => {
  answers = { first: 403, second: 403, third: 200 };
  const book = source("second", "third");
  const both = await Promise.allSettled([book.text("a"), book.text("b")]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(book.renew()).rejects.toMatchObject({ key: "error_logged_out" });
  now += 60_000;
  expect(await book.text("a")).toBe("words");
});

test("a failed renewal throws error_fault_in_book_message", async () => {
  answers = { first: 403 };
  await expect(source().text("a")).rejects.toMatchObject({ key: "error_fault_in_book_message" });
});

test("given 503, then the file is requested four times before the error is thrown", async () => {
  answers = { first: 503 };
  await expect(source().text("a")).rejects.toMatchObject({ key: "error_fault_in_book_message" });
  expect(requested).toEqual(["a first", "a first", "a first", "a first"]);
});

test("a network failure throws error_fault_in_book_message", async () => {
  await new Promise((resolve) => server.close(resolve));
  await expect(source().text("a")).rejects.toMatchObject({ key: "error_fault_in_book_message" });
});

test.each([
  [401, "error_no_access"],
  [404, "error_not_found"],
  [502, "error_in_book_unknown"],
  [500, "error_fault_in_book_message"],
])("the status %i throws %s", async (status, key) => {
  answers = { first: status };
  await expect(source().text("a")).rejects.toMatchObject({ key });
});
