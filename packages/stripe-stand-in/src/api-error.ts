/** Body of an error in the provider's format, below `error`. */
export type ErrorBody = {
  type:
    | "api_error"
    | "card_error"
    | "idempotency_error"
    | "invalid_request_error"
    | "authentication_error"
    | "rate_limit_error";
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: unknown;
  setup_intent?: unknown;
  payment_method?: unknown;
  payment_method_type?: string;
  request_log_url?: string;
};

/** A rejected request; the routes convert it to a response. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(body.message);
  }
}

/** 400 for a missing or invalid parameter. */
export function invalidRequest(message: string, param?: string, code?: string): ApiError {
  return new ApiError(400, {
    type: "invalid_request_error",
    message,
    ...(param ? { param } : {}),
    ...(code ? { code, doc_url: documentation(code) } : {}),
  });
}

export function missingParameter(param: string): ApiError {
  return invalidRequest(`Missing required param: ${param}.`, param, "parameter_missing");
}

/** 404 for an object in the path, 400 for an object in a parameter, like the provider. */
export function resourceMissing(kind: string, id: string, param = "id"): ApiError {
  const code = "resource_missing";
  return new ApiError(param === "id" ? 404 : 400, {
    type: "invalid_request_error",
    code,
    message: `No such ${kind}: '${id}'`,
    param,
    doc_url: documentation(code),
  });
}

export function documentation(code: string): string {
  return `https://docs.stripe.com/error-codes#${code.replaceAll("_", "-")}`;
}
