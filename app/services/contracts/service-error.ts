/**
 * The one error that services throw and clients rethrow. Only edges turn it into a Response.
 * Shape on the wire: `{error, message, details?}` (docs/product/choices.md#services).
 */

export type ErrorDetail = { attribute: string; reason: string };

/** The payment provider's own details of a failure. */
export type ProviderError = {
  /** card_error, invalid_request_error, api_connection_error, … */
  type: string;
  /** card_declined, incorrect_cvc, expired_card, … */
  code: string | null;
  decline_code: string | null;
  /** The field of the request that it is about. */
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
     * With `cause`: what failed behind the service. It is reported and never goes over the wire. With `providerError`: the
     * payment provider's details, sent in place of `details`.
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

/** 400 with the attributes that are wrong and why. */
export function validationError(details: ErrorDetail[], message = "The request is not valid"): ServiceError {
  return new ServiceError(400, "ValidationError", message, details);
}

/** 401: no token, or one that does not hold. */
export function unauthorized(message = "A valid access token is required"): ServiceError {
  return new ServiceError(401, "unauthorized", message);
}

/** 403: in the caller's scope, but without the right. */
export function forbidden(message = "Not allowed"): ServiceError {
  return new ServiceError(403, "forbidden", message);
}

/** 404: outside the caller's scope or unknown; which of the two is not revealed. */
export function notFound(message = "Not found"): ServiceError {
  return new ServiceError(404, "not_found", message);
}

/** 409: clashes with what is stored. */
export function conflict(message: string, details?: ErrorDetail[]): ServiceError {
  return new ServiceError(409, "ConflictError", message, details);
}

/** 412: the version that the caller read is no longer the stored one. */
export function staleVersion(message = "Somebody else changed this meanwhile"): ServiceError {
  return new ServiceError(412, "stale_version", message);
}
