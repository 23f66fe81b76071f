import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { z } from "zod";
import type { Backend } from "~/clients/backend";
import { requestContextOf } from "~/clients/request-context.server";
import { requireSameOrigin } from "~/clients/same-origin.server";
import { longest } from "~/http/browser-errors";

/** Accepts error reports from our own pages, limited in size and rate. */

const limits = {
  address: new RateLimiterMemory({ points: 20, duration: 60 }),
  everybody: new RateLimiterMemory({ points: 300, duration: 60 }),
};

/** Maximum size in bytes; the HTTP server rejects much larger bodies before reading them. */
const bodyLimit = 16 * 1024;

const reportSchema = z.object({
  name: z.string().max(longest.name),
  message: z.string().max(longest.message),
  stack: z.string().max(longest.stack),
  path: z.string().max(longest.path).startsWith("/"),
});

/** Responds with 204, or 400, 403, 405, 413, 415 or 429 if the report is rejected. */
export async function receiveBrowserError(backend: Backend, request: Request): Promise<Response> {
  if (request.method !== "POST") return refuse(405, { Allow: "POST" });
  requireSameOrigin(request);
  if (!request.headers.get("content-type")?.startsWith("application/json")) return refuse(415);
  const { ipAddress, requestId } = requestContextOf(request);
  try {
    await limits.address.consume(ipAddress ?? "nowhere");
    await limits.everybody.consume("all");
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return refuse(429, { "Retry-After": String(Math.max(1, Math.ceil(error.msBeforeNext / 1000))) });
  }
  const text = await request.text();
  if (text.length > bodyLimit) return refuse(413);
  const report = reportSchema.safeParse(parseJson(text));
  if (!report.success) return refuse(400);
  const { name, message, stack, path } = report.data;
  const error = new Error(oneLine(`${message} (${path})`));
  error.name = oneLine(name);
  error.stack = `${error.name}: ${error.message}\n${framesOf(stack)}`;
  backend.errors.report(error, { where: "browser", requestId });
  return new Response(null, { status: 204 });
}

function refuse(status: number, headers?: Record<string, string>): Response {
  return new Response(null, { status, headers });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Replaces control characters, so that a report cannot add lines to the log. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}

/** Stack frames, one per line, without queries, which may contain personal data. */
function framesOf(stack: string): string {
  return (
    stack
      .split("\n")
      .map((line) => oneLine(line.trim()).replace(/\?[^\s:)]*/g, ""))
      // Normalises to `at name (place)`; Firefox and Safari write `name@place`.
      .map((line) => line.replace(/^([^@\s]*)@(https?:.*)$/, "at $1 ($2)"))
      .filter((line) => line.startsWith("at "))
      .map((line) => `    ${line}`)
      .join("\n")
  );
}
