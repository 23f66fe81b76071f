import { type Context, Hono } from "hono";
import { isDatabaseUnavailable } from "~/db/.server/unavailable";
import { isRealm, type Realm, regionOf } from "~/realms/realm";
import { misdirected, type ServedHosts, type Site, serves } from "~/realms/served-hosts";
import { isForeignWrite } from "~/security/foreign-request.server";
import { notFound, ServiceError, unauthorized, validationError } from "~/services/contracts/service-error";
import { nameRequestRoute } from "~/tracing/request-route.server";
import { inSpan } from "~/tracing/spans.server";
import { type CallerResolver, type CallOrigin, realmOfToken } from "./caller";
import { dispatch, isWrite, type RawInput } from "./dispatch";
import type { AnyEndpoint, AnyService } from "./endpoint";
import type { Idempotency } from "./idempotency";
import { openApi } from "./openapi";

/** Services over HTTP: a Hono app of all of them under /services. docs/product/choices.md#services. */

export type ClientInfo = {
  ipAddress: string | null;
  requestId: string;
  /** The address of this machine that the connection came in on, where the process knows it. */
  localAddress?: string | null;
  /** When the head of the request had arrived, where the process knows it. */
  arrivedAt?: Date;
  /** When the response before it had been sent on the client's connection; null for the first request, or where the process does not know. */
  previousResponseAt?: Date | null;
};

export type MountDeps = {
  callers: CallerResolver;
  idempotency: Idempotency;
  hosts: ServedHosts;
  /**
   * Called with every error that is not a ServiceError, and with ServiceErrors that have a cause behind the service; the caller
   * only gets a general failure.
   */
  report(error: unknown, clientInfo: ClientInfo): void;
};

type Env = { Bindings: { clientInfo: ClientInfo }; Variables: { site: Exclude<Site, { kind: "redirect" }> } };

/** Longest body of a JSON or form call, in bytes; raw endpoints see to their own. */
const bodyLimit = 2 * 1024 * 1024;

/** Nothing is wrong with the call: it may be sent again. */
const unavailable = new ServiceError(503, "unavailable", "The service cannot answer at the moment", undefined, {
  "retry-after": "10",
});

export type ServicesApp = (request: Request, clientInfo: ClientInfo) => Promise<Response>;

export function mountServices(services: AnyService[], deps: MountDeps): ServicesApp {
  const app = new Hono<Env>({ strict: false });
  app.use(async (c, next) => {
    const site = siteOf(c, deps.hosts);
    if (isForeignWrite(c.req.raw, site.origin)) {
      throw new ServiceError(403, "foreign_origin", "Requests from another site are refused");
    }
    c.set("site", site);
    await next();
    c.res.headers.set("x-request-id", c.env.clientInfo.requestId);
    if (!c.res.headers.has("cache-control")) c.res.headers.set("cache-control", "no-store");
    c.res.headers.set("x-content-type-options", "nosniff");
  });
  for (const service of services) app.route(`/services/${service.name}`, mountService(service, deps));
  app.notFound(() => errorResponse(notFound("No such call")));
  app.onError((error, c) => {
    if (error instanceof ServiceError) {
      if (error.cause !== undefined) deps.report(error, c.env.clientInfo);
      return errorResponse(error);
    }
    // The client left before its request had arrived whole: no error, and nobody waits for the response.
    if (!c.req.raw.signal.aborted) deps.report(error, c.env.clientInfo);
    if (isDatabaseUnavailable(error)) return errorResponse(unavailable);
    return errorResponse(new ServiceError(500, "internal_error", "Something went wrong"));
  });
  return async (request, clientInfo) => app.fetch(request, { clientInfo });
}

function mountService(service: AnyService, deps: MountDeps): Hono<Env> {
  const app = new Hono<Env>({ strict: false });
  app.get("/openapi.json", (c) => c.json(openApi(service)));
  for (const raw of service.raw ?? []) {
    app.on(raw.method, raw.path, async (c) => {
      nameRequestRoute(`/services/${service.name}${raw.path}`);
      const from = raw.hasOwnRealm ? originOfHost(c, deps.hosts) : callOrigin(c, deps.hosts, null);
      const { arrivedAt = new Date(), previousResponseAt = null } = c.env.clientInfo;
      const context = { ...from, region: regionOf(from.realm), arrivedAt, previousResponseAt };
      const method = service.name + raw.path;
      return inSpan(method, { "rpc.method": method }, () => raw.handle(c.req.raw, context));
    });
  }
  for (const [name, endpoint] of namedFirst(Object.entries(service.endpoints))) {
    app.on(endpoint.contract.method, endpoint.contract.path, async (c) => {
      nameRequestRoute(`/services/${service.name}${endpoint.contract.path}`);
      const token = bearerToken(c.req.raw);
      const from = callOrigin(c, deps.hosts, token === null ? null : realmOfToken(token));
      const caller = token ? await deps.callers.user(token, from) : deps.callers.visitor(from);
      if (endpoint.contract.auth === "bearer" && !token) throw unauthorized();
      const key = c.req.header("idempotency-key");
      if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key)) {
        throw validationError([{ attribute: "Idempotency-Key", reason: "At most 200 visible ASCII characters" }]);
      }
      const idempotent = key && isWrite(endpoint.contract) ? { key, store: deps.idempotency } : undefined;
      const response = await dispatch(service, name, await rawInput(c, endpoint), caller, idempotent);
      return toHttpResponse(endpoint, response);
    });
  }
  return app;
}

