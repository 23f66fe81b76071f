import { useFetchers, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** Number of pending requests of this page. docs/product/control-panel.md#states. */
function usePendingCount(): number {
  const navigation = useNavigation();
  const fetchers = useFetchers();
  return (navigation.state === "idle" ? 0 : 1) + fetchers.filter(({ state }) => state !== "idle").length;
}

/** A thin progress bar at the top while requests are pending. */
export function LoaderBar() {
  const { t } = useTranslation("ui");
  if (usePendingCount() === 0) return null;
  return (
    <div
      role="progressbar"
      aria-label={t("loading")}
      className="fixed inset-x-0 top-0 z-50 h-1 animate-late overflow-hidden bg-accent-tint"
    >
      <div className="h-full w-1/3 animate-sweep rounded-full bg-accent" />
    </div>
  );
}
