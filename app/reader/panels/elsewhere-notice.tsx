import { useTranslation } from "react-i18next";
import type { Position } from "~/epub/progress";
import { useReader } from "~/reader/reader-context";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Info } from "~/ui/icons";

/** Another tab or device had moved the place in this book: where to, and the choice between both. docs/product/choices.md#books. */
export type Elsewhere = { position: Position; progress: number; close(): void };

export function ElsewhereNotice({ position, progress, close }: Elsewhere) {
  const { t } = useTranslation("reader");
  const { controller } = useReader();
  const go = () => {
    close();
    void controller?.goToPosition(position);
  };
  return (
    <section
      role="status"
      aria-label={t("elsewhere.title")}
      className="absolute inset-x-0 bottom-24 z-20 mx-auto flex w-fit max-w-[min(36rem,calc(100%-2rem))] animate-rise flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-raised p-4 text-16 text-ink shadow-high"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-center gap-3">
        <Icon of={Info} size={24} className="shrink-0 text-primary" />
        {t("elsewhere.text", { percent: Math.round(progress * 100) })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="button" variant="primary" onClick={go}>
          {t("elsewhere.go")}
        </Button>
        <Button type="button" onClick={close}>
          {t("elsewhere.stay")}
        </Button>
      </div>
    </section>
  );
}
