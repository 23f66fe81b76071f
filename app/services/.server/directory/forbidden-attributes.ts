import { formMessages } from "~/services/contracts/form-messages";
import { type ErrorDetail, ServiceError } from "~/services/contracts/service-error";
import type { AttributeLevel } from "./permissions";

/** Why the caller may not change an attribute. */
export function refusalReason({ needsSecureLogin, needsEveryOrganization }: AttributeLevel): string {
  if (needsEveryOrganization) return formMessages.everyOrganization;
  return needsSecureLogin ? formMessages.secureLogin : formMessages.insufficientPermission;
}

/** 403 with the forbidden attributes; the message is their common reason, if they have one. */
export function forbiddenAttributes(details: ErrorDetail[]): ServiceError {
  const reasons = new Set(details.map(({ reason }) => reason));
  const [common = formMessages.insufficientPermission] = reasons;
  const message = reasons.size === 1 ? common : formMessages.insufficientPermission;
  return new ServiceError(403, "forbidden", message, details);
}
