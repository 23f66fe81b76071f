import ky, { HTTPError, type Options, TimeoutError } from "ky";
import type { Contract } from "~/services/contracts/contract";
import { providerErrorSchema } from "~/services/contracts/payment";
import { type ErrorDetail, type ProviderError, ServiceError } from "~/services/contracts/service-error";
import { attemptTimeout, longestDelay, longestRetryAfter, retries, serverErrors, withJitter } from "./attempts";
import type { CallContext, CallInput, Transport } from "./client";

type HttpOptions = {
  /** Timeout of one attempt in milliseconds. */
  timeout?: number;
  /** Milliseconds before retry n, counted from 1. */
  delay?: (retry: number) => number;
  fetch?: typeof fetch;
};

/** Timeout in milliseconds for sending a file. */
const fileTimeout = 15 * 60_000;

/**
 * Calls a service over HTTP. The bearer token is sent only to the configured absolute URL, redirects are not followed, and a
 * write uses one Idempotency-Key for all its attempts, so that a retry never writes twice.
 * @throws TypeError if `baseUrl` is not an absolute http(s) URL
 */
export function httpTransport(baseUrl: string, options: HttpOptions = {}): Transport {
  const base = new URL(baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`);
  if (!/^https?:$/.test(base.protocol)) throw new TypeError("A service's address begins with http: or https:");
  const timeout = options.timeout ?? attemptTimeout;
  const client = ky.create({
    fetch: attemptWithin(timeout, options.fetch ?? fetch),
    redirect: "manual",
    timeout: false,
    retry: {
      limit: retries,
      methods: ["get", "put", "delete", "post", "patch"],
      statusCodes: serverErrors,
      retryOnTimeout: true,
      maxRetryAfter: longestRetryAfter,
      backoffLimit: longestDelay,
      ...(options.delay ? { delay: options.delay } : { jitter: withJitter }),
    },
  });

  // A stream cannot be sent twice, and a large file takes longer.
  const fileClient = client.extend({ fetch: attemptWithin(fileTimeout, options.fetch ?? fetch), retry: 0 });

  return async ({ contract, input }, credentials, callOptions) => {
    const { address, headers, body } = requestOf(base, contract, input, credentials);
    if (contract.method === "POST" || contract.method === "PATCH") {
      headers["idempotency-key"] = callOptions.idempotencyKey ?? crypto.randomUUID();
    }
    let response: Response;
    try {
      const isFile = contract.bodyType === "file";
      response = isFile
        ? await fileClient(address, { method: contract.method, headers, body, duplex: "half" } as Options)
        : await client(address, { method: contract.method, headers, body });
    } catch (error) {
      throw await serviceErrorOf(error);
    }
    const schema = contract.responses[response.status];
    if (!schema) throw badResponse(`Unexpected status ${response.status}`);
    const parsed = schema.safeParse(await bodyOf(response));
    if (!parsed.success) throw badResponse(`Unexpected body of ${contract.method} ${contract.path}`);
    return { status: response.status, body: parsed.data, headers: headersOf(response) };
  };
}

/**
 * A fetch with a timeout in milliseconds that includes the body: ky's own timeout ends with the response's headers, so a server that stalls
 * within a body would block its caller for ever.
 */
export function attemptWithin(timeout: number, send: typeof fetch): typeof fetch {
  return (input, init) => {
    // Not AbortSignal.any with AbortSignal.timeout: on Node 20 it holds the timeout signal only by a weak reference, so that the garbage
    // collector may remove its timer.
    const attempt = new AbortController();
    const end = () => attempt.abort(new DOMException("The service did not answer in time", "TimeoutError"));
    setTimeout(end, timeout).unref();
    const given = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    if (given?.aborted) attempt.abort(given.reason);
    given?.addEventListener("abort", () => attempt.abort(given.reason), { once: true });
    return send(input, { ...init, signal: attempt.signal });
  };
}

function requestOf(base: URL, contract: Contract, input: CallInput, credentials: CallContext) {
  const params = { ...(input.params as Record<string, unknown> | undefined) };
  const path = contract.path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const address = new URL(path.slice(1), base);
  for (const [name, value] of Object.entries((input.query as Record<string, unknown> | undefined) ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) address.searchParams.append(name, String(each));
    }
  }
  const headers: Record<string, string> = { accept: "application/json", "x-request-id": credentials.requestId };
  headers["x-country"] = credentials.realm;
  if ((contract.auth === "bearer" || contract.auth === "optional") && credentials.accessToken) {
    headers.authorization = `Bearer ${credentials.accessToken}`;
  }
  for (const [name, value] of Object.entries((input.headers as Record<string, unknown> | undefined) ?? {})) {
    if (typeof value === "string") headers[name] = value;
  }
  if (credentials.ipAddress) headers["x-forwarded-for"] = credentials.ipAddress;
  // A token names the public origin. Without one the service would take its own address for it, and refuse links to our pages.
  if (!credentials.accessToken && credentials.origin) {
    const { host, protocol } = new URL(credentials.origin);
    headers["x-forwarded-host"] = host;
    headers["x-forwarded-proto"] = protocol.replace(":", "");
  }
  if (!contract.body || input.body === undefined) return { address, headers, body: undefined };
  if (contract.bodyType === "form") {
    headers["content-type"] = "application/x-www-form-urlencoded";
    return { address, headers, body: new URLSearchParams(input.body as Record<string, string>).toString() };
  }
  if (contract.bodyType === "text") {
    headers["content-type"] = "text/plain; charset=utf-8";
    return { address, headers, body: String(input.body) };
  }
  if (contract.bodyType === "file") {
    headers["content-type"] = "application/octet-stream";
    return { address, headers, body: input.body as ReadableStream<Uint8Array> };
  }
  headers["content-type"] = "application/json";
  return { address, headers, body: JSON.stringify(input.body) };
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text();
  if (text === "") return undefined;
  if (!response.headers.get("content-type")?.includes("json")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries(response.headers);
}

function badResponse(message: string): ServiceError {
  return new ServiceError(502, "bad_answer", message);
}

/** Converts any failure to ServiceError. Bodies in another format than ours are never passed on. */
async function serviceErrorOf(error: unknown): Promise<ServiceError> {
  if (error instanceof HTTPError) {
    const { status, headers } = error.response;
    const body = (await bodyOf(error.response).catch(() => undefined)) as Record<string, unknown> | undefined;
    const code = typeof body?.error === "string" ? body.error : `http_${status}`;
    const message = typeof body?.message === "string" ? body.message : `The service answered ${status}`;
    const details = Array.isArray(body?.details) ? (body.details as ErrorDetail[]) : undefined;
    const providerError = readProviderError(body?.details);
    const retryAfter = headers.get("retry-after");
    const responseHeaders = retryAfter ? { "retry-after": retryAfter } : undefined;
    return new ServiceError(status, code, message, details, responseHeaders, { providerError });
  }
  const isTimeout = error instanceof TimeoutError || (error as Error | null)?.name === "TimeoutError";
  return isTimeout
    ? new ServiceError(504, "timeout", "The service took too long to answer", undefined, undefined, { cause: error })
    : new ServiceError(503, "unreachable", "The service could not be reached", undefined, undefined, { cause: error });
}

function readProviderError(details: unknown): ProviderError | undefined {
  const { success, data } = providerErrorSchema.safeParse(details);
  return success ? data : undefined;
}
