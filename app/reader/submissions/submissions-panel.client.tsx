import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/reader-context";
import { type Answers, countQuestions, type Submission } from "~/services/contracts/submissions";
import { Badge } from "~/ui/badge";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Dialog, DialogClose } from "~/ui/dialog";
import { Icon } from "~/ui/icon";
import { ArrowLeft, Save, X } from "~/ui/icons";
import { Questions } from "./questions";
import { countAnswers, partsOf, slashedDate } from "./submission-parts";
import { useDraft } from "./use-draft.client";
import type { ReaderSubmissions } from "./use-submissions";

/** The frame beside the book: a list of cards, or the form of one submission. docs/product/reader.md#screens (Submissions panel). */
export default function SubmissionsPanel({ submissions }: { submissions: ReaderSubmissions }) {
  const { t } = useTranslation("submissions");
  const { list, panel, send } = submissions;
  const frame = useRef<HTMLElement>(null);
  const active = list.find(({ id }) => id === panel.activeId) ?? (list.length === 1 ? list[0] : undefined);
  const shownId = active?.id ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another view takes the focus
  useEffect(() => frame.current?.focus({ preventScroll: true }), [shownId]);
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    <aside
      ref={frame}
      tabIndex={-1}
      aria-label={t("title")}
      className="submissions-panel flex flex-col border-s border-line bg-raised text-ink outline-none"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        send({ type: "closed" });
      }}
    >
      <div className="flex min-h-16 items-center gap-1 border-b border-line px-2">
        {active && list.length > 1 && (
          <button
            type="button"
            aria-label={t("all")}
            className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-primary-tint"
            onClick={() => send({ type: "back" })}
          >
            <Icon of={ArrowLeft} className="size-6" />
          </button>
        )}
        <h2 className="min-w-0 flex-1 truncate px-1 text-18">{t("title")}</h2>
        <button
          type="button"
          aria-label={t("close")}
          className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-primary-tint"
          onClick={() => send({ type: "closed" })}
        >
          <Icon of={X} className="size-6" />
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-2 min-[600px]:p-4">
        {active ? (
          <SubmissionForm key={active.id} submission={active} submissions={submissions} />
        ) : (
          <Cards submissions={submissions} />
        )}
      </div>
    </aside>
  );
}

