import { useTranslation } from "react-i18next";
import type { MissingSubmission } from "~/reader/submissions/use-submissions";
import { TriangleAlert } from "~/ui/icons";
import { ChoiceNotice } from "./choice-notice";

/** Shown if the reader was opened from an assignment whose questions failed to load, because the book alone doesn't reveal that. */
export function MissingSubmissionNotice({ again, close }: MissingSubmission) {
  const { t } = useTranslation("reader");
  return (
    <ChoiceNotice
      icon={TriangleAlert}
      text={t("missing_submission.text")}
      action={t("try_again")}
      onAction={again}
      closing={t("missing_submission.close")}
      onClose={close}
    />
  );
}
