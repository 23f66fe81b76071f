import { formMessages } from "~/services/contracts/form-messages";
import { type ErrorDetail, ServiceError } from "~/services/contracts/service-error";

/** Why a write is refused with 403: the right is missing, or a secure login would give it. */
export function forbiddenAttributes(details: ErrorDetail[]): ServiceError {
  const needsOnlyLogin = details.every((detail) => detail.reason === formMessages.secureLogin);
  const message = needsOnlyLogin ? formMessages.secureLogin : formMessages.insufficientPermission;
  return new ServiceError(403, "forbidden", message, details);
}
