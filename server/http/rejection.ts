import type { RefusalReason } from "~/http/refusal-reason";

/** Thrown by a middleware to reject a request before it reaches services or pages; the pipeline responds with JSON or a page. */
export class Rejection extends Error {
  override readonly name: string = "Rejection";
  /**
   * @param code error code in the style of the services
   * @param reason reason for the error page; null if no page can be shown
   */
  constructor(
    readonly status: 400 | 403 | 404 | 405 | 413 | 421,
    readonly code: string,
    message: string,
    readonly reason: RefusalReason | null,
  ) {
    super(message);
  }
}
