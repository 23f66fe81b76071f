import { useActionData } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { AnswerConflict, RemovedAnswers } from "~/reader/submissions/answer-conflict";
import { Questions } from "~/reader/submissions/questions";
import { SubmissionForm } from "~/reader/submissions/submission-form.client";
import { SubmissionHead } from "~/reader/submissions/submission-head";
import {
  answerField,
  answersOfForm,
  countAnswers,
  partsOf,
  removedAnswerField,
} from "~/reader/submissions/submission-parts";
import { type Answer, type Answers, countQuestions, type Submission } from "~/services/contracts/submissions";
import { Banner } from "~/ui/banner";
import { Breadcrumb } from "~/ui/breadcrumb";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { BookOpen, Save } from "~/ui/icons";
import { answerIntents } from "./answer-intents";
import type { MyAssignmentData, MyAssignmentResult } from "./my-assignment.server";
import { readerHref } from "./my-assignments";

/** A pupil's assignment without its book, so that the answers can be read after the book was withdrawn. */
export function MyAssignmentPage({ submission: loaded, uid, isAsking }: MyAssignmentData) {
  const { t } = useTranslation("submissions");
  const result = useActionData<MyAssignmentResult>();
  const [stored, setStored] = useState(loaded);
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Answers | null>(null);
  const { title, exercises } = partsOf(stored);
  const { bookTitle, chapter, teacher, closed } = stored;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, at hydration
  useEffect(() => setTyped(form.current ? answersOfForm(new FormData(form.current), exercises) : {}), []);

  return (
    <div className="mx-auto max-w-3xl">
      <Breadcrumb crumbs={[{ to: "/assignments", label: t("mine") }]} />
      <h1 className="mt-4 text-28 break-words sm:text-36" dir="auto">
        {title}
      </h1>
      <p className="mt-1 text-ink-soft">
        <span dir="auto">{chapter ? `${bookTitle}: ${chapter}` : bookTitle}</span>
        {teacher && ` · ${teacher}`}
      </p>
      <SubmissionHead submission={stored} />
      {stored.isBookOffered && (
        <p className="mb-6">
          {/* The reader needs a full document load. */}
          <LinkButton to={readerHref(stored)} reloadDocument icon={BookOpen}>
            {t(closed === null ? "with_book" : "open_book")}
          </LinkButton>
        </p>
      )}
      {typed !== null ? (
        <SubmissionForm uid={uid} submission={stored} onStored={setStored} typed={typed} />
      ) : (
        <WithoutScript submission={stored} isAsking={isAsking} result={result} isClosed={closed !== null} form={form} />
      )}
    </div>
  );
}

type WithoutScriptProps = Pick<MyAssignmentData, "submission" | "isAsking"> & {
  result: MyAssignmentResult | undefined;
  isClosed: boolean;
  form: RefObject<HTMLFormElement>;
};

/** The same as a plain HTML form. */
function WithoutScript({ submission, isAsking, result, isClosed, form }: WithoutScriptProps) {
  const { t } = useTranslation("submissions");
  const { exercises } = partsOf(submission);
  const gone = (
    <RemovedAnswers
      answers={result?.gone ?? []}
      dismiss={<LinkButton to={`/assignments/${submission.id}`}>{t("removed_dismiss")}</LinkButton>}
    />
  );
  if (result?.conflict) {
    return (
      <>
        {gone}
        <Conflict {...result.conflict} gone={result.gone ?? []} />
      </>
    );
  }
  if (isClosed) {
    return (
      <>
        {gone}
        <Questions exercises={exercises} answers={submission.answers} isReadOnly />
      </>
    );
  }
  if (isAsking && !result) return <AskToSubmit submission={submission} />;
  return (
    <>
      {(result?.failed || (result?.reasons ?? []).length > 0) && (
        <div className="mb-4">
          <Banner type="error">{result?.failed ? t("not_saved") : result?.reasons?.join(" ")}</Banner>
        </div>
      )}
      {gone}
      {/* No autocomplete: restored input after a reload would hide the stored answers. */}
      <Form method="post" ref={form} autoComplete="off" className="space-y-4">
        <input type="hidden" name="version" value={submission.version} />
        <DeletedQuestionFields answers={result?.gone ?? []} />
        <Questions exercises={exercises} answers={result?.answers ?? submission.answers} />
        <div className="flex flex-wrap gap-2">
          <Button icon={Save} name="intent" value={answerIntents.save}>
            {t("save")}
          </Button>
          <Button variant="primary" name="intent" value={answerIntents.ask}>
            {t("submit")}
          </Button>
        </div>
      </Form>
    </>
  );
}

