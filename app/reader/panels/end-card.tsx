import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import type { NextBook } from "~/reader/next-book";
import { Button, buttonClasses } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { ChevronRight, RotateCw, X } from "~/ui/icons";

/** Shown over the last page when the user turns beyond the end of the book, until it is closed. docs/product/choices.md#books. */
export function EndCard() {
  const { t } = useTranslation("reader");
  const { controller, close, findNext, send } = useReader();
  const card = useRef<HTMLElement>(null);
  const [next, setNext] = useState<NextBook | null>(null);

  useEffect(() => {
    let isHere = true;
    void findNext().then((book) => isHere && setNext(book));
    return () => {
      isHere = false;
    };
  }, [findNext]);
  useEffect(() => {
    const before = document.activeElement;
    card.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    <section ref={card} tabIndex={-1} aria-labelledby="end-card-title" className="reader-end animate-rise">
      <button
        type="button"
        aria-label={t("close_panel")}
        className="absolute end-2 top-2 grid size-12 place-items-center rounded-full hover:bg-primary-tint focus-visible:outline-3 focus-visible:outline-focus"
        onClick={() => controller?.dismissEnd()}
      >
        <Icon of={X} className="size-6" />
      </button>
      <h2 id="end-card-title" className="px-12 text-28">
        {t("end.title")}
      </h2>
      {next && <NextBookLink next={next} />}
      <div className="flex flex-wrap justify-center gap-3">
        <Button
          type="button"
          size="large"
          icon={RotateCw}
          onClick={() => {
            send({ type: "closed" });
            void controller?.readAgain();
          }}
        >
          {t("end.again")}
        </Button>
        <Button type="button" size="large" variant={next ? undefined : "primary"} onClick={close}>
          {t("back")}
        </Button>
      </div>
    </section>
  );
}

/** Replaces the history entry of the open book, so that closing the next one also returns to the shelf. */
function NextBookLink({ next }: { next: NextBook }) {
  const { t } = useTranslation("reader");
  const address = `/reader/${encodeURIComponent(next.id)}${window.location.search.replace(/([?&])from=start(&|$)/, "$1")}`;
  return (
    <a
      href={address}
      className={`${buttonClasses({ variant: "primary", size: "large", wide: true })} h-auto! justify-start gap-4 py-3`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        window.location.replace(address);
      }}
    >
      {next.coverUrl && <img src={next.coverUrl} alt="" className="h-20 w-16 shrink-0 rounded-control object-cover" />}
      <span className="min-w-0 flex-1 text-start">
        <span className="block text-16 font-normal">{t("end.next")}</span>
        <span lang={next.language} dir="auto" className="line-clamp-2 block text-18">
          {next.title}
        </span>
      </span>
      <Icon of={ChevronRight} className="size-7" />
    </a>
  );
}
