import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { demoFacts, type OperatorFacts, operatorFactNames, operatorVariables } from "./realms/operator";
import { defaultRealm, type Realm, type Region, realms } from "./realms/realm";
import { isHost } from "./realms/served-hosts";

/**
 * Everything the product takes from its environment, checked once by one schema. `.env.example` explains each name.
 * docs/operating.md; docs/product/choices.md#who-and-where.
 */

/** A value of the environment that cannot be used. The message is one line and never repeats a secret. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
}

/** Services that may live elsewhere, by the first part of their variable: `AUTH_URL`, `CUSTOMER_MANAGEMENT_EU_URL`, … */
const serviceUrlNames = [
  "AUTH",
  "ACCOUNT",
  "PAYMENT",
  "CONTROL_PANEL",
  "CUSTOMER_MANAGEMENT_EU",
  "CUSTOMER_MANAGEMENT_US",
  "SYNC",
  "LIBRARY",
  "SUBMISSIONS",
  "ACTIVITY",
] as const;
export type ServiceUrlName = (typeof serviceUrlNames)[number];

export type OidcProvider = { issuer: string; clientId: string; clientSecret: string };

export type Environment = {
  /** NODE_ENV=production. */
  production: boolean;
  port: number;
  /** Address to listen on; null means every one. */
  host: string | null;
  /** Absolute path. */
  dataDir: string;
  defaultRealm: Realm;
  /** null: the embedded database of that region. */
  databaseUrls: Record<Region, string | null>;
  demo: boolean;
  /** `file:` or `s3:` address under which books' files are stored. */
  storageUrl: string;
  sessionSecret: string;
  /** null: the service runs in this process. */
  serviceUrls: Record<ServiceUrlName, string | null>;
  stripe: {
    secretKeys: Partial<Record<Realm, string>>;
    publishableKeys: Partial<Record<Realm, string>>;
    /** Signing secrets of the provider's webhooks, by realm; every other realm uses `webhookSecret`. */
    webhookSecrets: Partial<Record<Realm, string>>;
    webhookSecret: string | null;
    apiBase: string | null;
    jsUrl: string | null;
  };
  /** Identity providers by realm, then by name in lower case. */
  oidc: Partial<Record<Realm, Record<string, OidcProvider>>>;
  /** Public origins by realm; none while the product is only tried out on this machine. app/realms/served-hosts.ts. */
  origins: Partial<Record<Realm, string>>;
  /** Host names, with or without a port, that serve calls of services only. */
  serviceHosts: string[];
  franceOtherDomain: string | null;
  contentOrigin: string | null;
  portalAdminUrl: string | null;
  /** Addresses of a realm's support and feedback pages; without an address no link is shown. */
  supportUrls: Partial<Record<Realm, string>>;
  feedbackUrls: Partial<Record<Realm, string>>;
  /** Who is responsible for a realm's personal data, as the privacy page names them. */
  dataControllers: Partial<Record<Realm, string>>;
  /** Who sells to families in a realm, as the landing page and the legal pages name them; examples in a demonstration without any. */
  operators: Record<Realm, OperatorFacts>;
  metricsToken: string | null;
  sentryDsn: string | null;
  /** Base URL of the OTLP receiver that traces are sent to; null: none are made. */
  tracesEndpoint: string | null;
  smtpUrl: string | null;
  /** Sender of mails. */
  mailFrom: string;
  smsUrl: string | null;
  readlogUrl: string | null;
  bookBackendUrl: string | null;
  /** Whether sources of a sync may stand in a private network, this machine included. */
  privateSources: boolean;
  /**
   * The proxies whose X-Forwarded-* headers are trusted: addresses, subnets, `loopback`, `uniquelocal`, or a number of hops; null when
   * the operator has named none.
   */
  trustedProxies: string[] | number | null;
  /** Whether Strict-Transport-Security includes the subdomains of our hosts. */
  hstsSubdomains: boolean;
};

type Values = Record<string, string | undefined>;

function address(...protocols: string[]) {
  return z.string().refine((text) => protocols.some((protocol) => isAddress(text, protocol)), {
    message: `must be an address that begins with ${protocols.map((protocol) => `${protocol}:`).join(" or ")}`,
  });
}

function isAddress(text: string, protocol: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === `${protocol}:`;
}