function Cards({ submissions: { list, send, loadMore } }: { submissions: ReaderSubmissions }) {
  return (
    <ul
      className="list-none space-y-3 ps-0"
      ref={(node) => {
        // The next page comes with the list; there is none behind a null cursor.
        if (node) loadMore();
      }}
    >
      {list.map((submission) => (
        <li key={submission.id}>
          <button
            type="button"
            className="block w-full rounded-card border border-line bg-paper p-3 text-start hover:border-primary hover:bg-primary-tint"
            onClick={() => send({ type: "opened", id: submission.id })}
          >
            <CardFacts submission={submission} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function CardFacts({ submission }: { submission: Submission }) {
  const { t } = useTranslation("submissions");
  const { title, exercises } = partsOf(submission);
  return (
    <>
      <span className="block font-semibold break-words" dir="auto">
        {title}
      </span>
      <span className="my-1 block">
        <StatusChip submission={submission} />
      </span>
      <span className="block text-14 text-ink-soft">{t("questions", { count: countQuestions(exercises) })}</span>
      <span className="block text-14 text-ink-soft">
        {submission.dueOn ? t("due", { date: slashedDate(submission.dueOn) }) : slashedDate(submission.createdAt)}
      </span>
    </>
  );
}

/** Orange while it is written, green once it is submitted. */
export function StatusChip({ submission: { status } }: { submission: Pick<Submission, "status"> }) {
  const { t } = useTranslation("submissions");
  return (
    <Badge tone={status === "Submitted" ? "success" : "warning"}>
      {t(status === "Submitted" ? "status.submitted" : "status.in_progress")}
    </Badge>
  );
}

function SubmissionForm({ submission, submissions }: { submission: Submission; submissions: ReaderSubmissions }) {
  const { t } = useTranslation("submissions");
  const { controller } = useReader();
  const [isAsking, setAsking] = useState(false);
  const { draft, writer } = useDraft(submissions.uid, submission, submissions.replace);
  const { title, description, exercises } = partsOf(submission);
  const isClosed = submission.closed !== null;
  const questions = countQuestions(exercises);
  return (
    <>
      <h3 className="text-22 break-words" dir="auto">
        {title}
      </h3>
      <div className="mt-1 mb-3">
        <StatusChip submission={submission} />
        {submission.dueOn && (
          <p className="mt-1 text-14 text-ink-soft">{t("due", { date: slashedDate(submission.dueOn) })}</p>
        )}
      </div>
      {description && (
        <p className="mb-4 break-words whitespace-pre-line" dir="auto">
          {description}
        </p>
      )}
      {submission.comment && (
        <div className="mb-4">
          <Banner title={t(isClosed ? "comment" : "handed_back")}>
            <p className="break-words whitespace-pre-line" dir="auto">
              {submission.comment}
            </p>
          </Banner>
        </div>
      )}
      {(submission.closed === "left_group" || submission.closed === "book_withdrawn") && (
        <div className="mb-4">
          <Banner type="warning">
            {t(submission.closed === "left_group" ? "left_group" : "book_withdrawn_closed")}
          </Banner>
        </div>
      )}
      {draft.removed.length > 0 && (
        <div className="mb-4">
          <Banner type="warning" title={t("removed")}>
            {draft.removed.map((answer, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows
              <p key={index} className="break-words whitespace-pre-line" dir="auto">
                {answer.type === "OpenEndedQuestionAnswer" ? answer.value : null}
              </p>
            ))}
          </Banner>
        </div>
      )}
      {draft.conflict ? (
        <Conflict {...draft.conflict} choose={writer.choose} />
      ) : (
        <Questions
          exercises={exercises}
          answers={isClosed ? submission.answers : draft.answers}
          isReadOnly={isClosed}
          onAnswer={writer.answer}
        />
      )}
      {!isClosed && !draft.conflict && (
        <>
          <p role="status" className="mt-4 min-h-6 text-14 text-ink-soft">
            {t(`save_state.${draft.state}`)}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button type="button" icon={Save} onClick={() => void writer.save()}>
              {t("save")}
            </Button>
            <Button
              type="button"
              variant="primary"
              onClick={() => {
                controller?.settle();
                setAsking(true);
              }}
            >
              {t("submit")}
            </Button>
          </div>
        </>
      )}
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t("submissions.confirm_submitting")}
        description={
          <>
            {t("submissions.note_submitting")}
            {countAnswers(draft.answers) < questions && (
              <span className="mt-2 block">
                {t("answered_of", { answered: countAnswers(draft.answers), count: questions })}
              </span>
            )}
          </>
        }
        footer={
          <>
            <DialogClose asChild>
              <Button type="button">{t("no")}</Button>
            </DialogClose>
            <Button
              type="button"
              variant="primary"
              onClick={() => {
                setAsking(false);
                void writer.submit();
              }}
            >
              {t("yes")}
            </Button>
          </>
        }
      />
    </>
  );
}

/** Both texts, and the choice which of them stands. */
function Conflict({
  mine,
  stored,
  choose,
}: {
  mine: Answers;
  stored: Submission;
  choose(which: "mine" | "stored"): void;
}) {
  const { t } = useTranslation("submissions");
  const { exercises } = partsOf(stored);
  return (
    <div className="space-y-4">
      <Banner type="warning" title={t("conflict.title")}>
        {t(stored.closed === null ? "conflict.text" : "conflict.closed")}
      </Banner>
      <section aria-label={t("conflict.mine")} className="rounded-card border border-line p-3">
        <h4 className="mb-2 font-semibold">{t("conflict.mine")}</h4>
        <Questions exercises={exercises} answers={mine} isReadOnly idPrefix="mine" />
        {stored.closed === null && (
          <Button type="button" className="mt-3" onClick={() => choose("mine")}>
            {t("conflict.keep_mine")}
          </Button>
        )}
      </section>
      <section aria-label={t("conflict.stored")} className="rounded-card border border-line p-3">
        <h4 className="mb-2 font-semibold">{t("conflict.stored")}</h4>
        <Questions exercises={exercises} answers={stored.answers} isReadOnly idPrefix="stored" />
        <Button type="button" className="mt-3" onClick={() => choose("stored")}>
          {t("conflict.keep_stored")}
        </Button>
      </section>
    </div>
  );
}
