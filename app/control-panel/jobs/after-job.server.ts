import { redirect } from "@remix-run/node";
import { getWiring } from "~/clients/wiring.server";
import type { Panel } from "~/control-panel/frame/panel.server";
import { orRefuse } from "~/forms/service-errors.server";
import { getTranslator } from "~/i18n/i18n.server";
import { undoableKinds } from "~/services/contracts/jobs";
import { redirectWithNotice } from "~/shell/notice.server";
import { aboutText } from "./about-text";
import { jobHref } from "./job-href";
import { jobIntents } from "./job-intents";
import { mayUndo } from "./may-undo.server";

/** Where somebody is led who has started a job. */

/** ms for which somebody waits for a small job, instead of looking at its page. */
const longestWait = 2500;
const waitBetween = 120;

/**
 * Where a job leads: a small one that goes well back to where it was asked for, with a notice that can undo it; every other to its page.
 * @param backHref the list or class that it was started from
 */
export async function afterJob(panel: Panel, request: Request, id: string, backHref: string): Promise<Response> {
  for (const start = Date.now(); Date.now() - start < longestWait; ) {
    const { data: job } = (await orRefuse(panel.client.getJob({ params: { id } }, panel.credentials), request)).body;
    if (job.file || job.refused > 0 || !undoableKinds.concat("undo").includes(job.kind)) break;
    if (job.state === "done") {
      getWiring().displayCache.drop(panel.user.uid);
      const t = await getTranslator(request, "lists");
      const message = [t(`outcome.${job.kind}`, { count: job.done }), aboutText(t, job)].filter(Boolean).join(" ");
      const undo = { to: jobHref(id, backHref), fields: { intent: jobIntents.undo } };
      const isOffered = await orRefuse(mayUndo(panel, job), request);
      return redirectWithNotice(backHref, "success", message, isOffered ? undo : undefined);
    }
    if (job.state !== "waiting" && job.state !== "running") break;
    if ((job.total ?? 0) > smallJob) break;
    await new Promise((resolve) => setTimeout(resolve, waitBetween));
  }
  return redirect(jobHref(id, backHref));
}

/** People with whom a job is through within the wait. */
const smallJob = 200;
