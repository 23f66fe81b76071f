import { formMessages } from "~/services/contracts/form-messages";
import { type ErrorDetail, ServiceError } from "~/services/contracts/service-error";

/** 403 with the forbidden attributes; the message says whether a secure login would be enough. */
export function forbiddenAttributes(details: ErrorDetail[]): ServiceError {
  const needsOnlyLogin = details.every((detail) => detail.reason === formMessages.secureLogin);
  const message = needsOnlyLogin ? formMessages.secureLogin : formMessages.insufficientPermission;
  return new ServiceError(403, "forbidden", message, details);
}
