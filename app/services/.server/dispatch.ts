import type { z } from "zod";
import type { Contract } from "~/services/contracts/contract";
import { formMessages } from "~/services/contracts/form-messages";
import {
  type ErrorDetail,
  forbidden,
  ServiceError,
  unauthorized,
  validationError,
} from "~/services/contracts/service-error";
import type { AnyEndpoint, AnyService, Caller } from "./endpoint";
import { digestOf, type Idempotency, type StoredResponse } from "./idempotency";
import { inputMessage } from "./input-messages";
import { unstorableTexts, withStorableTexts } from "./storable-text";

/** The one way into an endpoint, over HTTP and in process alike: who, what, may they, do it. */

export type RawInput = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown };

/**
 * Checks the caller against the contract, parses the input, authorises, handles.
 * @throws ServiceError 401 without a user where the contract requires a bearer token, 404 for an unknown name, 400
 * ValidationError, and whatever the endpoint throws
 */
export async function dispatch(
  service: AnyService,
  name: string,
  input: RawInput,
  caller: Caller,
  idempotent?: { key: string; store: Idempotency },
): Promise<StoredResponse> {
  const endpoint = service.endpoints[name];
  if (!endpoint) throw new ServiceError(404, "not_found", "No such call");
  if (endpoint.contract.auth === "bearer" && !caller.user) throw unauthorized();
  if (caller.user?.isReaderOnly && !isOwnReading(service.name, name, endpoint.contract)) {
    throw forbidden(formMessages.insufficientPermission);
  }
  const parsed = await parseInput(endpoint, input, caller);
  // The right is proved before a stored reply is looked up: it may have been lost since the first call.
  const handle = await endpoint.authorise(parsed, caller);
  // A file that comes twice is known by its content: its endpoint sees to it.
  if (!idempotent || !isWrite(endpoint.contract) || endpoint.contract.bodyType === "file") return handle();
  // Whoever acts as somebody has replies of their own.
  const { uid = "visitor", actor = null } = caller.user ?? {};
  const owner = `${service.name}:${caller.realm}:${uid}${actor === null ? "" : `:${actor}`}`;
  const digest = digestOf(name, input);
  return idempotent.store.once({ region: caller.region, owner, key: idempotent.key, digest }, handle);
}

/** Services of which a picture code opens everything that is the pupil's own. */
const readingServices: readonly string[] = ["library", "submissions", "activity"];

/** What else each page asks for: who somebody is, and how they like to read. */
const ownCalls: readonly string[] = [
  ...["getMe", "getUserInfo", "getMyOrganizations", "getMyGroups"],
  ...["getSettings", "changeSettings"],
];

/** Whether a call is part of a pupil's own reading: books, places, tasks; nothing of the account and of other people. */
function isOwnReading(service: string, name: string, { auth }: Contract): boolean {
  return auth !== "bearer" || readingServices.includes(service) || ownCalls.includes(name);
}

/** POST and PATCH do not repeat by themselves. docs/product/choices.md#wire. */
export function isWrite(contract: Contract): boolean {
  return contract.method === "POST" || contract.method === "PATCH";
}

/**
 * A field of a form stands in a body as `data.attributes.name.value`; it is called by its own name. docs/product/choices.md#wire.
 */
function fieldOf(path: string): string {
  return /^data\.attributes\.([^.]+)\.value\b/.exec(path)?.[1] ?? path;
}

/**
 * The endpoint's own mistakes in a body that also has texts that cannot be stored: all are reported at once.
 * @throws ServiceError when the caller may not
 */
async function mistakesBeside(endpoint: AnyEndpoint, parsed: object, caller: Caller): Promise<ErrorDetail[]> {
  try {
    await endpoint.authorise(withStorableTexts(parsed) as never, caller);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.status === 400) return error.details ?? [];
    // A proof that the caller can still give, such as a fresh factor, is required only once the form is valid.
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
    const beside = isBodyAlone && body !== undefined ? await mistakesBeside(endpoint, { ...parsed, body }, caller) : [];
    const reported = new Set(details.map(({ attribute }) => attribute));
    const more = [...(also ?? []), ...beside].filter(({ attribute }) => !reported.has(attribute));
    throw validationError([...details, ...new Map(more.map((detail) => [detail.attribute, detail])).values()]);
  }
  // The endpoint's own types come from the same schemas; only this general function cannot name them.
  return { ...parsed, body } as never;
}
