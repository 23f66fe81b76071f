import { lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { RosterSourceError } from "~/services/.server/sync/roster/roster";
import type { FetchLimits } from "~/services/.server/sync/roster/source-options";

/**
 * Restricts the addresses of sources: administrators enter them and the server requests them, so they must not lead to hosts that only
 * the server can reach (SSRF). docs/security.md.
 */

/** Networks that are not part of the public internet (IANA's special-purpose registries and IPv6 address space). */
const privateNetworks = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  privateNetworks.ipv4.addSubnet(network, prefix, "ipv4");
}
// Only 2000::/3 is assigned to the public internet. Outside it are, among others, IPv4 addresses in IPv6 (::/96 and the translation
// prefixes 64:ff9b::/96 and 64:ff9b:1::/48), the discard prefix 100::/64, unique local, link-local, site-local and multicast addresses.
for (const [network, prefix] of [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  // Teredo (2001::/32) and other protocols, documentation, 6to4.
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  privateNetworks.ipv6.addSubnet(network, prefix, "ipv6");
}

/** Whether an IP address belongs to a network that is not public. IPv4 inside IPv6 counts as private, whatever the IPv4 address. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  // Two lists, because one list would compare IPv4 addresses with the IPv6 networks too, as ::ffff:0:0/96.
  if (family === 4) return privateNetworks.ipv4.check(address, "ipv4");
  return family === 0 || privateNetworks.ipv6.check(address, "ipv6");
}

type AddressRule = Pick<FetchLimits, "privateAddresses">;

/**
 * Parses the address of a source.
 * @throws RosterSourceError "bad_address" for anything but https, for user names in it, and for private networks. http is for private
 * networks alone, so it counts only where they are allowed: over the internet it would show people and secrets to everybody on the way.
 */
export function sourceAddress(text: string, { privateAddresses }: AddressRule): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  const protocols = privateAddresses === "allow" ? ["https:", "http:"] : ["https:"];
  if (!url || !protocols.includes(url.protocol) || url.username || url.password) throw badAddress(url ?? text);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (privateAddresses === "refuse" && isIP(host) !== 0 && isPrivateAddress(host)) throw badAddress(url);
  return url;
}

/** The error for an address, which is shown without parts that may be secret. */
export function badAddress(address: URL | string): RosterSourceError {
  const displayed =
    typeof address === "string" ? address.replace(/[?#].*$/, "") : `${address.origin}${address.pathname}`;
  return new RosterSourceError("bad_address", { address: displayed.replace(/\/\/[^/]*@/, "//").slice(0, 200) });
}

/** Error code for a host name that resolves to a private network. */
export const privateName = "EPRIVATE";

/** Resolves and checks names at connection time, so that DNS rebinding cannot bypass the check. */
export function guardedLookup({ privateAddresses }: AddressRule): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, "", 0);
      const [first] = addresses;
      const isRefused = privateAddresses === "refuse" && addresses.some(({ address }) => isPrivateAddress(address));
      if (isRefused || !first) {
        return done(Object.assign(new Error("The name leads into a private network"), { code: privateName }), "", 0);
      }
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}
