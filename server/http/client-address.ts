import type { IncomingMessage } from "node:http";
import proxyAddress from "proxy-addr";

/** The client's address and the requested address, determined through trusted proxies. */
export type ClientAddress = {
  /** Whether the peer of the connection is a trusted proxy, whose X-Forwarded-* headers are used. */
  isTrusted: boolean;
  /** Null if the connection is already closed. */
  ipAddress: string | null;
  protocol: "http" | "https";
  host: string | undefined;
};

type IsTrusted = (address: string, hop: number) => boolean;

/** @param trusted addresses and networks of trusted proxies, or their number */
export function createClientAddressReader(trusted: string[] | number): (incoming: IncomingMessage) => ClientAddress {
  const isTrusted: IsTrusted = typeof trusted === "number" ? (_, hop) => hop < trusted : proxyAddress.compile(trusted);

  return (incoming) => {
    const { headers, socket } = incoming;
    const remote = socket.remoteAddress ?? "";
    const isEncrypted = "encrypted" in socket && socket.encrypted === true;
    const protocol = isEncrypted ? "https" : "http";
    if (!isTrusted(remote, 0)) return { isTrusted: false, ipAddress: plain(remote), protocol, host: headers.host };
    const forwarded = firstOf(headers["x-forwarded-proto"]);
    return {
      isTrusted: true,
      ipAddress: plain(headers["x-forwarded-for"] ? proxyAddress(incoming, isTrusted) : remote),
      protocol: forwarded === undefined ? protocol : forwarded === "https" ? "https" : "http",
      host: firstOf(headers["x-forwarded-host"]) ?? headers.host,
    };
  };
}

/** IPv4 without the prefix that a dual-stack socket adds; null for no address. */
function plain(address: string): string | null {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, "") || null;
}

/** The value that the first proxy set: each proxy appends its own. */
function firstOf(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  return text?.split(",", 1)[0]?.trim() || undefined;
}
