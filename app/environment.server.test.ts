import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { EnvironmentError, environmentNames, parseEnvironment, readEnvironment } from "./environment.server";

const example = readFileSync(new URL("../.env.example", import.meta.url), "utf8");

describe("variables that are not set", () => {
  test("have the default values", () => {
    const environment = parseEnvironment({}, "/srv/fabel");
    expect(environment).toMatchObject({
      port: 3000,
      host: null,
      dataDir: "/srv/fabel/.data",
      defaultRealm: "se",
      demo: false,
      storageUrl: "file:///srv/fabel/.data/storage/",
      databaseUrls: { eu: null, us: null },
      sessionSecret: null,
      trustedProxies: null,
      origins: {},
      serviceHosts: [],
    });
    expect(environment.serviceUrls.CUSTOMER_MANAGEMENT_US).toBeNull();
  });

  test("include variables with an empty value", () => {
    expect(parseEnvironment({ PORT: "", DEFAULT_REALM: " " })).toMatchObject({ port: 3000, defaultRealm: "se" });
  });
});

describe("variables that are set", () => {
  test("are grouped by realm and by service", () => {
    const environment = parseEnvironment({
      STRIPE_SECRET_KEY_NO: "sk_no",
      STRIPE_WEBHOOK_SECRET: "whsec_all",
      STRIPE_WEBHOOK_SECRET_US: "whsec_us",
      DOMAIN_FR: "Lire.example",
      PUBLIC_ORIGIN_SE: "https://skola.example:8443/",
      SERVICE_HOSTS: "api.example, 10.0.0.5:4000",
      AUTH_URL: "http://127.0.0.1:4000/services/auth",
      OIDC_SE_SKOL_ID_ISSUER: "https://id.example",
      OIDC_SE_SKOL_ID_CLIENT_ID: "fabel",
      OIDC_SE_SKOL_ID_CLIENT_SECRET: "hush",
      TRUSTED_PROXIES: "10.0.0.0/8, loopback",
    });
    expect(environment.stripe.secretKeys).toEqual({ no: "sk_no" });
    expect(environment.stripe).toMatchObject({ webhookSecrets: { us: "whsec_us" }, webhookSecret: "whsec_all" });
    expect(environment.origins).toEqual({ fr: "https://lire.example", se: "https://skola.example:8443" });
    expect(environment.serviceHosts).toEqual(["api.example", "10.0.0.5:4000"]);
    expect(environment.serviceUrls.AUTH).toBe("http://127.0.0.1:4000/services/auth");
    expect(environment.oidc).toEqual({
      se: { skol_id: { issuer: "https://id.example", clientId: "fabel", clientSecret: "hush" } },
    });
    expect(environment.trustedProxies).toEqual(["10.0.0.0/8", "loopback"]);
  });
});

test("an identity provider of which a variable is missing or misspelt is left out", () => {
  const whole = { OIDC_SE_Y_ISSUER: "https://b.example", OIDC_SE_Y_CLIENT_ID: "f", OIDC_SE_Y_CLIENT_SECRET: "s" };
  const misspelt = { OIDC_SE_X_ISSUR: "https://a.example", OIDC_SE_X_CLIENT_ID: "f", OIDC_SE_X_CLIENT_SECRET: "s" };
  const elsewhere = { OIDC_DK_X_ISSUER: "https://a.example" };
  expect(parseEnvironment({ ...whole, ...misspelt, ...elsewhere }).oidc).toEqual({
    se: { y: { issuer: "https://b.example", clientId: "f", clientSecret: "s" } },
  });
});

