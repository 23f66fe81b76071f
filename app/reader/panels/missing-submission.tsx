import { useTranslation } from "react-i18next";
import type { MissingSubmission } from "~/reader/submissions/use-submissions";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { TriangleAlert } from "~/ui/icons";

/** Said to whoever comes from an assignment whose questions could not be loaded: the book alone would not tell. */
export function MissingSubmissionNotice({ again, close }: MissingSubmission) {
  const { t } = useTranslation("reader");
  return (
    <section
      role="status"
      className="absolute inset-x-0 bottom-24 z-20 mx-auto flex w-fit max-w-[min(36rem,calc(100%-2rem))] animate-rise flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-raised p-4 text-16 text-ink shadow-high"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-center gap-3">
        <Icon of={TriangleAlert} size={24} className="shrink-0 text-primary" />
        {t("missing_submission.text")}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="button" variant="primary" onClick={again}>
          {t("try_again")}
        </Button>
        <Button type="button" onClick={close}>
          {t("missing_submission.close")}
        </Button>
      </div>
    </section>
  );
}
