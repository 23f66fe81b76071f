import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Together } from "~/reader/controller/in-class";
import { useReader } from "~/reader/controller/reader-context";
import { Drawer } from "~/reader/panels/drawer";
import type { OwnLedReading } from "~/services/contracts/led-readings";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/field";
import type { JoinProblem } from "./join-problems";
import { grouped } from "./led-code";
import { endTogether, fetchOwnReading, joinTogether, startTogether } from "./together-calls.client";
import { togetherParameter } from "./together-parameter";

/** Begins to read together: a teacher gets the code, a pupil types it. docs/product/reader.md#reading-together. */
export default function TogetherDrawer() {
  const { t } = useTranslation("reader");
  const { together } = useReader();
  return (
    <Drawer title={t("together.title")} side="end">
      {together?.role === "leader" && <Lead together={together} />}
      {together?.role === "pupil" && <Join together={together} />}
    </Drawer>
  );
}

function Lead({ together }: { together: Together }) {
  const { t, i18n } = useTranslation("reader");
  const { id, bookId, begin, end } = together;
  const [reading, setReading] = useState<OwnLedReading | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isOver = false;
    fetchOwnReading()
      // One of another book ends when this one begins.
      .then((own) => !isOver && setReading(own?.bookId === bookId ? own : null))
      .catch(() => !isOver && setFailed(true))
      .finally(() => !isOver && setBusy(false));
    return () => {
      isOver = true;
    };
  }, [bookId]);
  const start = async () => {
    setBusy(true);
    setFailed(false);
    try {
      const started = await startTogether(bookId);
      setReading(started);
      begin(started.id);
    } catch {
      setFailed(true);
    }
    setBusy(false);
  };
  const stop = () => {
    if (reading) void endTogether(reading.id);
    setReading(null);
    end(null);
  };
  return (
    <div className="space-y-4 px-3 py-2 text-16">
      {hasFailed && <Banner type="error">{t("together.problem.failed")}</Banner>}
      {reading ? (
        <>
          <p>{t("together.how", { address: `${window.location.host}/together` })}</p>
          <p role="status" className="rounded-card bg-sunken py-4 text-center">
            <span className="sr-only">{t("together.code")} </span>
            <span className="text-48 font-bold tabular-nums tracking-wider">{grouped(reading.code)}</span>
          </p>
          <p className="text-ink-soft">
            {t("together.until", {
              time: new Intl.DateTimeFormat(i18n.language, { timeStyle: "short" }).format(new Date(reading.endsAt)),
            })}
          </p>
          <div className="flex flex-wrap gap-2">
            {id !== reading.id && (
              <Button type="button" variant="primary" onClick={() => begin(reading.id)}>
                {t("together.go_on")}
              </Button>
            )}
            <Button type="button" onClick={stop}>
              {t("together.stop")}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>{t("together.intro_leader")}</p>
          <Button type="button" variant="primary" size="large" busy={isBusy} onClick={() => void start()}>
            {t("together.start")}
          </Button>
        </>
      )}
    </div>
  );
}

function Join({ together }: { together: Together }) {
  const { t } = useTranslation("reader");
  const { send } = useReader();
  const { id, bookId, begin, end } = together;
  const [code, setCode] = useState("");
  const [problem, setProblem] = useState<JoinProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const join = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const joined = await joinTogether(code);
    setBusy(false);
    if (typeof joined === "string") return setProblem(joined);
    send({ type: "closed" });
    if (joined.bookId === bookId) return begin(joined.id);
    const query = new URLSearchParams({ [togetherParameter]: joined.id });
    window.location.assign(`/reader/${encodeURIComponent(joined.bookId)}?${query}`);
  };
  if (id !== null) {
    return (
      <div className="space-y-4 px-3 py-2 text-16">
        <p>{t("together.following")}</p>
        <Button type="button" onClick={() => end(null)}>
          {t("together.leave")}
        </Button>
      </div>
    );
  }
  return (
    <form className="space-y-4 px-3 py-2 text-16" noValidate onSubmit={(event) => void join(event)}>
      <p>{t("together.intro_pupil")}</p>
      <TextField
        label={t("together.code")}
        hint={t("together.code_hint")}
        errors={problem && t(`together.problem.${problem}`)}
        value={code}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        inputClassName="font-bold text-28 tracking-widest tabular-nums"
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button variant="primary" size="large" busy={isBusy}>
        {t("together.join")}
      </Button>
    </form>
  );
}
