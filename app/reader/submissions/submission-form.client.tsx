import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { browserOutbox } from "~/browser-outbox/open-outbox.client";
import { logInAgainHref } from "~/reader/log-in-again-href";
import { type Answers, countQuestions, isSameAnswer, type Submission } from "~/services/contracts/submissions";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Dialog, DialogClose } from "~/ui/dialog";
import { Save } from "~/ui/icons";
import { AnswerConflict, RemovedAnswers } from "./answer-conflict";
import { createDraftWriter, type Draft, type DraftWriter, type SaveState } from "./draft-writer.client";
import { Questions } from "./questions";
import { countAnswers, partsOf } from "./submission-parts";

const goingWell: ReadonlySet<SaveState> = new Set(["saved", "typing", "waiting"]);

type SubmissionFormProps = {
  uid: string;
  submission: Submission;
  onStored: (submission: Submission) => void;
  /** Called before the confirmation dialog opens. */
  onAsk?: () => void;
  /** Called before the page is left to sign in again. */
  onLeave?: () => void;
  /** Answers typed before the page's script ran. */
  typed?: Answers | undefined;
};

/** Form of a submission, saved while typing; used beside the book and on its own page. */
export function SubmissionForm({ uid, submission, onStored, onAsk, onLeave, typed }: SubmissionFormProps) {
  const { t } = useTranslation("submissions");
  const [isAsking, setAsking] = useState(false);
  const { draft, writer } = useDraft(uid, submission, onStored);
  const { exercises } = partsOf(submission);
  const isClosed = submission.closed !== null;
  useTyped(writer, submission, typed);
  const answers = useFocusWhenClosed(isClosed);

  return (
    <div ref={answers} tabIndex={-1} className="outline-none">
      <RemovedAnswers
        answers={draft.removed}
        dismiss={
          <Button type="button" onClick={writer.dismissRemoved}>
            {t("removed_dismiss")}
          </Button>
        }
      />
      {draft.conflict ? (
        <AnswerConflict
          {...draft.conflict}
          keepMine={
            <Button type="button" onClick={() => writer.choose("mine")}>
              {t("conflict.keep_mine")}
            </Button>
          }
          keepStored={
            <Button type="button" onClick={() => writer.choose("stored")}>
              {t("conflict.keep_stored")}
            </Button>
          }
        />
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
          <SaveStatus state={draft.state} onLeave={onLeave} />
          <div className="mt-2 flex flex-wrap gap-2">
            <Button type="button" icon={Save} onClick={() => void writer.save()}>
              {t("save")}
            </Button>
            <Button
              type="button"
              variant="primary"
              onClick={() => {
                onAsk?.();
                setAsking(true);
              }}
            >
              {t("submit")}
            </Button>
          </div>
        </>
      )}
      <SubmitDialog
        isOpen={isAsking}
        setOpen={setAsking}
        answered={countAnswers(draft.answers)}
        count={countQuestions(exercises)}
        onSubmit={() => void writer.submit()}
      />
    </div>
  );
}

/** Enters the answers that were typed before the page's script ran. */
function useTyped(writer: DraftWriter, submission: Submission, typed: Answers | undefined): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the answers typed before hydration
  useEffect(() => {
    for (const [exercise, items] of Object.entries(typed ?? {})) {
      for (const [item, answer] of Object.entries(items)) {
        if (!isSameAnswer(answer, submission.answers[exercise]?.[item])) writer.answer(exercise, Number(item), answer);
      }
    }
  }, [writer]);
}

/** The submit button unmounts once submitted, and the focus with it. @returns ref of the element that takes the focus then */
function useFocusWhenClosed(isClosed: boolean): RefObject<HTMLDivElement> {
  const element = useRef<HTMLDivElement>(null);
  const wasClosed = useRef(isClosed);
  useEffect(() => {
    if (isClosed && !wasClosed.current) element.current?.focus({ preventScroll: true });
    wasClosed.current = isClosed;
  }, [isClosed]);
  return element;
}

function SaveStatus({ state, onLeave }: { state: SaveState } & Pick<SubmissionFormProps, "onLeave">) {
  const { t } = useTranslation("submissions");
  const logInAgain = logInAgainHref(useLocation());
  return (
    <div role="status" className="mt-4 min-h-6">
      {goingWell.has(state) ? (
        <p className="text-14 text-ink-soft">{t(`save_state.${state}`)}</p>
      ) : (
        <Banner
          type="warning"
          actions={
            state === "signed_out" && (
              <LinkButton to={logInAgain} reloadDocument onClick={onLeave}>
                {t("log_in_again")}
              </LinkButton>
            )
          }
        >
          {t(`save_state.${state}`)}
        </Banner>
      )}
    </div>
  );
}

type SubmitDialogProps = {
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  /** Number of answered questions, of `count`. */
  answered: number;
  count: number;
  onSubmit(): void;
};

/** Asks before answers are submitted, which cannot be undone, and says whether some are missing. */
function SubmitDialog({ isOpen, setOpen, answered, count, onSubmit }: SubmitDialogProps) {
  const { t } = useTranslation("submissions");
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={t("submissions.confirm_submitting")}
      description={
        <>
          {t("submissions.note_submitting")}
          {answered < count && <span className="mt-2 block">{t("answered_of", { answered, count })}</span>}
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
              setOpen(false);
              onSubmit();
            }}
          >
            {t("yes")}
          </Button>
        </>
      }
    />
  );
}

/** The draft of one submission while its form is mounted. @param onStored called with the server's stored submission */
function useDraft(
  uid: string,
  submission: Submission,
  onStored: (submission: Submission) => void,
): { draft: Draft; writer: DraftWriter } {
  const stored = useRef(onStored);
  stored.current = onStored;
  const [writer] = useState(() =>
    createDraftWriter(submission, browserOutbox({ uid, profileId: null }), (now) => stored.current(now)),
  );
  const draft = useSyncExternalStore(writer.subscribe, writer.draft);
  useEffect(() => {
    const end = writer.begin();
    document.addEventListener("visibilitychange", writer.saveOnDevice);
    return () => {
      document.removeEventListener("visibilitychange", writer.saveOnDevice);
      end();
    };
  }, [writer]);
  return { draft, writer };
}