/** `/v1/jobs` before `/:version/:type`, which would match it as a type of person: the first match wins. */
function namedFirst<Named extends [string, AnyService["endpoints"][string]]>(endpoints: Named[]): Named[] {
  const openness = ([, { contract }]: Named) =>
    contract.path.replace(/[^/]+/g, (part) => (part.startsWith(":") ? "1" : "0"));
  const byOpenness = (one: string, other: string) => Number(one > other) - Number(one < other);
  return endpoints.toSorted((one, other) => byOpenness(openness(one), openness(other)));
}

/** @throws ServiceError 421 for a host that does not serve this call: in our own process the pipeline has rejected it before */
function siteOf(c: Context<Env>, hosts: ServedHosts): Env["Variables"]["site"] {
  const { protocol, host, pathname } = new URL(c.req.url);
  const { localAddress = null } = c.env.clientInfo;
  const site = hosts.find({ protocol: protocol === "https:" ? "https" : "http", host, localAddress });
  if (!site || site.kind === "redirect" || !serves(site, pathname)) {
    throw new ServiceError(421, "misdirected_request", misdirected);
  }
  return site;
}

/**
 * The realm of a call, and the public origin of that realm. A realm's own host does not accept another realm in `x-country`; localhost and
 * hosts of services do. docs/product/choices.md#wire: with a token the header must equal the token's realm, which the caller resolver sees to.
 * @param otherwise the realm at a host of services where `x-country` is missing
 */
function callOrigin(c: Context<Env>, hosts: ServedHosts, otherwise: Realm | null): CallOrigin {
  const { ipAddress, requestId } = c.env.clientInfo;
  const { site } = c.var;
  const realm = realmOfCall(site, c.req.header("x-country") ?? null, otherwise);
  const origin = hosts.originOf(realm, site.origin);
  if (origin === null) throw invalidCountry("This country is not served here");
  return { realm, origin, requestId, ipAddress };
}

/** For an address that says itself which realm or book it is about. */
function originOfHost(c: Context<Env>, hosts: ServedHosts): CallOrigin {
  const { ipAddress, requestId } = c.env.clientInfo;
  const { site } = c.var;
  return { realm: site.kind === "pages" ? site.realm : hosts.defaultRealm, origin: site.origin, requestId, ipAddress };
}

function realmOfCall(site: Site, header: string | null, otherwise: Realm | null): Realm {
  const ofHost = site.kind === "pages" ? site.realm : null;
  if (header === null) {
    const realm = ofHost ?? otherwise;
    if (realm === null) throw invalidCountry("Name the country: this host serves several");
    return realm;
  }
  if (header === ofHost) return ofHost;
  if (!isRealm(header)) throw invalidCountry("Unknown country");
  if (site.kind === "pages" && !site.isShared) throw invalidCountry("This address belongs to another country");
  return header;
}

function invalidCountry(reason: string): ServiceError {
  return validationError([{ attribute: "x-country", reason }]);
}

function bearerToken(request: Request): string | null {
  const header = request.headers.get("authorization");
  if (header === null) return null;
  const match = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(header);
  if (!match?.[1]) throw unauthorized();
  return match[1];
}

async function rawInput(c: Context<Env>, endpoint: AnyEndpoint): Promise<RawInput> {
  const { contract } = endpoint;
  const input: RawInput = {};
  if (contract.params) input.params = c.req.param();
  if (contract.query) {
    const queries = c.req.queries();
    input.query = Object.fromEntries(
      Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
    );
  }
  if (contract.headers) {
    input.headers = Object.fromEntries(Object.keys(contract.headers.shape).map((name) => [name, c.req.header(name)]));
  }
  if (contract.body) input.body = await bodyOf(c.req.raw, contract.bodyType ?? "json");
  return input;
}

async function bodyOf(request: Request, type: "json" | "form" | "text" | "file"): Promise<unknown> {
  // The HTTP pipeline limits the length of a file, by path.
  if (type === "file") return request.body;
  if (Number(request.headers.get("content-length") ?? 0) > bodyLimit) throw tooLarge();
  const text = await request.text();
  if (text.length > bodyLimit) throw tooLarge();
  if (type === "text") return text;
  if (type === "form") return Object.fromEntries(new URLSearchParams(text));
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw validationError([{ attribute: "", reason: "The body is not JSON" }]);
  }
}

function tooLarge(): ServiceError {
  return new ServiceError(413, "too_large", "The body is too large");
}

/** Only members of the contract are sent: the response is parsed by its schema. */
function toHttpResponse(
  endpoint: AnyEndpoint,
  response: { status: number; body: unknown; headers?: Record<string, string> },
): Response {
  const schema = endpoint.contract.responses[response.status];
  if (!schema) throw new Error(`${endpoint.contract.path} has no answer ${response.status}`);
  const body: unknown = schema.parse(response.body);
  const headers = new Headers(response.headers);
  if (body === undefined) return new Response(null, { status: response.status, headers });
  headers.set("content-type", "application/json; charset=utf-8");
  return new Response(JSON.stringify(body), { status: response.status, headers });
}

function errorResponse(error: ServiceError): Response {
  const headers = new Headers(error.headers);
  headers.set("content-type", "application/json; charset=utf-8");
  if (error.status === 401) headers.set("www-authenticate", "Bearer");
  return new Response(JSON.stringify(error), { status: error.status, headers });
}
