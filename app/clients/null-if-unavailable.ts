import { ServiceError } from "~/services/contracts/service-error";

/** The result of a call, or null if its service is unreachable or fails, so that a page can show its other parts. */
export async function nullIfUnavailable<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ServiceError && error.status >= 500) return null;
    throw error;
  }
}
