import { useActionData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ConfirmationField } from "~/control-panel/forms/confirmation-field";
import { type FormResult, resultFor } from "~/forms/form-result";
import { Questions } from "~/reader/submissions/questions";
import { slashedDate } from "~/reader/submissions/submission-parts";
import type { Answer, AuthoredExercise, PupilSubmission } from "~/services/contracts/submissions";
import { useMoment } from "~/shell/moment";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Disclosure } from "~/ui/disclosure";
import { Form } from "~/ui/form";
import { Download, Trash2 } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pill, type Tone } from "~/ui/pill";
import { TabLinks } from "~/ui/tabs";
import { assignmentIntents } from "./assignment-draft";
import { answerText, displayName, type PupilState, questionsOf, removedAnswers, stateOf } from "./assignment-state";
import type { AssignmentData } from "./assignments.server";
import { AssignmentCounts } from "./assignments-page";
import { CommentForm } from "./comment-form";

const tones: Record<PupilState, Tone> = {
  ...{ submitted: "success", handed_back: "info", writing: "progress", not_begun: "neutral", left: "neutral" },
};

/** One assignment with the progress, answers and comments of the whole class on one page. */
export function AssignmentPage({ assignment, pupils, by }: AssignmentData) {
  const { t } = useTranslation("assignments");
  const { id, title, description, group, bookTitle, isBookOffered, chapter, dueOn, counts, right, exercises } =
    assignment;
  const isTaught = right === "teach";
  return (
    <>
      <PageHeader
        crumbs={[{ label: t("title"), to: "/controlpanel/assignments" }]}
        title={title}
        intro={
          <>
            {group.name} · <span dir="auto">{chapter ? `${bookTitle}: ${chapter}` : bookTitle}</span>
            {dueOn && ` · ${t("due", { date: slashedDate(dueOn) })}`}
          </>
        }
        actions={
          <>
            {isTaught && <LinkButton to={`/controlpanel/assignments/${id}/edit`}>{t("edit")}</LinkButton>}
            {right !== "count" && <LinkButton to={`/controlpanel/assignments/new?from=${id}`}>{t("copy")}</LinkButton>}
            {isTaught && (
              <LinkButton to={`/controlpanel/assignments/${id}/answers`} reloadDocument icon={Download}>
                {t("export")}
              </LinkButton>
            )}
          </>
        }
      />
      {!isBookOffered && <Banner type="warning">{t("bookWithdrawnText")}</Banner>}
      {group.isDeleted && isTaught && <Banner type="warning">{t("groupDeletedText")}</Banner>}
      {counts && <AssignmentCounts counts={counts} />}
      {counts && !isTaught && <p className="mt-4 text-ink-soft">{t("countsOnly")}</p>}
      {exercises && (
        <Disclosure title={t("preview")} open={right === "copy"}>
          <Card className="max-w-xl">
            {description && <p className="mb-4 whitespace-pre-line">{description}</p>}
            <Questions exercises={exercises} answers={{}} idPrefix="preview" />
          </Card>
        </Disclosure>
      )}
      {pupils && exercises && (
        <div className="mt-6">
          <TabLinks
            label={t("answers")}
            tabs={(["pupil", "question"] as const).map((each) => ({
              to: `/controlpanel/assignments/${id}${each === "question" ? "?by=question" : ""}`,
              label: t(`by.${each}`),
              isCurrent: each === by,
            }))}
          />
          {by === "pupil" ? (
            <ByPupil pupils={pupils} exercises={exercises} />
          ) : (
            <ByQuestion pupils={pupils} exercises={exercises} />
          )}
          <Deletion title={title} />
        </div>
      )}
    </>
  );
}

type AnswersProps = { pupils: readonly PupilSubmission[]; exercises: readonly AuthoredExercise[] };

function ByPupil({ pupils, exercises }: AnswersProps) {
  const { t } = useTranslation("assignments");
  const sent = useActionData<FormResult>();
  const refused = resultFor(sent, assignmentIntents.comment)?.initialValue?.submission;
  return (
    <ul className="mt-4 list-none space-y-3 ps-0">
      {pupils.map((submission) => {
        const state = stateOf(submission);
        const result = sent && refused === submission.id ? sent : null;
        return (
          <li
            key={submission.id}
            id={`pupil-${submission.id}`}
            className="scroll-mt-20 rounded-card border border-line bg-raised p-4"
          >
            <div className="flex flex-wrap items-center gap-3">
              <h2 className="min-w-0 text-18 break-words">{displayName(submission.pupil)}</h2>
              <Pill tone={tones[state]}>{t(`states.${state}`)}</Pill>
              {submission.hasLeft && state !== "left" && <Pill>{t("states.left")}</Pill>}
              {submission.marks && <span className="text-14 text-ink-soft">{t("marks", submission.marks)}</span>}
            </div>
            {submission.answers && (
              <div className="mt-3 grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
                <div>
                  <Questions
                    exercises={exercises}
                    answers={submission.answers}
                    isReadOnly
                    isAnswersOnly
                    idPrefix={submission.id}
                  />
                  <RemovedAnswers answers={removedAnswers(exercises, submission.answers)} />
                </div>
                {state === "handed_back" && !result ? (
                  <HandedBack submission={submission} />
                ) : (
                  <CommentForm submission={submission} result={result} />
                )}
              </div>
            )}
            {/* Handed back since the page was loaded: the text is preserved. */}
            {!submission.answers && result && <CommentForm submission={submission} result={result} />}
            {!submission.answers && state === "handed_back" && <HandedBack submission={submission} />}
          </li>
        );
      })}
    </ul>
  );
}