function AskToSubmit({ submission }: { submission: Submission }) {
  const { t } = useTranslation("submissions");
  const { exercises } = partsOf(submission);
  const [answered, count] = [countAnswers(submission.answers), countQuestions(exercises)];
  return (
    <>
      <Card title={t("submissions.confirm_submitting")} className="mb-6">
        <p>{t("submissions.note_submitting")}</p>
        {answered < count && <p className="mt-2">{t("answered_of", { answered, count })}</p>}
        <Form method="post" className="mt-4 flex flex-wrap gap-2">
          <input type="hidden" name="version" value={submission.version} />
          <LinkButton to={`/assignments/${submission.id}`}>{t("no")}</LinkButton>
          <Button variant="primary" name="intent" value={answerIntents.submit}>
            {t("yes")}
          </Button>
        </Form>
      </Card>
      <Questions exercises={exercises} answers={submission.answers} isReadOnly />
    </>
  );
}

function Conflict({
  mine,
  stored,
  isElsewhere,
  gone,
}: NonNullable<MyAssignmentResult["conflict"]> & { gone: readonly Answer[] }) {
  const { t } = useTranslation("submissions");
  const keepStored = t("conflict.keep_stored");
  return (
    <AnswerConflict
      mine={mine}
      stored={stored}
      isElsewhere={isElsewhere}
      keepMine={
        <KeepAnswers answers={mine} version={stored.version} gone={gone}>
          {t("conflict.keep_mine")}
        </KeepAnswers>
      }
      keepStored={
        gone.length === 0 ? (
          <LinkButton to={`/assignments/${stored.id}`}>{keepStored}</LinkButton>
        ) : (
          <KeepAnswers answers={stored.answers} version={stored.version} gone={gone}>
            {keepStored}
          </KeepAnswers>
        )
      }
    />
  );
}

type KeepAnswersProps = { answers: Answers; version: number; gone: readonly Answer[]; children: ReactNode };

function KeepAnswers({ answers, version, gone, children }: KeepAnswersProps) {
  const fields = Object.entries(answers).flatMap(([exercise, items]) =>
    Object.entries(items).map(([item, answer]) => [answerField(exercise, Number(item), answer.type), answer] as const),
  );
  return (
    <Form method="post">
      <input type="hidden" name="version" value={version} />
      {fields.map(([name, answer]) => (
        <HiddenAnswer key={name} name={name} answer={answer} />
      ))}
      <DeletedQuestionFields answers={gone} />
      <Button name="intent" value={answerIntents.save}>
        {children}
      </Button>
    </Form>
  );
}

/** Submits the answers to removed questions again, so that the next page can still show them. */
function DeletedQuestionFields({ answers }: { answers: readonly Answer[] }) {
  return answers.map((answer, index) => {
    const name = removedAnswerField(index, answer.type);
    return <HiddenAnswer key={name} name={name} answer={answer} />;
  });
}

/** A textarea, because hidden inputs lose line breaks. */
function HiddenAnswer({ name, answer }: { name: string; answer: Answer }) {
  const text = answer.type === "OpenEndedQuestionAnswer" ? answer.value : answer.optionId;
  return <textarea name={name} defaultValue={text} hidden readOnly />;
}
