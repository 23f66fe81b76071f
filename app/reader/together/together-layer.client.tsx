import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Together } from "~/reader/controller/in-class";
import { useReader } from "~/reader/controller/reader-context";
import type { ReaderController } from "~/reader/controller/reader-controller.client";
import type { OwnLedReading } from "~/services/contracts/led-readings";
import { follow } from "./following.client";
import { lead } from "./leading.client";
import { grouped } from "./led-code";
import { endTogether, fetchOwnReading } from "./together-calls.client";

/** What a screen shows while it leads a class or is led. docs/product/reader.md#reading-together. */
export default function TogetherLayer() {
  const { controller, together } = useReader();
  if (!controller || !together) return null;
  const { id, role } = together;
  if (id === null) return <Ended together={together} />;
  // The key: another reading is another beginning.
  return role === "leader" ? (
    <Leading key={id} id={id} controller={controller} together={together} />
  ) : (
    <Following key={id} id={id} controller={controller} together={together} />
  );
}

type LayerProps = { id: string; controller: ReaderController; together: Together };

function Leading({ id, controller, together }: LayerProps) {
  const { t, i18n } = useTranslation("reader");
  const { send } = useReader();
  const { end } = together;
  const [reading, setReading] = useState<OwnLedReading | null>(null);
  const [isReached, setReached] = useState(true);
  useEffect(() => {
    let isOver = false;
    fetchOwnReading().then(
      (own) => {
        if (isOver) return;
        if (own?.id === id) setReading(own);
        else end("time");
      },
      () => setReached(false),
    );
    return () => {
      isOver = true;
    };
  }, [id, end]);
  useEffect(() => lead(controller, id, { reached: setReached, ended: () => end("time") }), [controller, id, end]);
  useEffect(() => {
    if (!reading) return;
    const timer = setTimeout(() => end("time"), Date.parse(reading.endsAt) - Date.now());
    return () => clearTimeout(timer);
  }, [reading, end]);
  const until =
    reading && new Intl.DateTimeFormat(i18n.language, { timeStyle: "short" }).format(new Date(reading.endsAt));
  const text = reading ? t("together.leading", { code: grouped(reading.code), time: until }) : t("together.title");
  return (
    <Strip text={isReached ? text : t("together.not_reached")}>
      <StripButton onClick={() => send({ type: "drawer-toggled", drawer: "together" })}>
        {t("together.show")}
      </StripButton>
      <StripButton
        onClick={() => {
          void endTogether(id);
          end(null);
        }}
      >
        {t("together.stop")}
      </StripButton>
    </Strip>
  );
}

function Following({ id, controller, together }: LayerProps) {
  const { t } = useTranslation("reader");
  const { end } = together;
  const [isConnected, setConnected] = useState(true);
  useEffect(() => follow(controller, id, { connected: setConnected, ended: end }), [controller, id, end]);
  return (
    <Strip text={t(isConnected ? "together.following" : "together.lost")}>
      <StripButton onClick={() => end(null)}>{t("together.leave")}</StripButton>
    </Strip>
  );
}

/** Says why it has ended; the book stays open at the same page. */
function Ended({ together }: { together: Together }) {
  const { t } = useTranslation("reader");
  const { ended, role, end } = together;
  if (ended === null) return null;
  return (
    <Strip text={t(role === "leader" ? "together.over" : `together.ended.${ended}`)}>
      <StripButton onClick={() => end(null)}>{t("together.understood")}</StripButton>
    </Strip>
  );
}

/** In the margin above the text, below the toolbar while that is shown. */
function Strip({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useTranslation("reader");
  return (
    <section
      aria-label={t("together.title")}
      className="reader-together fixed inset-x-0 top-[calc(var(--bar-top,0px)+env(safe-area-inset-top)+0.375rem)] z-19 mx-auto flex w-fit max-w-[calc(100%-1rem)] items-center gap-1 rounded-card border border-line bg-raised py-0.5 ps-4 pe-1 text-16 text-ink shadow-high"
    >
      <p role="status" className="min-w-0">
        {text}
      </p>
      {children}
    </section>
  );
}

function StripButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="min-h-12 shrink-0 rounded-control px-3 font-semibold text-primary hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus"
      onClick={onClick}
    >
      {children}
    </button>
  );
}
