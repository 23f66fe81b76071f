import { builtInRealmOf, type Realm, realms } from "./realm";

/**
 * Which hosts the product serves, and which public origin each realm has. Links in mails, the issuer, redirects and cookies are made from
 * these origins only, never from a header. Two modes: with public origins configured, exactly their hosts are served; without any, the
 * product can only be tried out on its own machine. docs/decisions/0056-served-hosts.md; docs/security.md, line 34.
 */

export type HostSettings = {
  /** Public origins from PUBLIC_ORIGIN_{REALM} and DOMAIN_{REALM}, e.g. `https://fabel.example`. */
  origins: Partial<Record<Realm, string>>;
  /** Realm of localhost and of addresses without a name. */
  defaultRealm: Realm;
  /** Host names that serve calls of services only, with or without a port. */
  serviceHosts: string[];
  /** Origin that serves the books' content only. */
  contentOrigin: string | null;
  /** Host name that redirects to France's origin. */
  franceOtherDomain: string | null;
};

export type RequestedHost = {
  protocol: "http" | "https";
  /** With its port, in any case. */
  host: string;
  /** The address of this machine that the connection came in on; null where it is unknown. */
  localAddress: string | null;
};

export type Site =
  /** `isShared`: a name of the machine, at which a call may name another realm by `x-country`. */
  | { kind: "pages"; realm: Realm; origin: string; isShared: boolean }
  /** Serves `/services/*` only. The call says which realm it is about. */
  | { kind: "services"; origin: string }
  | { kind: "content"; origin: string }
  /** Another name of a realm's site. `always`: whatever the method; otherwise GET and HEAD only. */
  | { kind: "redirect"; origin: string; status: 301 | 308; always: boolean };

export type ServedHosts = {
  /** Whether public origins are configured; otherwise the product serves its own machine only. */
  isConfigured: boolean;
  defaultRealm: Realm;
  /** What a host serves; null for a host that is not ours. */
  find(requested: RequestedHost): Site | null;
  /**
   * The public origin of a realm, for links and issuers; null if the realm has none.
   * @param near origin of the current request, whose port and protocol count while the product is only tried out
   */
  originOf(realm: Realm, near: string): string | null;
  /** The realm of an origin that we issued; null for any other. */
  realmOf(origin: string): Realm | null;
};

export function createServedHosts(settings: HostSettings): ServedHosts {
  return Object.keys(settings.origins).length > 0 ? configuredHosts(settings) : ownMachine(settings);
}

function configuredHosts(settings: HostSettings): ServedHosts {
  const { origins, franceOtherDomain } = settings;
  const sites = realms.flatMap((realm) => {
    const origin = origins[realm];
    return origin ? [{ realm, origin, host: new URL(origin).host, name: new URL(origin).hostname }] : [];
  });
  return {
    isConfigured: true,
    defaultRealm: settings.defaultRealm,
    find({ protocol, host }) {
      const given = parseHost(host);
      if (!given) return null;
      const site = sites.find((each) => each.host === given.host);
      if (site) return { kind: "pages", realm: site.realm, origin: site.origin, isShared: false };
      return findLimited(settings, given, protocol) ?? findRedirect(given);
    },
    originOf: (realm) => origins[realm] ?? null,
    realmOf: (origin) => sites.find((each) => each.origin === origin)?.realm ?? null,
  };

  function findRedirect({ name }: ParsedHost): Site | null {
    const bare = name.replace(/\.$/, "");
    const other = franceOtherDomain?.toLowerCase();
    if (other && origins.fr && (bare === other || bare === `www.${other}`)) {
      return { kind: "redirect", origin: origins.fr, status: 301, always: true };
    }
    const alias = sites.find((each) => bare === `www.${each.name}` || name === `${each.name}.`)?.origin;
    const builtIn = builtInRealmOf(bare);
    const origin = alias ?? (builtIn && origins[builtIn]);
    return origin ? { kind: "redirect", origin, status: 308, always: false } : null;
  }
}

