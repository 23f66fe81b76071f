import type { IncomingMessage } from "node:http";
import proxyAddress from "proxy-addr";

/** Who sent a request and to which address, as far as those in between are to be believed. */
export type Sender = {
  /** Whether whoever is at the other end of the connection may say for whom it asks. */
  isTrusted: boolean;
  /** null where the connection is gone already. */
  ipAddress: string | null;
  protocol: "http" | "https";
  host: string | undefined;
};

/** Whether to believe an address, so many proxies away. */
type Trust = (address: string, hop: number) => boolean;

/** @param trusted addresses and networks of the proxies to believe, or how many of them there are */
export function createSenderReader(trusted: string[] | number): (message: IncomingMessage) => Sender {
  const compiled: Trust = typeof trusted === "number" ? (_, hop) => hop < trusted : proxyAddress.compile(trusted);
  // Worked out from the address's text, which is the same few for all requests.
  const known = remembering((asked) => compiled(asked.slice(asked.indexOf(" ") + 1), Number.parseInt(asked, 10)));
  const trust: Trust = (address, hop) => known(`${hop} ${address}`);

  return (message) => {
    const { headers, socket } = message;
    const peer = socket.remoteAddress ?? "";
    const isEncrypted = "encrypted" in socket && socket.encrypted === true;
    const protocol = isEncrypted ? "https" : "http";
    if (!trust(peer, 0)) return { isTrusted: false, ipAddress: plain(peer), protocol, host: headers.host };
    const said = firstOf(headers["x-forwarded-proto"]);
    return {
      isTrusted: true,
      ipAddress: plain(headers["x-forwarded-for"] ? proxyAddress(message, trust) : peer),
      protocol: said === undefined ? protocol : said === "https" ? "https" : "http",
      host: firstOf(headers["x-forwarded-host"]) ?? headers.host,
    };
  };
}

/** An address of four numbers, as people know it and whichever socket it came by; null for none. */
function plain(address: string): string | null {
  return address.replace(/^::ffff:(?=[\d.]+$)/i, "") || null;
}

/** Of what several proxies say, each after the one before it, what the first of them said. */
function firstOf(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  return text?.split(",", 1)[0]?.trim() || undefined;
}

/** Answers that never change; a thousand at a time, since visitors choose what is asked. */
export function remembering(find: (asked: string) => boolean): (asked: string) => boolean {
  const known = new Map<string, boolean>();
  return (asked) => {
    const found = known.get(asked);
    if (found !== undefined) return found;
    if (known.size >= 1000) known.clear();
    const answer = find(asked);
    known.set(asked, answer);
    return answer;
  };
}
