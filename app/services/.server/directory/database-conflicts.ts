import { formMessages } from "~/services/contracts/form-messages";
import { conflict, type ErrorDetail, type ServiceError, validationError } from "~/services/contracts/service-error";

/** What a broken constraint of the directory's tables means to whoever wrote. */
const meanings: Record<string, ErrorDetail> = {
  users_username: { attribute: "username", reason: formMessages.usernameExists },
  users_bankid: { attribute: "bankid", reason: formMessages.bankidExists },
  users_sms: { attribute: "sms", reason: formMessages.smsExists },
  users_eppn: { attribute: "eppn", reason: formMessages.exists },
  users_gsuite_id: { attribute: "gsuiteid", reason: formMessages.exists },
  users_gsuite_email: { attribute: "gsuiteemail", reason: formMessages.exists },
  users_office365: { attribute: "office365", reason: formMessages.exists },
  external_ids_of_tree: { attribute: "externalId", reason: formMessages.exists },
  groups_name: { attribute: "name", reason: formMessages.nameExists },
  groups_code: { attribute: "code", reason: formMessages.exists },
  subscription_periods_one_a_family: { attribute: "type", reason: formMessages.exists },
  period_trials_one_a_person: { attribute: "trial", reason: formMessages.exists },
  period_trials_one_an_organization: { attribute: "trial", reason: formMessages.exists },
};

/** The attribute and message for the violation of a unique index. */
export function meaningOf(index: string): ErrorDetail | undefined {
  return meanings[index];
}

type DatabaseError = { code: string; constraint?: string };

/** The database's own error, at any depth of the error's causes; null if there is none. */
export function databaseError(error: unknown): DatabaseError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && /^[0-9A-Z]{5}$/.test(cause.code)) {
      return cause as Error & DatabaseError;
    }
  }
  return null;
}

/** The name of a unique constraint that a write ran into, or null. */
export function violatedUnique(error: unknown): string | null {
  const found = databaseError(error);
  return found?.code === "23505" ? (found.constraint ?? null) : null;
}

/** The typed error for what the database refused; whatever it cannot explain is thrown as it came. */
export function explainRefusal(error: unknown): ServiceError {
  const found = databaseError(error);
  const meaning = found?.constraint ? meanings[found.constraint] : undefined;
  if (found?.code === "23505" && meaning) return conflict(meaning.reason, [meaning]);
  if (found?.constraint === "users_belong_somewhere" || found?.constraint === "associations_leave_one") {
    return validationError([{ attribute: "organizations", reason: formMessages.selectOne }]);
  }
  if (found?.constraint === "subscription_periods_type_fkey") {
    return validationError([{ attribute: "type", reason: formMessages.incorrectFormat }]);
  }
  // The consumer unit of a country can be neither ended nor made into something else.
  if (found?.constraint === "consumer_unit_stays") {
    return conflict(formMessages.conflict, [{ attribute: "type", reason: formMessages.conflict }]);
  }
  throw error;
}