const web = address("http", "https");
const origin = web.refine((text) => new URL(text).origin === text.replace(/\/$/, ""), {
  message: "must be an origin, without a path",
});
const webOrPath = z.string().refine((text) => /^\/[^/]/.test(text) || web.safeParse(text).success, {
  message: "must be an address that begins with http: or https:, or a path",
});
const publicOrigin = origin.refine((text) => new URL(text).protocol === "https:" || isLocal(new URL(text).hostname), {
  message: "must begin with https:, since browsers accept our cookies over http from localhost only",
});
const hostNames = z.string().refine((text) => text.split(",").every((name) => isHost(name.trim())), {
  message: "must be host names, separated by commas",
});
const hostName = z.string().regex(/^[a-z0-9.-]+$/i, "must be a host name");
const secret = (length: number) => z.string().min(length, `must have at least ${length} characters`);
const anything = z.string();
const mailAddress = z.string().regex(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address");

/** The names from which browsers accept cookies over http. */
function isLocal(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

function byRealm<Schema extends z.ZodType>(prefix: string, schema: Schema): Record<string, Schema> {
  return Object.fromEntries(realms.map((realm) => [`${prefix}_${realm.toUpperCase()}`, schema]));
}

const serviceUrlShape = Object.fromEntries(serviceUrlNames.map((name) => [`${name}_URL`, web]));

const shape: Record<string, z.ZodType> = {
  NODE_ENV: z.enum(["production", "development", "test"], { error: "must be production, development or test" }),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a number from 0 to 65535")
    .refine((text) => Number(text) <= 65535, "must be a number from 0 to 65535"),
  HOST: z.string().regex(/^[a-z0-9.:%-]+$/i, "must be an address or a host name"),
  DATA_DIR: anything,
  DEFAULT_REALM: z.enum(realms, { error: `must be one of ${realms.join(", ")}` }),
  DATABASE_URL_EU: address("postgres", "postgresql"),
  DATABASE_URL_US: address("postgres", "postgresql"),
  DEMO: z.enum(["0", "1"], { error: "must be 0 or 1" }),
  STORAGE_URL: address("file", "s3"),
  SESSION_SECRET: secret(32),
  ...serviceUrlShape,
  ...byRealm("STRIPE_SECRET_KEY", anything),
  ...byRealm("STRIPE_PUBLISHABLE_KEY", anything),
  STRIPE_WEBHOOK_SECRET: anything,
  ...byRealm("STRIPE_WEBHOOK_SECRET", anything),
  STRIPE_API_BASE: web,
  STRIPE_JS_URL: webOrPath,
  SENTRY_DSN: web,
  OTEL_EXPORTER_OTLP_ENDPOINT: web,
  // These two are read by OpenTelemetry itself.
  OTEL_SERVICE_NAME: anything,
  OTEL_RESOURCE_ATTRIBUTES: anything,
  SMTP_URL: address("smtp", "smtps"),
  MAIL_FROM: z.string().regex(/^[^\r\n]*@[^\r\n]+$/, "must be an address, alone or as Name <address>"),
  SMS_URL: web,
  READLOG_URL: web,
  BOOK_BACKEND_URL: web,
  PORTAL_ADMIN_URL: web,
  ...byRealm("SUPPORT_URL", web),
  ...byRealm("FEEDBACK_URL", web),
  ...byRealm("DATA_CONTROLLER", anything),
  ...Object.fromEntries(
    operatorFactNames.flatMap((fact) =>
      Object.entries(byRealm(operatorVariables[fact], fact === "email" ? mailAddress : anything)),
    ),
  ),
  CONTENT_ORIGIN: origin,
  METRICS_TOKEN: secret(16),
  FRANCE_OTHER_DOMAIN: hostName,
  ...byRealm("PUBLIC_ORIGIN", publicOrigin),
  ...byRealm("DOMAIN", hostName),
  SERVICE_HOSTS: hostNames,
  HSTS_INCLUDE_SUBDOMAINS: z.enum(["0", "1"], { error: "must be 0 or 1" }),
  SYNC_PRIVATE_SOURCES: z.enum(["0", "1"], { error: "must be 0 or 1" }),
  TRUSTED_PROXIES: anything,
};

/** Every name that the product reads, but those of identity providers: they are OIDC_{REALM}_{NAME}_{ISSUER,…}. */
export const environmentNames = Object.keys(shape);

const schema = z.object(Object.fromEntries(Object.entries(shape).map(([name, rule]) => [name, rule.optional()])));

const secretNames = /SECRET|TOKEN|KEY|DATABASE_URL|SMTP_URL|SMS_URL|DSN/;

/** Text of the environment -> Environment. Throws EnvironmentError for the first value that cannot be used. */
export function parseEnvironment(
  source: Values,
  directory = process.cwd(),
): Omit<Environment, "sessionSecret"> & {
  sessionSecret: string | null;
} {
  const values: Values = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const checked = schema.safeParse(values);
  if (!checked.success) {
    const issue = checked.error.issues[0];
    throw badValue(String(issue?.path[0]), values, issue?.message ?? "cannot be used");
  }
  const text = (name: string) => values[name]?.trim() ?? null;
  const dataDir = path.resolve(directory, text("DATA_DIR") ?? ".data");
  return {
    production: text("NODE_ENV") === "production",
    port: Number(text("PORT") ?? 3000),
    host: text("HOST"),
    dataDir,
    defaultRealm: (text("DEFAULT_REALM") as Realm | null) ?? defaultRealm,
    databaseUrls: { eu: text("DATABASE_URL_EU"), us: text("DATABASE_URL_US") },
    demo: text("DEMO") === "1",
    storageUrl: text("STORAGE_URL") ?? pathToFileURL(path.join(dataDir, "storage/")).href,
    sessionSecret: text("SESSION_SECRET"),
    serviceUrls: Object.fromEntries(serviceUrlNames.map((name) => [name, text(`${name}_URL`)])) as Record<
      ServiceUrlName,
      string | null
    >,
    stripe: {
      secretKeys: valuesByRealm("STRIPE_SECRET_KEY", values),
      publishableKeys: valuesByRealm("STRIPE_PUBLISHABLE_KEY", values),
      webhookSecrets: valuesByRealm("STRIPE_WEBHOOK_SECRET", values),
      webhookSecret: text("STRIPE_WEBHOOK_SECRET"),
      apiBase: text("STRIPE_API_BASE"),
      jsUrl: text("STRIPE_JS_URL"),
    },
    oidc: oidcProviders(values),
    origins: publicOrigins(values),
    serviceHosts:
      text("SERVICE_HOSTS")
        ?.split(",")
        .map((name) => name.trim()) ?? [],
    franceOtherDomain: text("FRANCE_OTHER_DOMAIN"),
    contentOrigin: text("CONTENT_ORIGIN")?.replace(/\/$/, "") ?? null,
    portalAdminUrl: text("PORTAL_ADMIN_URL"),
    supportUrls: valuesByRealm("SUPPORT_URL", values),
    feedbackUrls: valuesByRealm("FEEDBACK_URL", values),
    dataControllers: valuesByRealm("DATA_CONTROLLER", values),
    operators: operatorFacts(values),
    metricsToken: text("METRICS_TOKEN"),
    sentryDsn: text("SENTRY_DSN"),
    tracesEndpoint: text("OTEL_EXPORTER_OTLP_ENDPOINT"),
    smtpUrl: text("SMTP_URL"),
    mailFrom: text("MAIL_FROM") ?? "Fabel <no-reply@fabel.example>",
    smsUrl: text("SMS_URL"),
    readlogUrl: text("READLOG_URL"),
    bookBackendUrl: text("BOOK_BACKEND_URL"),
    privateSources: text("SYNC_PRIVATE_SOURCES") === "1",
    trustedProxies: trustedProxies(text("TRUSTED_PROXIES")),
    hstsSubdomains: text("HSTS_INCLUDE_SUBDOMAINS") === "1",
  };
}

/**
 * The environment of this process. A SESSION_SECRET that is not set is generated once and stored in DATA_DIR, so that sessions
 * outlive a restart; several processes that share a database must be given the same one.
 */
export function readEnvironment(source: Values = process.env): Environment {
  const environment = parseEnvironment(source);
  return { ...environment, sessionSecret: environment.sessionSecret ?? storedSecret(environment.dataDir) };
}

function storedSecret(dataDir: string): string {
  const file = path.join(dataDir, "session-secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
    } catch (error) {
      // Another process may have written it between the question and the answer; then that one counts.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  return readFileSync(file, "utf8");
}

function badValue(name: string, values: Values, reason: string): EnvironmentError {
  const actual = secretNames.test(name) ? "" : `, but is ${JSON.stringify(values[name])}`;
  return new EnvironmentError(`${name} ${reason}${actual}`);
}

function valuesByRealm(prefix: string, values: Values): Partial<Record<Realm, string>> {
  const configured: Partial<Record<Realm, string>> = {};
  for (const realm of realms) {
    const value = values[`${prefix}_${realm.toUpperCase()}`]?.trim();
    if (value) configured[realm] = value;
  }
  return configured;
}

function operatorFacts(values: Values): Environment["operators"] {
  const ofRealm = (realm: Realm): OperatorFacts => {
    const entries = operatorFactNames.map(
      (fact) => [fact, values[`${operatorVariables[fact]}_${realm.toUpperCase()}`]?.trim() ?? null] as const,
    );
    const isEmpty = entries.every(([, value]) => value === null);
    return values.DEMO === "1" && isEmpty ? demoFacts(realm) : (Object.fromEntries(entries) as OperatorFacts);
  };
  return Object.fromEntries(realms.map((realm) => [realm, ofRealm(realm)])) as Environment["operators"];
}

/** Endings of an identity provider's variables, `OIDC_{REALM}_{NAME}_{ENDING}`. */
export const oidcParts = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET"] as const;

/** The parts of the name of an identity provider's variable; null for any other name. */
export function readOidcName(name: string): { prefix: string; realm: Realm; provider: string } | null {
  const match = /^(OIDC_([A-Z]{2})_([A-Z0-9_]+?))_(?:ISSUER|CLIENT_ID|CLIENT_SECRET)$/.exec(name);
  const realm = realms.find((each) => each.toUpperCase() === match?.[2]);
  if (!match || !realm) return null;
  return { prefix: String(match[1]), realm, provider: String(match[3]).toLowerCase() };
}

/** The providers of which some variables are set and others are not: they are left out. */
export function incompleteOidcProviders(source: Values): Array<{ set: string[]; missing: string[] }> {
  return oidcGroups(source).flatMap(({ prefix }) => {
    const names = oidcParts.map((part) => `${prefix}_${part}`);
    const missing = names.filter((name) => !source[name]?.trim());
    return missing.length > 0 ? [{ set: names.filter((name) => !missing.includes(name)), missing }] : [];
  });
}

/** One entry for each provider of which a variable is set. */
function oidcGroups(source: Values) {
  const names = Object.keys(source).filter((name) => source[name]?.trim());
  const groups = names.sort().flatMap((name) => readOidcName(name) ?? []);
  return [...new Map(groups.map((group) => [group.prefix, group])).values()];
}

/** A provider is left out while a variable is missing, perhaps because its name is misspelt: the start's warnings say so. */
function oidcProviders(values: Values): Environment["oidc"] {
  const providers: Environment["oidc"] = {};
  for (const { prefix, realm, provider: name } of oidcGroups(values)) {
    const part = (ending: (typeof oidcParts)[number]) => values[`${prefix}_${ending}`]?.trim();
    const [issuer, clientId, clientSecret] = [part("ISSUER"), part("CLIENT_ID"), part("CLIENT_SECRET")];
    if (issuer && !web.safeParse(issuer).success) {
      throw badValue(`${prefix}_ISSUER`, values, "must be an address that begins with http: or https:");
    }
    if (issuer && clientId && clientSecret) {
      providers[realm] = { ...providers[realm], [name]: { issuer, clientId, clientSecret } };
    }
  }
  return providers;
}

/** @throws EnvironmentError if a realm has two different origins, or two realms share one */
function publicOrigins(values: Values): Environment["origins"] {
  const origins: Environment["origins"] = {};
  for (const realm of realms) {
    const [origin, domain] = [`PUBLIC_ORIGIN_${realm.toUpperCase()}`, `DOMAIN_${realm.toUpperCase()}`];
    const given = values[origin]?.trim();
    const host = values[domain]?.trim();
    const found = given ?? (host && `https://${host}`);
    if (!found) continue;
    const { origin: own } = new URL(found);
    if (given && host && new URL(`https://${host}`).origin !== own) {
      throw new EnvironmentError(`${origin} and ${domain} name different addresses: keep one of them`);
    }
    const other = realms.find((each) => origins[each] === own);
    if (other) {
      throw new EnvironmentError(`${own} is the address of two realms, ${other} and ${realm}: each needs its own`);
    }
    origins[realm] = own;
  }
  return origins;
}

function trustedProxies(text: string | null): string[] | number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const names = text.split(",").map((name) => name.trim());
  if (!names.every((name) => /^(loopback|linklocal|uniquelocal|[0-9a-f.:]+(\/\d{1,3})?)$/i.test(name))) {
    throw new EnvironmentError(
      `TRUSTED_PROXIES must be a number of hops, or loopback, uniquelocal, addresses or subnets, but is "${text}"`,
    );
  }
  return names;
}
