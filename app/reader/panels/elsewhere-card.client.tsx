import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Position } from "~/epub/progress";
import { useReader } from "~/reader/controller/reader-context";
import { type PlacePicture, pictureOfPlace } from "~/reader/marks/place-picture.client";
import type { Elsewhere } from "~/reader/marks/use-reading-place";

/** Page turns after which the reader has chosen by reading on. */
const turnsToStay = 2;

/**
 * Two devices were at different pages: shows both as pictures, to go to the other or stay. It leaves when the reader reads on.
 * docs/decisions/0108-places-of-two-devices.md.
 */
export default function ElsewhereCard({ position, progress, close, stay }: Elsewhere) {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  const { percentage } = snapshot;
  const [here] = useState(() => ({ position: controller?.position ?? null, percentage }));
  const turned = useRef({ at: percentage, turns: 0 });
  useEffect(() => {
    if (turned.current.at === percentage) return;
    turned.current = { at: percentage, turns: turned.current.turns + 1 };
    if (turned.current.turns >= turnsToStay) close();
  }, [percentage, close]);
  const percentOf = (fraction: number) => t("elsewhere.percent", { percent: Math.round(fraction * 100) });
  return (
    <section
      role="status"
      aria-label={t("elsewhere.title")}
      className="flex w-fit max-w-2xl animate-rise flex-col gap-3 rounded-card border border-line bg-raised p-4 text-16 text-ink shadow-high"
    >
      <p className="text-center font-semibold">{t("elsewhere.question")}</p>
      <div className="flex justify-center gap-3">
        <PlaceButton
          position={here.position}
          label={t("elsewhere.stay")}
          percent={percentOf(here.percentage)}
          onPress={stay}
        />
        <PlaceButton
          position={position}
          label={t("elsewhere.go")}
          percent={percentOf(progress)}
          onPress={() => {
            close();
            void controller?.navigation.goToPosition(position);
          }}
        />
      </div>
    </section>
  );
}

function PlaceButton({
  position,
  label,
  percent,
  onPress,
}: {
  position: Position | null;
  label: string;
  percent: string;
  onPress(): void;
}) {
  const picture = usePlacePicture(position);
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex w-36 flex-col items-stretch gap-1 rounded-cover border-2 border-line p-2 text-center hover:border-primary focus-visible:outline-3 focus-visible:outline-focus"
    >
      <span aria-hidden className="grid h-28 place-items-center overflow-hidden rounded-cover bg-white text-[#222]">
        {picture?.source ? (
          <img src={picture.source} alt="" className="size-full object-contain" />
        ) : (
          <span className="line-clamp-5 px-2 text-14">{picture?.words}</span>
        )}
      </span>
      <span className="font-semibold text-primary">{label}</span>
      <span className="text-14 text-ink-soft">{percent}</span>
    </button>
  );
}

/** Null while it loads, and if the page cannot be loaded: the percentage shows the place then. */
function usePlacePicture(position: Position | null): PlacePicture | null {
  const { book, controller, snapshot } = useReader();
  const [picture, setPicture] = useState<PlacePicture | null>(null);
  const language = snapshot.language ?? book.language;
  useEffect(() => {
    if (!controller || !position) return;
    let isOver = false;
    pictureOfPlace(book, controller.source, position, language).then(
      (found) => !isOver && setPicture(found),
      console.warn,
    );
    return () => {
      isOver = true;
    };
  }, [book, controller, position, language]);
  return picture;
}
