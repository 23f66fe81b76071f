import type { z } from "zod";
import type { Caller } from "~/services/.server/directory/caller";
import { requireOpenToJoinedDevice, requireOpenToPictureCode } from "~/services/.server/directory/own-rights";
import type { Contract } from "~/services/contracts/contract";
import { fillMessage, formMessages } from "~/services/contracts/form-messages";
import { type ErrorDetail, ServiceError, unauthorized, validationError } from "~/services/contracts/service-error";
import { inSpan } from "~/tracing/spans.server";
import type { AnyEndpoint, AnyService } from "./endpoint";
import { digestOf, type Idempotency, type StoredResponse } from "./idempotency";
import { unstorableTexts, withStorableTexts } from "./storable-text";

/** Every call of an endpoint goes through here, over HTTP and in process: authenticate, parse, authorise, handle. */

export type RawInput = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown };

/**
 * Checks the caller against the contract, parses the input, authorises, handles.
 * @throws ServiceError 401 without a user where the contract requires a bearer token, 404 for an unknown name, 400
 * ValidationError, and the endpoint's own errors
 */
export function dispatch(
  service: AnyService,
  name: string,
  input: RawInput,
  caller: Caller,
  idempotent?: IdempotentCall,
): Promise<StoredResponse> {
  const method = `${service.name}/${name}`;
  return inSpan(method, { "rpc.method": method }, () => runCall(service, name, input, caller, idempotent));
}

type IdempotentCall = { key: string; store: Idempotency };

async function runCall(
  service: AnyService,
  name: string,
  input: RawInput,
  caller: Caller,
  idempotent: IdempotentCall | undefined,
): Promise<StoredResponse> {
  const endpoint = service.endpoints[name];
  if (!endpoint) throw new ServiceError(404, "not_found", "No such call");
  if (endpoint.contract.auth === "bearer" && !caller.user) throw unauthorized();
  if (caller.user) {
    requireOpenToPictureCode(caller.user, endpoint.contract);
    requireOpenToJoinedDevice(caller.user, endpoint.contract, input);
  }
  const parsed = await parseInput(endpoint, input, caller);
  // Authorise before looking up a stored reply: the user may have lost the right since the first call.
  const handle = await endpoint.authorise(parsed, caller);
  // Endpoints with file bodies detect a repeated upload by its content.
  if (!idempotent || !isWrite(endpoint.contract) || endpoint.contract.bodyType === "file") return handle();
  // Replies to an actor are stored apart from those of the person they act as.
  const { uid = "visitor", actor = null } = caller.user ?? {};
  const owner = `${service.name}:${caller.realm}:${uid}${actor === null ? "" : `:${actor}`}`;
  const digest = digestOf(name, input);
  return idempotent.store.once({ region: caller.region, owner, key: idempotent.key, digest }, handle);
}

/** POST and PATCH are not idempotent by themselves. docs/product/choices.md#wire. */
export function isWrite(contract: Contract): boolean {
  return contract.method === "POST" || contract.method === "PATCH";
}

/** Form field `name` of the body path `data.attributes.name.value`; other paths are unchanged. docs/product/choices.md#wire. */
function fieldOf(path: string): string {
  return /^data\.attributes\.([^.]+)\.value\b/.exec(path)?.[1] ?? path;
}

/**
 * Members of a body by which an endpoint finds or proves something. Uids under other names need no mention: what replaces an unstorable
 * character occurs in none.
 */
const identifying = /^(?:ids?|uids?|currentPassword)$|(?:Id|Uid)s?$/;

/** Whether the text at this dotted path, such as `items.0.bookId`, identifies something. */
function isIdentifying(path: string): boolean {
  const name = path.split(".").findLast((part) => !/^\d+$/.test(part));
  return name !== undefined && identifying.test(name);
}

/**
 * The endpoint's own validation errors for a body with unstorable texts, so that all errors are reported at once. `authorise` runs on a
 * copy whose unstorable characters are replaced: only in free texts of the body, since an id that was not sent must prove nothing. The
 * proof is discarded, as the call ends with 400 in any case.
 * @throws ServiceError when the caller is not authorised
 */
async function furtherMistakes(
  endpoint: AnyEndpoint,
  parsed: object,
  body: unknown,
  caller: Caller,
): Promise<ErrorDetail[]> {
  if (unstorableTexts(body).some(isIdentifying)) return [];
  try {
    await endpoint.authorise({ ...parsed, body: withStorableTexts(body) } as never, caller);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status === 400) return error.details ?? [];
    // Errors that the caller can resolve, such as a missing second factor, are reported only once the form is valid.
    if (error.status === 403 && error.code !== "forbidden") return [];
    throw error;
  }
}

async function parseInput(endpoint: AnyEndpoint, input: RawInput, caller: Caller): Promise<never> {
  const { contract, alsoWrong } = endpoint;
  const details: ErrorDetail[] = [];
  const part = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(value, { error: inputMessage });
    if (result.success) {
      const unfit = unstorableTexts(result.data);
      details.push(...unfit.map((path) => ({ attribute: fieldOf(path), reason: formMessages.unsupportedCharacters })));
      return result.data;
    }
    details.push(...result.error.issues.map((issue) => ({ attribute: issue.path.join("."), reason: issue.message })));
  };
  const parsed = {
    params: part(contract.params, input.params ?? {}),
    query: part(contract.query, input.query ?? {}),
    headers: part(contract.headers, input.headers ?? {}),
  };
  const isBodyAlone = details.length === 0;
  const body = part(contract.body, input.body);
  if (details.length > 0) {
    const also = isBodyAlone ? await alsoWrong?.({ params: parsed.params, body: input.body } as never, caller) : [];
    const beside = isBodyAlone && body !== undefined ? await furtherMistakes(endpoint, parsed, body, caller) : [];
    const reported = new Set(details.map(({ attribute }) => attribute));
    const more = [...(also ?? []), ...beside].filter(({ attribute }) => !reported.has(attribute));
    throw validationError([...details, ...new Map(more.map((detail) => [detail.attribute, detail])).values()]);
  }
  // The endpoint's types are inferred from the same schemas; this generic function cannot express them.
  return { ...parsed, body } as never;
}

/** The message for a value whose schema has none of its own: zod's texts are never sent. */
function inputMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && issue.code !== "unrecognized_keys") return formMessages.required;
  const isText = typeof issue.input === "string";
  if (issue.code === "too_big" && isText) return fillMessage("maximum", { max: String(issue.maximum) });
  if (issue.code === "too_small" && isText) return fillMessage("atLeast", { min: String(issue.minimum) });
  if (issue.code === "invalid_type" && ["number", "int"].includes(issue.expected)) return formMessages.number;
  return formMessages.incorrectFormat;
}
