import { formMessages } from "./form-messages";

/**
 * The error that services throw and clients rethrow. It becomes an HTTP response only at the service's boundary, as `{error, message,
 * details?}` (docs/product/choices.md#services).
 */

export type ErrorDetail = { attribute: string; reason: string };

/** The payment provider's error details. */
export type ProviderError = {
  /** card_error, invalid_request_error, api_connection_error, … */
  type: string;
  /** card_declined, incorrect_cvc, expired_card, … */
  code: string | null;
  decline_code: string | null;
  /** The request field that caused the error. */
  param: string | null;
  message: string;
};

export class ServiceError extends Error {
  override readonly name = "ServiceError";

  constructor(
    /** HTTP status of the response. */
    readonly status: number,
    /** Machine-readable: `ValidationError`, `ConflictError`, `forbidden`, `not_found`, `unauthorized`, … */
    readonly code: string,
    message: string,
    readonly details?: ErrorDetail[],
    /** Extra response headers, e.g. Retry-After. */
    readonly headers?: Record<string, string>,
    /**
     * `cause` is the underlying error: it is logged and never sent. `providerError` is the payment provider's details, sent instead of
     * `details`.
     */
    options?: ErrorOptions & { providerError?: ProviderError | undefined },
  ) {
    super(message, options);
    this.providerError = options?.providerError;
  }

  readonly providerError: ProviderError | undefined;

  toJSON(): { error: string; message: string; details?: ErrorDetail[] | ProviderError } {
    const details = this.providerError ?? this.details;
    return { error: this.code, message: this.message, ...(details ? { details } : {}) };
  }
}

/** 400 with the invalid attributes and reasons. */
export function validationError(details: ErrorDetail[], message: string = formMessages.invalidRequest): ServiceError {
  return new ServiceError(400, "ValidationError", message, details);
}

/** 401: no access token, or an invalid one. */
export function unauthorized(message = "A valid access token is required"): ServiceError {
  return new ServiceError(401, "unauthorized", message);
}

/** 403: within the caller's scope, but not permitted. */
export function forbidden(message = "Not allowed"): ServiceError {
  return new ServiceError(403, "forbidden", message);
}

/** 404: unknown or outside the caller's scope; the response does not reveal which. */
export function notFound(message = "Not found"): ServiceError {
  return new ServiceError(404, "not_found", message);
}

/** 409: conflicts with stored data. */
export function conflict(message: string, details?: ErrorDetail[]): ServiceError {
  return new ServiceError(409, "ConflictError", message, details);
}

/** 412: the version that the caller read is outdated. */
export function staleVersion(message = "Somebody else changed this meanwhile"): ServiceError {
  return new ServiceError(412, "stale_version", message);
}
