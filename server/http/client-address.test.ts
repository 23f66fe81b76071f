import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { type ClientAddress, createClientAddressReader } from "./client-address";

function message(remoteAddress: string | undefined, headers: Record<string, string>, encrypted = false) {
  return {
    socket: { remoteAddress, encrypted },
    headers: { host: "own.example", ...headers },
  } as unknown as IncomingMessage;
}

const forwarded = {
  "x-forwarded-for": "198.51.100.7, 10.0.0.2",
  "x-forwarded-proto": "https, http",
  "x-forwarded-host": "school.example, inner.example",
};

describe("the client address of a request", () => {
  const cases: Array<[string, string[] | number | null, IncomingMessage, Partial<ClientAddress>]> = [
    [
      "given an untrusted peer, then the forwarded headers are ignored",
      ["loopback"],
      message("203.0.113.5", forwarded),
      { isTrusted: false, ipAddress: "203.0.113.5", protocol: "http", host: "own.example" },
    ],
    [
      "given a chain of trusted proxies, then the first untrusted address is the client's",
      ["loopback", "10.0.0.0/8"],
      message("127.0.0.1", forwarded),
      { isTrusted: true, ipAddress: "198.51.100.7", protocol: "https", host: "inner.example" },
    ],
    [
      "given one trusted proxy, then the last forwarded address is the client's",
      ["loopback"],
      message("::1", forwarded),
      { ipAddress: "10.0.0.2" },
    ],
    [
      "given no proxy that the operator named, then the loopback address is trusted, but not for the client's address",
      null,
      message("127.0.0.1", forwarded),
      { isTrusted: true, ipAddress: "127.0.0.1", host: "inner.example" },
    ],
    [
      "given a number of proxies, then the address that many hops away is the client's",
      2,
      message("203.0.113.5", forwarded),
      { ipAddress: "198.51.100.7" },
    ],
    [
      "given no proxies, then the peer is the client and not trusted",
      0,
      message("127.0.0.1", forwarded),
      { isTrusted: false, protocol: "http" },
    ],
    [
      "given a trusted proxy without forwarded headers, then its own address is returned",
      ["loopback"],
      message("127.0.0.1", {}),
      { ipAddress: "127.0.0.1" },
    ],
    ["converts an IPv4-mapped IPv6 peer to IPv4", [], message("::ffff:203.0.113.5", {}), { ipAddress: "203.0.113.5" }],
    [
      "converts an IPv4-mapped IPv6 address from a trusted proxy to IPv4",
      ["loopback"],
      message("::ffff:127.0.0.1", { "x-forwarded-for": "::ffff:198.51.100.7" }),
      { isTrusted: true, ipAddress: "198.51.100.7" },
    ],
    [
      "given an encrypted socket, then the protocol is https",
      ["loopback"],
      message("203.0.113.5", {}, true),
      { protocol: "https" },
    ],
    [
      "given an unknown forwarded protocol, then the protocol is http",
      ["loopback"],
      message("::1", { "x-forwarded-proto": "gopher" }),
      { protocol: "http" },
    ],
    [
      "given a closed socket, then the address is null",
      ["loopback"],
      message(undefined, {}),
      { isTrusted: false, ipAddress: null },
    ],
  ];

  it.each(cases)("%s", (_, trusted, request, expected) => {
    expect(createClientAddressReader({ trusted, isConfigured: false })(request)).toMatchObject(expected);
  });

  it.each([
    ["a loopback peer", "127.0.0.1", "10.0.0.2"],
    ["another peer", "203.0.113.5", "203.0.113.5"],
  ])("given public origins and no named proxies, then X-Forwarded-For counts from %s", (_, peer, ipAddress) => {
    const readAddress = createClientAddressReader({ trusted: null, isConfigured: true });
    expect(readAddress(message(peer, forwarded)).ipAddress).toBe(ipAddress);
  });
});