/** localhost, `{realm}.localhost`, loopback addresses, and the address that the connection came in on, at any port. */
function ownMachine(settings: HostSettings): ServedHosts {
  const { defaultRealm } = settings;
  const realmOfName = (name: string): Realm | null => {
    if (name === "localhost" || isAddress(name)) return defaultRealm;
    return realms.find((realm) => name === `${realm}.localhost`) ?? null;
  };
  const realmOf = (origin: string): Realm | null => {
    const given = URL.canParse(origin) ? parseHost(new URL(origin).host) : null;
    return given && realmOfName(given.name);
  };
  return {
    isConfigured: false,
    defaultRealm,
    find({ protocol, host, localAddress }) {
      const given = parseHost(host);
      if (!given) return null;
      const realm = realmOfName(given.name);
      const isOwn = !isAddress(given.name) || isLoopback(given.name) || given.name === addressName(localAddress);
      const isShared = !given.name.endsWith(".localhost");
      if (realm && isOwn) return { kind: "pages", realm, origin: `${protocol}://${given.host}`, isShared };
      return findLimited(settings, given, protocol);
    },
    originOf(realm, near) {
      if (realmOf(near) === realm) return near;
      const { protocol, port } = new URL(near);
      return `${protocol}//${realm}.localhost${port && `:${port}`}`;
    },
    realmOf,
  };
}

/** Hosts that serve a part of the product only. */
function findLimited(
  { serviceHosts, contentOrigin }: HostSettings,
  given: ParsedHost,
  protocol: RequestedHost["protocol"],
): Site | null {
  if (contentOrigin !== null && new URL(contentOrigin).host === given.host) {
    return { kind: "content", origin: contentOrigin };
  }
  const isService = serviceHosts.some((each) => [given.host, given.name].includes(each.toLowerCase()));
  return isService ? { kind: "services", origin: `${protocol}://${given.host}` } : null;
}

/** Message for a request to a host that is not ours; it says what the operator can do. */
export const misdirected = "This host is not served here: its operator names the hosts in PUBLIC_ORIGIN_{REALM}";

/** Where the library service serves files of books and their covers: app/services/.server/library/library-service.ts. */
const contentPaths = /^\/services\/library\/(content|back-end|v1\/covers)\//;

/** Whether a site serves a path. */
export function serves(site: Site, path: string): boolean {
  if (site.kind === "pages") return true;
  if (site.kind === "services") return path.startsWith("/services/");
  return site.kind === "content" && contentPaths.test(path);
}

/** `host` is in lower case, without a default port: `fabel.example:8443`, `[::1]`. `name` is the same without any port. */
type ParsedHost = { host: string; name: string };

/** Whether a text has the form of a Host header: a name or an address, and perhaps a port. */
export function isHost(text: string): boolean {
  return parseHost(text) !== null;
}

/** A Host header in the one form that stands in an origin: `[0:0::1]:` as `[::1]`; null if it is none. */
export function canonicalHost(text: string): string | null {
  return parseHost(text)?.host ?? null;
}

function parseHost(text: string): ParsedHost | null {
  // A port may be empty: RFC 9110, section 4.2.3.
  const match = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{0,5}))?$/i.exec(text);
  if (!match?.[1] || Number(match[2] ?? 0) > 65_535) return null;
  const name = addressName(match[1]) ?? match[1].toLowerCase();
  if (name.startsWith("[") && !URL.canParse(`http://${name}`)) return null;
  const port = !match[2] || ["80", "443"].includes(match[2]) ? "" : `:${Number(match[2])}`;
  return { host: name + port, name };
}

function isAddress(name: string): boolean {
  return addressName(name) !== null;
}

function isLoopback(name: string): boolean {
  return name === "[::1]" || name.startsWith("127.");
}

/** An IP address as it stands in an origin: `127.0.0.1`, `[::1]`; null for any other text. An address that maps IPv4 becomes that one. */
function addressName(text: string | null): string | null {
  if (text === null) return null;
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  const isIPv4 = /^(\d{1,3}\.){3}\d{1,3}$/.test(bare) && bare.split(".").every((part) => Number(part) < 256);
  if (isIPv4) return bare.split(".").map(Number).join(".");
  if (!bare.includes(":")) return null;
  const address = `http://[${bare.split("%", 1)[0]}]`;
  if (!URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname);
  if (!mapped) return hostname;
  const bytes = mapped.slice(1).flatMap((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255]);
  return bytes.join(".");
}
