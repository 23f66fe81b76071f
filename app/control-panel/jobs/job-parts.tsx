import { useTranslation } from "react-i18next";
import type { Job, JobKind, JobState } from "~/services/contracts/jobs";
import { useNumber } from "~/shell/number";
import { Pill, type Tone } from "~/ui/pill";
import { aboutText } from "./about-text";

const tones: Record<JobState, Tone> = {
  waiting: "neutral",
  running: "info",
  done: "success",
  failed: "error",
  cancelled: "warning",
};

export function isJobAtWork(job: Pick<Job, "state">): boolean {
  return job.state === "waiting" || job.state === "running";
}

const kindsWithFile: readonly JobKind[] = ["export", "passwords", "badges"];

/** Whether all rows are done and only the file is still being created: too late to cancel. */
export function isMakingFile(job: Pick<Job, "state" | "kind" | "done" | "total">): boolean {
  return job.state === "running" && kindsWithFile.includes(job.kind) && job.total !== null && job.done >= job.total;
}

export function JobStatePill({ job }: { job: Job }) {
  const { t } = useTranslation("lists");
  return <Pill tone={tones[job.state]}>{t(`states.${job.state}`)}</Pill>;
}

/** Progress with localised digits ('1,240 of 2,000'); empty for a waiting job. */
export function useProgressText(): (job: Pick<Job, "state" | "done" | "total">) => string {
  const { t } = useTranslation("lists");
  const formatNumber = useNumber();
  return ({ state, done, total }) => {
    if (total === null) return state === "running" ? t("job.counting") : "";
    return t("job.progress", { done: formatNumber(done), total: formatNumber(total) });
  };
}

/**
 * People and class of a job: 'Isla Begum, Amir Khan, Ava Cole and 2 more · Year 3 Maple'; empty for an export, which shows its file name.
 */
export function useAbout(): (job: Pick<Job, "about" | "total">) => string {
  const { t } = useTranslation("lists");
  return (job) => aboutText(t, job);
}
