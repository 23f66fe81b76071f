import { describe, expect, it } from "vitest";
import { createServedHosts, type HostSettings, isHost, type RequestedHost, type Site, serves } from "./served-hosts";

/** The two modes of served hosts. docs/security.md, line 34; docs/product/choices.md#who-and-where. */

const unconfigured: HostSettings = {
  origins: {},
  defaultRealm: "no",
  serviceHosts: ["api.example"],
  contentOrigin: "https://content.example",
  franceOtherDomain: "livres.example",
};
const configured: HostSettings = {
  ...unconfigured,
  origins: { fr: "https://lire.example", de: "https://fabel.de", se: "http://localhost:3000" },
  serviceHosts: ["api.example", "10.0.0.5:4000"],
};

function find(settings: HostSettings, host: string, more: Partial<RequestedHost> = {}): Site | null {
  return createServedHosts(settings).find({ protocol: "http", host, localAddress: "192.168.1.5", ...more });
}

function pages(realm: string, origin: string, isShared: boolean) {
  return { kind: "pages", realm, origin, isShared };
}

const strangers = [
  "evil.example",
  "lire.example.evil.example",
  "xlire.example",
  "evil-fabel.de",
  "localhost.evil.example",
  "xx.localhost",
  "fr.localhost.evil.example",
  "user@lire.example",
  "lire.example/",
  "lire.example:99999",
  "lire.example evil.example",
  "[::1",
  "2130706433",
  "0x7f.1",
  "",
];

describe("without public origins", () => {
  it.each([
    ["localhost", pages("no", "http://localhost", true)],
    ["LOCALHOST:3000", pages("no", "http://localhost:3000", true)],
    ["fr.localhost:3000", pages("fr", "http://fr.localhost:3000", false)],
    ["127.0.0.1:80", pages("no", "http://127.0.0.1", true)],
    ["localhost:", pages("no", "http://localhost", true)],
    ["[0:0:0:0:0:0:0:1]:3000", pages("no", "http://[::1]:3000", true)],
    ["[::FFFF:127.0.0.1]:3000", pages("no", "http://127.0.0.1:3000", true)],
    ["[0:0:0:0:0:ffff:7f00:1]:3000", pages("no", "http://127.0.0.1:3000", true)],
    ["127.8.9.10:5", pages("no", "http://127.8.9.10:5", true)],
    ["[::1]:3000", pages("no", "http://[::1]:3000", true)],
    ["192.168.1.5:3000", pages("no", "http://192.168.1.5:3000", true)],
    ["api.example:81", { kind: "services", origin: "http://api.example:81" }],
    ["content.example", { kind: "content", origin: "https://content.example" }],
  ] as Array<[string, Site]>)("%s is served", (host, site) => {
    expect(find(unconfigured, host)).toEqual(site);
  });

  it("an IPv6 address is served where the connection came in on it", () => {
    const site = pages("no", "http://[fd00::5]:3000", true);
    expect(find(unconfigured, "[FD00:0::5]:3000", { localAddress: "fd00::5" })).toEqual(site);
    expect(find(unconfigured, "[fd00::6]:3000", { localAddress: "fd00::5" })).toBeNull();
  });

  it.each([...strangers, "192.168.1.6", "fabel.de", "www.fabelskolan.se", "livres.example", "lire.example"])(
    "%s is not served",
    (host) => {
      expect(find(unconfigured, host)).toBeNull();
    },
  );

  it("a realm's origin is that of the request where it is the realm's own, else the realm's name on this machine", () => {
    const hosts = createServedHosts(unconfigured);
    expect(hosts.originOf("no", "http://127.0.0.1:3000")).toBe("http://127.0.0.1:3000");
    expect(hosts.originOf("fr", "http://localhost:3000")).toBe("http://fr.localhost:3000");
    expect(hosts.originOf("fr", "https://fr.localhost")).toBe("https://fr.localhost");
  });

  it.each([
    ["http://localhost:3000", "no"],
    ["http://192.168.1.9:3000", "no"],
    ["http://se.localhost", "se"],
    ["https://fabel.de", null],
    ["evil", null],
  ])("the realm of the issuer's origin %s is %s", (origin, realm) => {
    expect(createServedHosts(unconfigured).realmOf(origin)).toBe(realm);
  });
});

