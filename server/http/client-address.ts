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
  /** The address of this machine that the connection came in on. */
  localAddress: string | null;
};

type IsTrusted = (address: string, hop: number) => boolean;

type TrustedProxies = {
  /** Addresses and networks of trusted proxies, or their number; null when the operator has named none: then the loopback address. */
  trusted: string[] | number | null;
  /**
   * Whether public origins are configured. Only then is a loopback peer taken for a proxy that has set X-Forwarded-For, unless the
   * operator has named it: any program on the machine could otherwise claim another address for each attempt.
   */
  isConfigured: boolean;
};

export function createClientAddressReader({
  trusted,
  isConfigured,
}: TrustedProxies): (incoming: IncomingMessage) => ClientAddress {
  const isTrusted: IsTrusted =
    typeof trusted === "number" ? (_, hop) => hop < trusted : proxyAddress.compile(trusted ?? ["loopback"]);
  const readsForwardedFor = trusted !== null || isConfigured;

  return (incoming) => {
    const { headers, socket } = incoming;
    const remote = socket.remoteAddress ?? "";
    const isEncrypted = "encrypted" in socket && socket.encrypted === true;
    const protocol = isEncrypted ? "https" : "http";
    const localAddress = plain(socket.localAddress ?? "");
    if (!isTrusted(remote, 0)) {
      return { isTrusted: false, ipAddress: plain(remote), protocol, host: headers.host, localAddress };
    }
    // The first proxy is the one that the browser reached; the last value of the host is the only one that no client can have sent.
    const forwarded = valuesOf(headers["x-forwarded-proto"])[0];
    return {
      isTrusted: true,
      ipAddress: plain(readsForwardedFor && headers["x-forwarded-for"] ? proxyAddress(incoming, isTrusted) : remote),
      protocol: forwarded === undefined ? protocol : forwarded === "https" ? "https" : "http",
      host: valuesOf(headers["x-forwarded-host"]).at(-1) ?? headers.host,
      localAddress,
    };
  };
}

/** IPv4 without the prefix that a dual-stack socket adds; null for no address. */
function plain(address: string): string | null {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, "") || null;
}

/** The values of all proxies, in the order of the way: each appends its own. */
function valuesOf(header: string | string[] | undefined): string[] {
  const values = [header ?? []].flat().flatMap((text) => text.split(","));
  return values.map((value) => value.trim()).filter(Boolean);
}
