import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import { SubmissionForm } from "~/reader/submissions/submission-form.client";
import { StatusChip, SubmissionHead } from "~/reader/submissions/submission-head";
import { partsOf, slashedDate } from "~/reader/submissions/submission-parts";
import type { ReaderSubmissions } from "~/reader/submissions/use-submissions";
import { countQuestions, type Submission } from "~/services/contracts/submissions";
import { Icon } from "~/ui/icon";
import { ArrowLeft, X } from "~/ui/icons";
import { SubmissionSheet, useIsPhone } from "./submission-sheet.client";

/**
 * The panel beside the book: a list of cards, or the form of one submission. On a phone the form is a sheet over book and list.
 * docs/product/reader.md#screens (Submissions panel).
 */
export default function SubmissionsPanel({ submissions }: { submissions: ReaderSubmissions }) {
  const { t } = useTranslation("submissions");
  const { list, panel, send } = submissions;
  const frame = useRef<HTMLElement>(null);
  const active = list.find(({ id }) => id === panel.activeId) ?? (list.length === 1 ? list[0] : undefined);
  const shownId = active?.id ?? null;
  const isPhone = useIsPhone();
  const [isFolded, setFolded] = useState(false);
  const sheetOf = isPhone ? active : undefined;
  const goBack = active && list.length > 1 ? () => send({ type: "back" }) : null;
  const close = () => send({ type: "closed" });

  // Runs before the focus moves into the panel.
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed view is the reason to move the focus
  useEffect(() => frame.current?.focus({ preventScroll: true }), [shownId]);

  return (
    <aside
      ref={frame}
      tabIndex={-1}
      aria-label={t("title")}
      className="submissions-panel flex flex-col border-s border-line bg-raised text-ink outline-none"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      }}
    >
      <div className="flex min-h-16 items-center gap-1 border-b border-line px-2">
        {goBack && !sheetOf && (
          <button
            type="button"
            aria-label={t("all")}
            className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-primary-tint"
            onClick={goBack}
          >
            <Icon of={ArrowLeft} className="size-6" />
          </button>
        )}
        <h2 className="min-w-0 flex-1 truncate px-1 text-18">{t("title")}</h2>
        <button
          type="button"
          aria-label={t("close")}
          className="ms-auto grid size-11 shrink-0 place-items-center rounded-full hover:bg-primary-tint"
          onClick={close}
        >
          <Icon of={X} className="size-6" />
        </button>
      </div>
      <div
        className="@container min-h-0 flex-1 overflow-y-auto p-2 min-[600px]:p-4"
        // The sheet covers most of the list: a card that is not seen takes no focus. React 18 has no property for it.
        {...(sheetOf && !isFolded ? { inert: "" } : {})}
      >
        {active && !sheetOf ? (
          <>
            <h3 className="text-22 break-words" dir="auto">
              {partsOf(active).title}
            </h3>
            <ActiveSubmission key={active.id} submission={active} submissions={submissions} />
          </>
        ) : (
          <Cards submissions={submissions} open={() => setFolded(false)} />
        )}
      </div>
      {sheetOf && (
        <SubmissionSheet
          title={partsOf(sheetOf).title}
          isFolded={isFolded}
          fold={setFolded}
          goBack={goBack}
          close={close}
        >
          <ActiveSubmission key={sheetOf.id} submission={sheetOf} submissions={submissions} />
        </SubmissionSheet>
      )}
    </aside>
  );
}

type CardsProps = {
  submissions: ReaderSubmissions;
  /** Called when a card is pressed; on a phone its sheet may be folded. */
  open(): void;
};

function Cards({ submissions: { list, send, loadMore }, open }: CardsProps) {
  return (
    <ul
      className="list-none space-y-3 ps-0"
      ref={(node) => {
        // The next page is loaded with the list; after the last one this does nothing.
        if (node) loadMore();
      }}
    >
      {list.map((submission) => (
        <li key={submission.id}>
          <button
            type="button"
            className="block w-full rounded-card border border-line bg-paper p-3 text-start hover:border-primary hover:bg-primary-tint"
            onClick={() => {
              open();
              send({ type: "opened", id: submission.id });
            }}
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

function ActiveSubmission({ submission, submissions }: { submission: Submission; submissions: ReaderSubmissions }) {
  const { controller, savePlace } = useReader();
  return (
    <>
      <SubmissionHead submission={submission} />
      <SubmissionForm
        uid={submissions.uid}
        submission={submission}
        onStored={submissions.replace}
        onAsk={() => controller?.settle()}
        onLeave={savePlace}
      />
    </>
  );
}
