import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Volume2 } from "~/ui/icons";
import type { QuizQuestion } from "./quiz";

type QuizProps = {
  questions: readonly QuizQuestion[];
  soundOf(language: string): ((text: string) => void) | null;
  onAgain(): void;
  onEnd(): void;
};

/** Practice of saved words: one question after another, and how many were right. */
export function QuizCard({ questions, soundOf, onAgain, onEnd }: QuizProps) {
  const { t } = useTranslation("reader");
  const [at, setAt] = useState(0);
  const [right, setRight] = useState(0);
  const [wasFor, setWasFor] = useState(questions);
  if (wasFor !== questions) {
    setWasFor(questions);
    setAt(0);
    setRight(0);
  }
  const question = questions[at];
  return (
    <section aria-label={t("words.practise")} className="flex flex-col gap-4 p-3">
      {question ? (
        <>
          <p className="text-14 text-ink-soft tabular-nums">
            {t("words.question_of", { number: at + 1, total: questions.length })}
          </p>
          <Question
            key={at}
            question={question}
            hear={soundOf(question.word.language)}
            onNext={(isRight) => {
              setRight(right + (isRight ? 1 : 0));
              setAt(at + 1);
            }}
          />
        </>
      ) : (
        <Result right={right} count={questions.length} onAgain={onAgain} />
      )}
      <Button type="button" variant="quiet" onClick={onEnd}>
        {t("words.stop")}
      </Button>
    </section>
  );
}

type QuestionProps = { question: QuizQuestion; hear: ((text: string) => void) | null; onNext(isRight: boolean): void };

function Question({ question, hear, onNext }: QuestionProps) {
  const { t } = useTranslation("reader");
  const { kind, word, options, answer } = question;
  const [chosen, setChosen] = useState<number | null>(null);
  const next = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const optionLanguage = kind === "hear" ? word.language : (word.translation?.language ?? word.language);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question
  useEffect(() => {
    heading.current?.focus();
    if (kind === "hear") hear?.(word.word);
  }, []);
  useEffect(() => {
    if (chosen !== null) next.current?.focus();
  }, [chosen]);
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="text-18 font-semibold outline-none">
        {t(kind === "hear" ? "words.ask_heard" : "words.ask_meaning")}
      </h3>
      <div className="flex items-center gap-2">
        {kind === "meaning" && (
          <p lang={word.language} dir="auto" className="min-w-0 text-28 font-semibold break-words">
            {word.word}
          </p>
        )}
        {hear && (
          <button
            type="button"
            aria-label={t("words.hear")}
            className="grid size-14 shrink-0 place-items-center rounded-full bg-primary-tint text-primary-strong hover:bg-line focus-visible:outline-3 focus-visible:outline-focus"
            onClick={() => hear(word.word)}
          >
            <Icon of={Volume2} className="size-7" />
          </button>
        )}
      </div>
      <ul className="flex list-none flex-col gap-2 ps-0">
        {options.map((option, index) => (
          <li key={option}>
            <button
              type="button"
              lang={optionLanguage}
              dir="auto"
              disabled={chosen !== null}
              aria-pressed={chosen === index}
              data-right={chosen !== null && index === answer ? "" : undefined}
              className="min-h-14 w-full rounded-control border-2 border-line px-4 py-2 text-start text-18 break-words hover:border-primary focus-visible:outline-3 focus-visible:outline-focus aria-pressed:border-primary data-[right]:border-success data-[right]:bg-success-tint data-[right]:font-semibold"
              onClick={() => setChosen(index)}
            >
              {option}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="min-h-6">
        {chosen !== null &&
          (chosen === answer ? t("words.right") : t("words.wrong", { answer: options[answer] ?? "" }))}
      </p>
      {chosen !== null && (
        <Button ref={next} type="button" variant="primary" onClick={() => onNext(chosen === answer)}>
          {t("words.next")}
        </Button>
      )}
    </>
  );
}

function Result({ right, count, onAgain }: { right: number; count: number; onAgain(): void }) {
  const { t } = useTranslation("reader");
  return (
    <>
      <p role="status" className="text-22 font-semibold">
        {t("words.result", { right, total: count })}
      </p>
      <Button autoFocus type="button" variant="primary" onClick={onAgain}>
        {t("words.again")}
      </Button>
    </>
  );
}
