import type { TFunction } from "i18next";
import type { Job } from "~/services/contracts/jobs";

/** People and class of a job: the first names, then the number of others. */
export function aboutText(
  t: TFunction<"lists">,
  { about: { names, group }, total }: Pick<Job, "about" | "total">,
): string {
  const more = (total ?? 0) - names.length;
  const people = names.join(", ");
  const all = people && more > 0 ? `${people} ${t("confirm.andMore", { count: more })}` : people;
  return [all, group].filter(Boolean).join(" · ");
}