describe("with public origins", () => {
  it.each([
    ["lire.example", pages("fr", "https://lire.example", false)],
    ["Lire.Example:443", pages("fr", "https://lire.example", false)],
    ["lire.example:", pages("fr", "https://lire.example", false)],
    ["lire.example:80", pages("fr", "https://lire.example", false)],
    ["localhost:3000", pages("se", "http://localhost:3000", false)],
    ["api.example", { kind: "services", origin: "http://api.example" }],
    ["10.0.0.5:4000", { kind: "services", origin: "http://10.0.0.5:4000" }],
    ["content.example", { kind: "content", origin: "https://content.example" }],
  ] as Array<[string, Site]>)("%s is served, whatever the protocol of the connection", (host, site) => {
    expect(find(configured, host)).toEqual(site);
  });

  it.each([
    ["www.lire.example", "https://lire.example", 308, false],
    ["lire.example.", "https://lire.example", 308, false],
    ["www.fabel.de", "https://fabel.de", 308, false],
    ["www.fabulette.fr", "https://lire.example", 308, false],
    ["livres.example", "https://lire.example", 301, true],
    ["www.livres.example:8080", "https://lire.example", 301, true],
  ])("%s is another name of %s", (host, origin, status, always) => {
    expect(find(configured, host)).toEqual({ kind: "redirect", origin, status, always });
  });

  it("France's other domain is served where it is France's origin, and redirects nowhere where France has none", () => {
    const own = { ...configured, origins: { fr: "https://livres.example" } };
    expect(find(own, "livres.example")).toEqual(pages("fr", "https://livres.example", false));
    expect(find({ ...configured, origins: { se: "https://a.example" } }, "livres.example")).toBeNull();
  });

  it.each([
    ...strangers,
    "localhost",
    "localhost:3001",
    "127.0.0.1:3000",
    "[::1]:3000",
    "192.168.1.5:3000",
    "fr.localhost:3000",
    "lire.example:8080",
    "10.0.0.5",
    "www.fabelskolan.no",
    "fabel.nl",
  ])("%s is not served", (host) => {
    expect(find(configured, host)).toBeNull();
  });

  it("a realm has its configured origin or none, and only configured origins are issuers of a realm", () => {
    const hosts = createServedHosts(configured);
    expect(hosts.originOf("fr", "http://api.example")).toBe("https://lire.example");
    expect(hosts.originOf("uk", "http://api.example")).toBeNull();
    expect(hosts.realmOf("https://lire.example")).toBe("fr");
    expect(hosts.realmOf("http://lire.example")).toBeNull();
    expect(hosts.realmOf("https://www.fabulette.fr")).toBeNull();
  });
});

it.each([
  ["content.example", "/services/library/content/a/1/x.xhtml", true],
  ["content.example", "/services/library/v1/covers/a/1", true],
  ["content.example", "/services/library/v1/books/a/policy", false],
  ["content.example", "/login", false],
  ["api.example", "/services/auth/v2/token", true],
  ["api.example", "/login", false],
  ["lire.example", "/login", true],
])("%s%s is served: %s", (host, path, isServed) => {
  const site = find(configured, host);
  expect(site && serves(site, path)).toBe(isServed);
});

it.each(["a.example", "A.example:1", "my_host", "[::1]:80", "127.0.0.1"])("%s is a host", (text) => {
  expect(isHost(text)).toBe(true);
});

it.each(["a/b", "user@host", "a b", "", "a:b", ":80", "http://a", "[::g]", "ü.example"])("%s is no host", (text) => {
  expect(isHost(text)).toBe(false);
});
