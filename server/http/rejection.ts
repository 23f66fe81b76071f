import type { RefusalReason } from "~/shell/refusal-reason";

/** Thrown by a middleware for a request that no service and no page may see; the pipeline responds as JSON or as a page. */
export class Rejection extends Error {
  override readonly name: string = "Rejection";
  /**
   * @param code as services name their errors
   * @param reason what the error page says; null where no page can be shown
   */
  constructor(
    readonly status: 400 | 403 | 405 | 413,
    readonly code: string,
    message: string,
    readonly reason: RefusalReason | null,
  ) {
    super(message);
  }
}