describe("error message of an invalid value", () => {
  const cases: Array<[string, Record<string, string>, RegExp]> = [
    ["a port with letters", { PORT: "abc" }, /^PORT must be a number from 0 to 65535, but is "abc"$/],
    ["a port above 65535", { PORT: "65536" }, /^PORT must be a number from 0 to 65535/],
    ["an unknown realm", { DEFAULT_REALM: "dk" }, /^DEFAULT_REALM must be one of de, fi, fr, no, nl, se, uk, us/],
    ["a DEMO of yes", { DEMO: "yes" }, /^DEMO must be 0 or 1, but is "yes"$/],
    ["a MySQL database", { DATABASE_URL_EU: "mysql://a:hush@b/c" }, /^DATABASE_URL_EU must be an address/],
    ["a short secret", { SESSION_SECRET: "hush" }, /^SESSION_SECRET must have at least 32 characters$/],
    [
      "a service without a protocol",
      { LIBRARY_URL: "localhost:4000" },
      /^LIBRARY_URL must be an address that begins with/,
    ],
    ["a content origin with a path", { CONTENT_ORIGIN: "https://a.example/b" }, /^CONTENT_ORIGIN must be an origin/],
    ["a public origin with a path", { PUBLIC_ORIGIN_SE: "https://a.example/b" }, /^PUBLIC_ORIGIN_SE must be an origin/],
    [
      "a public origin on plain http",
      { PUBLIC_ORIGIN_SE: "http://a.example" },
      /^PUBLIC_ORIGIN_SE must begin with https:, since browsers accept our cookies over http from localhost only/,
    ],
    [
      "a public origin and another domain of one realm",
      { PUBLIC_ORIGIN_SE: "https://a.example", DOMAIN_SE: "b.example" },
      /^PUBLIC_ORIGIN_SE and DOMAIN_SE name different addresses: keep one of them$/,
    ],
    [
      "one origin for two realms",
      { PUBLIC_ORIGIN_SE: "https://a.example", DOMAIN_NO: "a.example" },
      /^https:\/\/a\.example is the address of two realms, no and se: each needs its own$/,
    ],
    ["a service host with a path", { SERVICE_HOSTS: "a.example/b" }, /^SERVICE_HOSTS must be host names/],
    ["a domain with a path", { DOMAIN_SE: "a.example/b" }, /^DOMAIN_SE must be a host name/],
    [
      "an identity provider's issuer without a protocol",
      { OIDC_SE_X_ISSUER: "id.example" },
      /^OIDC_SE_X_ISSUER must be an address/,
    ],
    [
      "trusted proxies that are not addresses",
      { TRUSTED_PROXIES: "everyone" },
      /^TRUSTED_PROXIES must be a number of hops/,
    ],
  ];
  test.each(cases)("%s", (_, source, message) => {
    expect(() => parseEnvironment(source)).toThrow(EnvironmentError);
    expect(() => parseEnvironment(source)).toThrow(message);
  });

  test("does not contain the secret", () => {
    for (const source of [
      { SESSION_SECRET: "hush" },
      { DATABASE_URL_EU: "mysql://a:hush@b/c" },
      { METRICS_TOKEN: "hush" },
    ]) {
      expect(() => parseEnvironment(source)).toThrow(EnvironmentError);
      expect(() => parseEnvironment(source)).not.toThrow(/hush/);
    }
  });
});

describe("session secret", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "fabel-environment-"));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("is generated once, readable only by the file's owner (mode 0600), and reused", () => {
    const dataDir = path.join(folder, "data");
    const first = readEnvironment({ DATA_DIR: dataDir });
    expect(first.sessionSecret.length).toBeGreaterThanOrEqual(32);
    expect(readEnvironment({ DATA_DIR: dataDir }).sessionSecret).toBe(first.sessionSecret);
    expect(statSync(path.join(dataDir, "session-secret")).mode & 0o777).toBe(0o600);
  });
});

describe(".env.example", () => {
  const named = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map((match) => String(match[1]));

  test("lists every variable that the product reads, once", () => {
    const expected = [...environmentNames, "OIDC_SE_EXAMPLE_ISSUER", "OIDC_SE_EXAMPLE_CLIENT_ID"];
    expect([...named].sort()).toEqual([...expected, "OIDC_SE_EXAMPLE_CLIENT_SECRET"].sort());
  });

  test("passes the schema that the server validates at startup", () => {
    const lines = example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=(.*)$/gm);
    const source = Object.fromEntries([...lines].map((match) => [String(match[1]), match[2]]));
    expect(() => parseEnvironment(source)).not.toThrow();
  });
});
