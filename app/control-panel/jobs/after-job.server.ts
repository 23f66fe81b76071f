import { redirect } from "@remix-run/node";
import { withBack } from "~/control-panel/frame/back-parameter";
import type { Panel } from "~/control-panel/frame/panel.server";
import { orThrowResponse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { undoableKinds } from "~/services/contracts/jobs";
import { redirectWithNotice } from "~/shell/notice.server";
import { aboutText } from "./about-text";
import { jobIntents } from "./job-intents";
import { mayUndo } from "./may-undo.server";

/** Redirects after a job was started. */

/** Maximum wait in ms for a small job before its page is shown instead. */
const longestWait = 2500;
const waitBetween = 120;

/**
 * Redirect after a job was started: a small job that succeeds within the wait leads back, with a notice that offers undo; any other to
 * its own page.
 * @param backHref the list or class from which it was started
 */
export async function afterJob(panel: Panel, request: Request, id: string, backHref: string): Promise<Response> {
  for (const start = Date.now(); Date.now() - start < longestWait; ) {
    const { data: job } = (await orThrowResponse(panel.client.getJob({ params: { id } }, panel.credentials), request))
      .body;
    if (job.file || job.refused > 0 || !undoableKinds.concat("undo").includes(job.kind)) break;
    if (job.state === "done") {
      panel.backend.displayCache.drop(panel.user.uid);
      const t = await getTranslator(request, "lists");
      const message = [t(`outcome.${job.kind}`, { count: job.done }), aboutText(t, job)].filter(Boolean).join(" ");
      const undo = { to: jobHref(id, backHref), fields: { intent: jobIntents.undo } };
      const isOffered = await orThrowResponse(mayUndo(panel, job), request);
      return redirectWithNotice(backHref, "success", message, isOffered ? undo : undefined);
    }
    if (job.state !== "waiting" && job.state !== "running") break;
    if ((job.total ?? 0) > smallJob) break;
    await new Promise((resolve) => setTimeout(resolve, waitBetween));
  }
  return redirect(jobHref(id, backHref));
}

/** Maximum number of people in a job that ends within the wait. */
const smallJob = 200;

/** URL of a job's page, with the list or class from which it was started as `back`. */
function jobHref(id: string, backHref: string): string {
  return withBack(`/controlpanel/jobs/${id}`, backHref);
}
