import { useTranslation } from "react-i18next";
import type { Submission } from "~/services/contracts/submissions";
import { Banner } from "~/ui/banner";
import { Pill } from "~/ui/pill";
import { partsOf, slashedDate } from "./submission-parts";

/** Orange while in progress, green once submitted. */
export function StatusChip({ submission: { status } }: { submission: Pick<Submission, "status"> }) {
  const { t } = useTranslation("submissions");
  return (
    <Pill tone={status === "Submitted" ? "success" : "progress"}>
      {t(status === "Submitted" ? "status.submitted" : "status.in_progress")}
    </Pill>
  );
}

/** The part between a submission's title and its questions: status, description, and the teacher's comment. */
export function SubmissionHead({ submission }: { submission: Submission }) {
  const { t } = useTranslation("submissions");
  const { description } = partsOf(submission);
  const { closed, comment, dueOn } = submission;
  return (
    <>
      <div className="mt-1 mb-3">
        <StatusChip submission={submission} />
        {dueOn && <p className="mt-1 text-14 text-ink-soft">{t("due", { date: slashedDate(dueOn) })}</p>}
      </div>
      {description && (
        <p className="mb-4 break-words whitespace-pre-line" dir="auto">
          {description}
        </p>
      )}
      {comment && (
        <div className="mb-4">
          <Banner title={t(closed === null ? "handed_back" : "comment")}>
            <p className="break-words whitespace-pre-line" dir="auto">
              {comment}
            </p>
          </Banner>
        </div>
      )}
      {(closed === "left_group" || closed === "book_withdrawn") && (
        <div className="mb-4">
          <Banner type="warning">{t(closed === "left_group" ? "left_group" : "book_withdrawn_closed")}</Banner>
        </div>
      )}
    </>
  );
}
