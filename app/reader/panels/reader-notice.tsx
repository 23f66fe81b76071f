import { X } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "../reader-context";

/** Milliseconds that a notice inside the reader stays. Rulings, Running. */
const noticeTime = 5000;

/** Says once, quietly, what is missing. */
export function ReaderNotice() {
  const { t } = useTranslation("reader");
  const { snapshot, controller } = useReader();
  const { notice } = snapshot;
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => controller?.dismissNotice(), noticeTime);
    return () => clearTimeout(timer);
  }, [notice, controller]);
  return (
    <div aria-live="polite" className="pointer-events-none absolute inset-x-0 top-20 z-20 flex justify-center px-4">
      {notice && (
        <p className="pointer-events-auto flex animate-rise items-center gap-3 rounded-full bg-ink py-2 ps-5 pe-2 text-16 text-paper shadow-high">
          {t(notice.key)}
          <button
            type="button"
            aria-label={t("close_panel")}
            className="grid size-9 place-items-center rounded-full focus-visible:outline-3 focus-visible:outline-focus"
            onClick={() => controller?.dismissNotice()}
          >
            <X aria-hidden className="size-5" />
          </button>
        </p>
      )}
    </div>
  );
}
