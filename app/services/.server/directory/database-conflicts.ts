import { uniqueIdentifiers } from "~/services/.server/directory/people/unique-identifiers";
import { formMessages } from "~/services/contracts/form-messages";
import { conflict, type ErrorDetail, type ServiceError, validationError } from "~/services/contracts/service-error";

/** Validation errors for the directory's database constraints. */
const conflictDetails: Record<string, ErrorDetail> = {
  ...Object.fromEntries(uniqueIdentifiers.map(({ index, attribute, reason }) => [index, { attribute, reason }])),
  external_ids_of_tree: { attribute: "externalId", reason: formMessages.exists },
  groups_name: { attribute: "name", reason: formMessages.nameExists },
  groups_code: { attribute: "code", reason: formMessages.exists },
  subscription_periods_one_a_family: { attribute: "type", reason: formMessages.exists },
  period_trials_one_a_person: { attribute: "trial", reason: formMessages.exists },
  period_trials_one_an_organization: { attribute: "trial", reason: formMessages.exists },
};

/** The validation error for a violated unique index. */
export function conflictDetailOf(index: string): ErrorDetail | undefined {
  return conflictDetails[index];
}

type DatabaseError = { code: string; constraint?: string };

/** The underlying PostgreSQL error, at any depth of the cause chain; null if there is none. */
export function databaseError(error: unknown): DatabaseError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && /^[0-9A-Z]{5}$/.test(cause.code)) {
      return cause as Error & DatabaseError;
    }
  }
  return null;
}

/** The name of the violated unique constraint, or null. */
export function violatedUnique(error: unknown): string | null {
  const cause = databaseError(error);
  return cause?.code === "23505" ? (cause.constraint ?? null) : null;
}

/** Translates a database error into a ServiceError; rethrows errors that it does not know. */
export function explainRefusal(error: unknown): ServiceError {
  const known = knownRefusal(error);
  if (known) return known;
  throw error;
}

/** The ServiceError that a database error means; null for errors that it does not know. */
export function knownRefusal(error: unknown): ServiceError | null {
  const cause = databaseError(error);
  const meaning = cause?.constraint ? conflictDetails[cause.constraint] : undefined;
  if (cause?.code === "23505" && meaning) return conflict(meaning.reason, [meaning]);
  if (cause?.constraint === "users_belong_somewhere" || cause?.constraint === "associations_leave_one") {
    return validationError([{ attribute: "organizations", reason: formMessages.selectOne }]);
  }
  if (cause?.constraint === "subscription_periods_type_fkey") {
    return validationError([{ attribute: "type", reason: formMessages.incorrectFormat }]);
  }
  // A country's consumer unit can neither be deleted nor change its type.
  if (cause?.constraint === "consumer_unit_stays") {
    return conflict(formMessages.conflict, [{ attribute: "type", reason: formMessages.conflict }]);
  }
  return null;
}
