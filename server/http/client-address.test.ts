import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { type ClientAddress, createClientAddressReader } from "./client-address";

function message(remoteAddress: string | undefined, headers: Record<string, string>, encrypted = false) {
  return {
    socket: { remoteAddress, encrypted },
    headers: { host: "own.example", ...headers },
  } as unknown as IncomingMessage;
}

const said = {
  "x-forwarded-for": "198.51.100.7, 10.0.0.2",
  "x-forwarded-proto": "https, http",
  "x-forwarded-host": "school.example, inner.example",
};

describe("the client address of a request", () => {
  const cases: Array<[string, string[] | number, IncomingMessage, Partial<ClientAddress>]> = [
    [
      "is whoever is at the other end, where nobody else is believed",
      ["loopback"],
      message("203.0.113.5", said),
      { isTrusted: false, ipAddress: "203.0.113.5", protocol: "http", host: "own.example" },
    ],
    [
      "is whom a trusted proxy names, as far as the row of trusted ones goes",
      ["loopback", "10.0.0.0/8"],
      message("127.0.0.1", said),
      { isTrusted: true, ipAddress: "198.51.100.7", protocol: "https", host: "school.example" },
    ],
    ["is the last that a trusted one names", ["loopback"], message("::1", said), { ipAddress: "10.0.0.2" }],
    ["is as many proxies away as are said to be there", 2, message("203.0.113.5", said), { ipAddress: "198.51.100.7" }],
    [
      "is at the other end where no proxy is there",
      0,
      message("127.0.0.1", said),
      { isTrusted: false, protocol: "http" },
    ],
    ["is the proxy itself where it names nobody", ["loopback"], message("127.0.0.1", {}), { ipAddress: "127.0.0.1" }],
    ["is four numbers on a socket of both kinds", [], message("::ffff:203.0.113.5", {}), { ipAddress: "203.0.113.5" }],
    [
      "is so behind a proxy as well",
      ["loopback"],
      message("::ffff:127.0.0.1", { "x-forwarded-for": "::ffff:198.51.100.7" }),
      { isTrusted: true, ipAddress: "198.51.100.7" },
    ],
    ["came by https itself", ["loopback"], message("203.0.113.5", {}, true), { protocol: "https" }],
    ["came by nothing we know", ["loopback"], message("::1", { "x-forwarded-proto": "gopher" }), { protocol: "http" }],
    ["is gone", ["loopback"], message(undefined, {}), { isTrusted: false, ipAddress: null }],
  ];

  it.each(cases)("%s", (_, trusted, request, expected) => {
    expect(createClientAddressReader(trusted)(request)).toMatchObject(expected);
  });
});
