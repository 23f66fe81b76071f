import type { RefusalReason } from "~/http/refusal-reason";
import { isForeignWrite } from "~/security/foreign-request.server";
import { requestContextOf } from "./request-context.server";

/** @throws Response 403 for a cross-site request that would change something. docs/security.md, line 3. */
export function requireSameOrigin(request: Request): void {
  if (isForeignWrite(request, requestContextOf(request).origin))
    throw new Response("foreign" satisfies RefusalReason, { status: 403 });
}