/** When and with which comment the submission was handed back. Its answers, if shown, are those that were submitted. */
function HandedBack({ submission: { answers, comment, handedBackAt } }: { submission: PupilSubmission }) {
  const { t } = useTranslation("assignments");
  const formatMoment = useMoment({ isZoneNamed: false });
  return (
    <div className="mt-2 space-y-2 text-ink-soft lg:mt-0">
      {handedBackAt && (
        <p className="font-semibold text-ink">{t("handedBackOn", { date: formatMoment(handedBackAt) })}</p>
      )}
      {comment && (
        <p className="break-words whitespace-pre-line" dir="auto">
          {t("commentWas", { comment })}
        </p>
      )}
      {answers && <p className="text-14">{t("handedBackHint")}</p>}
    </div>
  );
}

function ByQuestion({ pupils, exercises }: AnswersProps) {
  const { t } = useTranslation("assignments");
  const submitted = pupils.filter(({ answers }) => answers !== null);
  const items = questionsOf(exercises);
  const removed = submitted
    .map(({ id, pupil, answers }) => ({ id, pupil, answers: removedAnswers(exercises, answers) }))
    .filter(({ answers }) => answers.length > 0);
  if (submitted.length === 0) return <p className="mt-4 text-ink-soft">{t("nothingSubmitted")}</p>;
  return (
    <ol className="mt-4 list-none space-y-4 ps-0">
      {items.map(({ id, item, index }, place) => (
        <li key={`${id}-${index}`} className="rounded-card border border-line bg-raised p-4">
          <h2 className="text-18 break-words whitespace-pre-line" dir="auto">
            {t("question", { number: place + 1, phrase: item.phrase })}
          </h2>
          {item.type === "open-question" && item.targetAnswers && (
            <p className="mt-1 text-14 break-words text-ink-soft">
              {t("targets", { answers: item.targetAnswers.join(" · ") })}
            </p>
          )}
          <dl className="mt-3 space-y-3">
            {submitted.map((submission) => {
              const answer = submission.answers?.[id]?.[index];
              const isRight =
                item.type === "closed-question" &&
                answer?.type === "ClosedEndedQuestionAnswer" &&
                answer.optionId === item.answer;
              return (
                <div key={submission.id} className="border-t border-line pt-2">
                  <dt className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                    {displayName(submission.pupil)}
                    {stateOf(submission) === "handed_back" && (
                      <Pill tone={tones.handed_back}>{t("states.handed_back")}</Pill>
                    )}
                  </dt>
                  <dd className="break-words whitespace-pre-line" dir="auto">
                    {answerText(item, answer) || <span className="text-ink-soft italic">{t("noAnswer")}</span>}{" "}
                    {item.type === "closed-question" && answer && (
                      <Pill tone={isRight ? "success" : "error"}>{t(isRight ? "isRight" : "isWrong")}</Pill>
                    )}
                  </dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
      {removed.length > 0 && (
        <li className="rounded-card border border-line bg-raised p-4">
          <h2 className="text-18">{t("removedQuestions")}</h2>
          <dl className="mt-3 space-y-3">
            {removed.map(({ id, pupil, answers }) => (
              <div key={id} className="border-t border-line pt-2">
                <dt className="font-semibold">{displayName(pupil)}</dt>
                <Answered answers={answers} />
              </div>
            ))}
          </dl>
        </li>
      )}
    </ol>
  );
}

/** Answers of a pupil to questions that were removed later. */
function RemovedAnswers({ answers }: { answers: readonly Answer[] }) {
  const { t } = useTranslation("assignments");
  if (answers.length === 0) return null;
  return (
    <dl className="mt-4 border-t border-line pt-3">
      <dt className="font-semibold">{t("removedQuestions")}</dt>
      <Answered answers={answers} />
    </dl>
  );
}

function Answered({ answers }: { answers: readonly Answer[] }) {
  const { t } = useTranslation("assignments");
  return answers.map((answer, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
    <dd key={place} className="break-words whitespace-pre-line" dir="auto">
      {answer.type === "OpenEndedQuestionAnswer" ? answer.value : t("removedChoice")}
    </dd>
  ));
}

function Deletion({ title }: { title: string }) {
  const { t } = useTranslation("assignments");
  const { pathname, search } = useLocation();
  const result = useActionData<FormResult>();
  return (
    <Card title={t("end")} id="deletion" className="mt-8">
      <Form method="post" action={`${pathname}${search}#deletion`} className="space-y-3">
        <p className="text-14 text-ink-soft">{t("endText")}</p>
        <ConfirmationField label={t("sure", { title })} result={result} intent={assignmentIntents.delete} />
        <Button variant="danger" icon={Trash2} name="intent" value={assignmentIntents.delete}>
          {t("delete")}
        </Button>
      </Form>
    </Card>
  );
}
