import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Answer, Answers, Submission } from "~/services/contracts/submissions";
import { Banner } from "~/ui/banner";
import { Questions } from "./questions";
import { partsOf } from "./submission-parts";

type AnswerConflictProps = {
  mine: Answers;
  stored: Submission;
  /** Whether other answers were stored since this draft began; false if only the group or the book was withdrawn or restored. */
  isElsewhere: boolean;
  /** Saves the user's own answers; hidden if saving is no longer possible. */
  keepMine: ReactNode;
  keepStored: ReactNode;
};

/** At half a phone's width a full frame would take a quarter of the line. */
const textClasses =
  "rounded-card border border-line p-3 @max-[16rem]:rounded-none @max-[16rem]:border-x-0 @max-[16rem]:border-b-0 @max-[16rem]:px-0";

/** Both versions of the answers, with a button to keep either. */
export function AnswerConflict({ mine, stored, isElsewhere, keepMine, keepStored }: AnswerConflictProps) {
  const { t } = useTranslation("submissions");
  const { exercises } = partsOf(stored);
  return (
    <div className="space-y-4">
      <Banner type="warning" title={t(isElsewhere ? "conflict.title" : "conflict.unsaved")}>
        {t(stored.closed === null ? "conflict.text" : "conflict.closed")}
      </Banner>
      <section aria-label={t("conflict.mine")} className={textClasses}>
        <h4 className="mb-2 font-semibold">{t("conflict.mine")}</h4>
        <Questions exercises={exercises} answers={mine} isReadOnly isAnswersOnly idPrefix="mine" />
        {stored.closed === null && <div className="mt-3">{keepMine}</div>}
      </section>
      <section aria-label={t("conflict.stored")} className={textClasses}>
        <h4 className="mb-2 font-semibold">{t("conflict.stored")}</h4>
        <Questions exercises={exercises} answers={stored.answers} isReadOnly isAnswersOnly idPrefix="stored" />
        <div className="mt-3">{keepStored}</div>
      </section>
    </div>
  );
}

/** Answers to questions that were removed. @param dismiss button that dismisses them */
export function RemovedAnswers({ answers, dismiss }: { answers: readonly Answer[]; dismiss: ReactNode }) {
  const { t } = useTranslation("submissions");
  if (answers.length === 0) return null;
  return (
    <div className="mb-4">
      <Banner type="warning" title={t("removed", { count: answers.length })} actions={dismiss}>
        {answers.map((answer, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows
          <p key={index} className="break-words whitespace-pre-line" dir="auto">
            {answer.type === "OpenEndedQuestionAnswer" ? answer.value : t("removed_choice")}
          </p>
        ))}
      </Banner>
    </div>
  );
}
