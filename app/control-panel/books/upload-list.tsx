import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { usePolling } from "~/control-panel/jobs/use-polling";
import type { BookUpload } from "~/services/contracts/book-catalogue";
import { useMoment } from "~/shell/moment";
import { Pill, type Tone } from "~/ui/pill";
import { ProgressBar } from "~/ui/progress-bar";
import { AccessibilityGaps } from "./accessibility-gaps";
import type { SendingFile } from "./use-sending";

/** Notes that are shown before the rest is folded away. */
const shownAtOnce = 5;

const megabyte = 1024 * 1024;

function useMegabytes(): (bytes: number) => string {
  const { i18n } = useTranslation("books");
  const format = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (bytes) => format.format(Math.max(0.1, bytes / megabyte));
}

const isAtWork = ({ state }: BookUpload) => state === "waiting" || state === "running";

/** Files being sent with their progress, then received files with their state. */
export function UploadList({ sending, uploads }: { sending: readonly SendingFile[]; uploads: readonly BookUpload[] }) {
  const { t } = useTranslation("books");
  const isWaited = uploads.some(isAtWork);
  usePolling(isWaited);
  if (sending.length === 0 && uploads.length === 0) return <p className="text-ink-soft">{t("uploads.none")}</p>;
  return (
    <>
      {isWaited && (
        // Without script the page reloads itself (meta refresh).
        <noscript>
          <meta httpEquiv="refresh" content="3" />
        </noscript>
      )}
      <ul aria-live="polite" className="divide-y divide-line">
        {sending.map((file) => (
          <Sending key={file.key} file={file} />
        ))}
        {uploads.map((upload) => (
          <Upload key={upload.id} upload={upload} />
        ))}
      </ul>
    </>
  );
}

function Sending({ file: { name, size, sent, state } }: { file: SendingFile }) {
  const { t } = useTranslation("books");
  const formatMegabytes = useMegabytes();
  if (state === "broken" || state === "too-large") {
    return (
      <li className="py-3">
        <FileLine name={name} tone="error" state={t("uploads.states.refused")} />
        <p className="mt-1">{t(state === "broken" ? "uploads.broken" : "uploads.tooLarge")}</p>
      </li>
    );
  }
  return (
    <li className="py-3">
      <ProgressBar
        label={name}
        value={sent}
        max={Math.max(1, size)}
        text={
          state === "waiting"
            ? t("uploads.queued")
            : t("uploads.sent", { sent: formatMegabytes(sent), total: formatMegabytes(size) })
        }
      />
    </li>
  );
}

const tones: Record<BookUpload["state"], Tone> = {
  waiting: "neutral",
  running: "info",
  done: "success",
  refused: "error",
  failed: "error",
};

function FileLine({ name, tone, state }: { name: string; tone: Tone; state: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
      <Pill tone={tone}>{state}</Pill>
    </span>
  );
}

function Upload({ upload }: { upload: BookUpload }) {
  const { t, i18n } = useTranslation("books");
  const formatMegabytes = useMegabytes();
  const when = useMoment();
  const { fileName, state, done, reason, reasonPath, notes, book, isVersion, isSame, size, createdAt } = upload;
  const name = fileName || t("uploads.unnamed");
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" });
  if (state === "running") {
    return (
      <li className="py-3">
        <ProgressBar
          label={name}
          value={done}
          max={1}
          text={`${t("uploads.states.running")} ${percent.format(done)}`}
        />
      </li>
    );
  }
  const outcome = isSame ? "same" : isVersion ? "version" : "added";
  return (
    <li className="py-3">
      <FileLine name={name} tone={tones[state]} state={t(`uploads.states.${state}`)} />
      {state === "done" && book && (
        <p className="mt-1">
          {t(`uploads.outcome.${outcome}`)}{" "}
          <Link to={`/controlpanel/books/${encodeURIComponent(book.id)}`} dir="auto" className="font-semibold">
            {book.title}
          </Link>
        </p>
      )}
      {reason && state !== "done" && (
        <p className="mt-1">
          {t(`refused.${reason}`)}
          {reasonPath && <bdi className="ms-1 wrap-anywhere">{t("uploads.cause", { path: reasonPath })}</bdi>}
        </p>
      )}
      <UploadNotes notes={notes} />
      {state === "done" && book && book.gaps.length > 0 && (
        <details className="mt-2 text-14">
          <summary className="font-semibold">{t("gaps.title")}</summary>
          <AccessibilityGaps gaps={book.gaps} />
        </details>
      )}
      <p className="text-14 text-ink-soft">
        {t("uploads.about", { size: formatMegabytes(size), when: when(createdAt) })}
      </p>
    </li>
  );
}

/** What was repaired in an uploaded book or left out of it, with file and line. */
function UploadNotes({ notes }: Pick<BookUpload, "notes">) {
  const { t } = useTranslation("books");
  if (notes.length === 0) return null;
  const rest = notes.slice(shownAtOnce);
  return (
    <div className="mt-2 text-14">
      <p className="font-semibold">{t("notes.title")}</p>
      <NoteList notes={notes.slice(0, shownAtOnce)} />
      {rest.length > 0 && (
        <details className="mt-1">
          <summary>{t("notes.more", { count: rest.length })}</summary>
          <NoteList notes={rest} />
        </details>
      )}
    </div>
  );
}

function NoteList({ notes }: Pick<BookUpload, "notes">) {
  const { t } = useTranslation("books");
  return (
    <ul className="list-disc space-y-1 ps-5">
      {notes.map(({ kind, path, line, detail }) => (
        <li key={JSON.stringify([kind, path, line, detail])} className="wrap-anywhere">
          {line !== null && <span className="font-semibold">{t("notes.place", { path, line })} </span>}
          {t(`notes.${kind}`, { path, detail: detail ?? "–" })}
        </li>
      ))}
    </ul>
  );
}
