import type { ScriptError } from "./frame-messages";
import { errorText, languageOf } from "./texts";

export type ApiReply = { error: ScriptError } | { error: null; body: Record<string, unknown> };

/**
 * Calls the API from the browser with the publishable key. Errors are returned, not thrown, like in Stripe.js; a missing response is
 * `api_connection_error`.
 * @param base base address of the stand-in's paths, with a slash at the end
 */
export async function callApi(
  base: string,
  key: string,
  locale: string,
  method: "GET" | "POST",
  path: string,
  params: Record<string, unknown>,
): Promise<ApiReply> {
  const form = new URLSearchParams({ key });
  flatten(params, "", form);
  const { texts } = languageOf([locale]);
  try {
    const response = await fetch(`${base}v1/${path}${method === "GET" ? `?${form}` : ""}`, {
      method,
      credentials: "omit",
      ...(method === "POST" ? { body: form } : {}),
    });
    const body = (await response.json()) as Record<string, unknown>;
    if (!response.ok) return { error: localized(body.error as ScriptError, locale) };
    return { error: null, body };
  } catch {
    return { error: { type: "api_connection_error", message: texts.connectionError } };
  }
}

/** An error with its message in the user's language. */
export function localized(error: ScriptError, locale: string): ScriptError {
  const message = errorText(languageOf([locale]).texts, error.code, error.decline_code);
  return message ? { ...error, message } : error;
}

/** `{ a: { b: 1 } }` -> `a[b]=1`. */
function flatten(value: Record<string, unknown>, prefix: string, form: URLSearchParams): void {
  for (const [name, each] of Object.entries(value)) {
    const path = prefix ? `${prefix}[${name}]` : name;
    if (each === undefined || each === null) continue;
    if (typeof each === "object") flatten(each as Record<string, unknown>, path, form);
    else form.append(path, String(each));
  }
}
