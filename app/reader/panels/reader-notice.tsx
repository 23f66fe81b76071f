import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { type NoticeType, noticeIcons, noticeLook } from "~/ui/banner";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icon";
import { X } from "~/ui/icons";
import { olderNoticeDuration } from "~/ui/notice.machine";
import { useNoticeClock } from "~/ui/use-notice-clock";

/** Notices that are not errors; every other one is. */
const types: Record<string, NoticeType> = {
  "bookmark.saved": "success",
  "notes.full": "warning",
  "class_notes.full": "warning",
  "notes.too_long": "warning",
  audio_failed: "warning",
  audio_refused: "warning",
  online_voice: "info",
  parts_missing: "warning",
  files_missing: "warning",
};

/** Toast for the latest notice; shown for five seconds, or as long as it is hovered or focused. docs/product/choices.md#running. */
export function ReaderNotice() {
  const { t } = useTranslation("reader");
  const { snapshot, controller } = useReader();
  const { notice } = snapshot;
  const clock = useNoticeClock(() => controller?.dismissNotice());
  const id = notice?.id;
  const type = types[notice?.key ?? ""] ?? "error";
  useEffect(() => {
    if (id !== undefined) clock.show(id, olderNoticeDuration);
  }, [id, clock]);
  return (
    <div aria-live={notice && type === "error" ? "assertive" : "polite"} {...clock.holders}>
      {notice && (
        <div
          className={classes(
            "flex max-w-xl animate-rise items-center gap-3 rounded-cover border py-2 ps-4 pe-2 text-16 text-ink shadow-high",
            noticeLook(type),
          )}
        >
          <Icon of={noticeIcons[type]} size={24} label={t(`ui:notice.${type}`)} className="text-(--mark)" />
          {/* The key remounts the text, so that a repeated notice is announced again. */}
          <p key={notice.id} className="min-w-0 wrap-anywhere">
            {t(notice.key, { detail: notice.detail })}
          </p>
          <button
            type="button"
            aria-label={t("close_panel")}
            className="grid size-9 place-items-center rounded-full focus-visible:outline-3 focus-visible:outline-focus"
            onClick={clock.dismiss}
          >
            <Icon of={X} className="size-5" />
          </button>
        </div>
      )}
    </div>
  );
}
