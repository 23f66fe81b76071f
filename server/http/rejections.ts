import type { IncomingMessage, ServerResponse } from "node:http";
import type { Environment } from "~/environment.server";
import { frenchAddress } from "~/realms/realm";
import type { RefusalReason } from "~/shell/refusal-reason";
import { bodyLimit } from "./body-limits";
import type { Metrics } from "./metrics";
import { isWholeWindow } from "./refusal-page";
import { type ProcessLog, requestIdOf } from "./request-log";
import { commonHeaders } from "./security-headers";
import { createSenderReader, remembering } from "./senders";

/** One request that was let in. */
export type Visit = {
  message: IncomingMessage;
  answer: ServerResponse;
  /** Without its query. */
  path: string;
  requestId: string;
  origin: string;
  isSecure: boolean;
  ipAddress: string | null;
  /** Somebody's whole window asked for what the door refuses: they get a page. Whoever else does is answered at the door. */
  refusal: Refusal | null;
};

export type Refusal = { status: number; error: string; message: string; reason: RefusalReason };

export type DoorParts = {
  environment: Pick<Environment, "trustedProxies" | "franceOtherDomain" | "domains">;
  log: ProcessLog;
  metrics: Metrics;
};

/** Gives a visit its id, its origin and its headers, and writes its line when it ends; null for one that is answered at the door. */
export function createDoor(parts: DoorParts): (message: IncomingMessage, answer: ServerResponse) => Visit | null {
  const { franceOtherDomain, domains, trustedProxies } = parts.environment;
  const senderOf = createSenderReader(trustedProxies);

  return (message, answer) => {
    const began = performance.now();
    const { headers, url = "/", method = "GET" } = message;
    const { isTrusted, protocol, host, ipAddress } = senderOf(message);
    if (!isTrusted) for (const name of Object.keys(headers)) if (name.startsWith("x-forwarded-")) delete headers[name];
    const path = url.split("?", 1)[0] ?? "/";
    const requestId = requestIdOf(headers["x-request-id"], isTrusted);
    const isSecure = protocol === "https";
    answer.setHeader("X-Request-Id", requestId);
    const common = commonHeaders(isSecure);
    for (const name in common) answer.setHeader(name, common[name] ?? "");
    answer.on("close", () => {
      const line = {
        requestId,
        method,
        path,
        status: answer.statusCode,
        milliseconds: Math.round((performance.now() - began) * 10) / 10,
        aborted: !answer.writableFinished,
      };
      parts.metrics.observe(line);
      if (!/^\/(healthz|readyz|metrics)$/.test(path)) parts.log.info(line);
    });

    const origin = `${protocol}://${host}`;
    if (!host || !isOrigin(origin)) return turnAway(answer, 400, "bad_request", "The Host header names no host");
    if (!url.startsWith("/")) return turnAway(answer, 400, "bad_request", "The address is not one of this site");
    const visit = { message, answer, path, requestId, origin, isSecure, ipAddress, refusal: null };
    if (!isReadable(path)) return refused(visit, unreadable);
    const french = frenchAddress(`${origin}${url}`, franceOtherDomain, domains);
    if (french) {
      // 308 keeps the method of whatever else than a page was asked for.
      answer.writeHead(/^(GET|HEAD)$/.test(method) ? 301 : 308, { Location: french }).end();
      return null;
    }
    if (isForeignWrite(message, origin)) return refused(visit, foreign);
    if (Number(headers["content-length"] ?? 0) > bodyLimit(path)) {
      answer.setHeader("Connection", "close");
      return refused(visit, tooLarge);
    }
    return visit;
  };
}

const unreadable: Refusal = {
  status: 400,
  error: "bad_request",
  message: "The address cannot be read",
  reason: "address",
};
const foreign: Refusal = {
  status: 403,
  error: "forbidden",
  message: "A change may only be asked for by this site itself",
  reason: "foreign",
};
export const tooLarge: Refusal = {
  status: 413,
  error: "too_large",
  message: "The body is too long",
  reason: "tooLarge",
};

/** A service answers as services do, whoever asks. */
function refused(visit: Visit, refusal: Refusal): Visit | null {
  if (isForPeople(visit) || isSentByScript(visit)) return { ...visit, refusal };
  return turnAway(visit.answer, refusal.status, refusal.error, refusal.message);
}

export function isForPeople({ message, path }: Pick<Visit, "message" | "path">): boolean {
  const header = (name: string) => [message.headers[name]].flat()[0];
  return !path.startsWith("/services/") && isWholeWindow(header);
}

/** A page's form that its script sent: the page shows what comes back, and can read nothing but a page's own data. */
export function isSentByScript({ message, path }: Pick<Visit, "message" | "path">): boolean {
  return message.method === "POST" && path.endsWith(".data") && !path.startsWith("/services/");
}

/** Answers with an error as the services tell theirs. */
export function refuse(answer: ServerResponse, status: number, error: string, message: string): void {
  const headers = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };
  answer.writeHead(status, headers).end(JSON.stringify({ error, message }));
}

function turnAway(...refusal: Parameters<typeof refuse>): null {
  refuse(...refusal);
  return null;
}

const isOrigin = remembering(
  (text) => URL.canParse(text) && new URL(text).origin === text.toLowerCase().replace(/:(80|443)$/, ""),
);

function isReadable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Browsers name the origin of everything that may change something; programs name none. Security, line 3. */
function isForeignWrite({ method = "GET", headers }: IncomingMessage, own: string): boolean {
  if (/^(GET|HEAD|OPTIONS)$/.test(method)) return false;
  const { origin } = headers;
  if (origin === undefined) return headers["sec-fetch-site"] === "cross-site";
  return !URL.canParse(origin) || new URL(origin).host !== new URL(own).host;
}
