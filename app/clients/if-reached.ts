import { ServiceError } from "~/services/contracts/service-error";

/** What a call answers, or null while its service cannot be reached or fails: then a page shows all the rest. */
export async function ifReached<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ServiceError && error.status >= 500) return null;
    throw error;
  }
}
