import { useTranslation } from "react-i18next";
import { classes } from "./classes";

/** A grey shape where something will stand. Appears after 300 ms only, so that fast pages don't flicker. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className="block animate-late">
      <span className={classes("block animate-pulse rounded-control bg-line", className)} />
    </span>
  );
}

/** Several rows of a list that is on its way. */
export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  const { t } = useTranslation("ui");
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">{t("loading")}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <Skeleton key={row} className="h-11" />
      ))}
    </div>
  );
}
