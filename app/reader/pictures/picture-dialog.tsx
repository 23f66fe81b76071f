import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { ChevronLeft, ChevronRight, Maximize, ZoomIn, ZoomOut } from "~/ui/icons";
import type { BookPicture } from "./picture";
import { listenToGestures } from "./picture-gestures";
import { mostPictureZoom, type PictureZoom, panBy, panStep, wholePicture, zoomAround, zoomStep } from "./picture-zoom";

type PictureDialogProps = {
  /** The pictures of the shown pages. */
  pictures: readonly BookPicture[];
  /** Index of the one that is shown. */
  at: number;
  onMove(at: number): void;
  /** Marks the picture or writes a note about it; null where there are no notes. */
  onMark: (() => void) | null;
  onDone(): void;
};

/** One picture as large as the window, with what the book says about it. */
export function PictureDialog({ pictures, at, onMove, onMark, onDone }: PictureDialogProps) {
  const { t } = useTranslation("reader");
  const picture = pictures[at];
  const count = pictures.length;
  if (!picture) return null;
  const move = (by: number) => onMove((at + by + count) % count);
  const { name, descriptions, language } = picture;
  return (
    <Dialog
      open
      width="window"
      onOpenChange={(isOpen) => !isOpen && onDone()}
      title={count > 1 ? t("picture.of", { number: at + 1, count }) : t("picture.title")}
    >
      <PictureViewer key={picture.url} picture={picture} move={count > 1 ? move : null} />
      <div className="max-h-[24dvh] min-h-0 shrink-0 overflow-y-auto text-18" lang={language ?? undefined} dir="auto">
        {name && <p className={descriptions.length > 0 ? "font-semibold" : undefined}>{name}</p>}
        {descriptions.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
      {!name && descriptions.length === 0 && <p className="text-ink-soft">{t("picture.no_description")}</p>}
      {onMark && (
        <div className="flex shrink-0 justify-end">
          <Button onClick={onMark}>{t("picture.mark")}</Button>
        </div>
      )}
    </Dialog>
  );
}

type ViewerProps = { picture: BookPicture; move: ((by: number) => void) | null };

function PictureViewer({ picture, move }: ViewerProps) {
  const { t } = useTranslation("reader");
  const box = useRef<HTMLElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const [zoom, setZoom] = useState<PictureZoom>(wholePicture);
  const [hasFailed, setFailed] = useState(false);

  const change = useRef((make: (zoom: PictureZoom, sizes: Sizes) => PictureZoom) => {
    const sizes = sizesOf(image.current, box.current);
    if (sizes) setZoom((before) => make(before, sizes));
  }).current;
  const zoomBy = (times: number) =>
    change((before, { picture: size, room }) => zoomAround(before, times, { x: 0, y: 0 }, size, room));

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    element.focus({ preventScroll: true });
    return listenToGestures(element, {
      zoomed: (times, point) =>
        change((before, { picture: size, room }) => zoomAround(before, times, point, size, room)),
      moved: (x, y) => change((before, { picture: size, room }) => panBy(before, x, y, size, room)),
      toggled: (point) =>
        change((before, { picture: size, room }) =>
          before.scale > 1 ? wholePicture : zoomAround(before, 2.5, point, size, room),
        ),
    });
  }, [change]);

  const press = (event: ReactKeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const way = arrows[event.key];
    if (event.key === "+" || event.key === "=") zoomBy(zoomStep);
    else if (event.key === "-") zoomBy(1 / zoomStep);
    else if (event.key === "0") setZoom(wholePicture);
    else if (event.key === "PageDown" && move) move(1);
    else if (event.key === "PageUp" && move) move(-1);
    else if (way && zoom.scale > 1)
      change((before, { picture: size, room }) => panBy(before, way[0] * panStep, way[1] * panStep, size, room));
    else return;
    event.preventDefault();
  };

  return (
    <>
      <section
        ref={box}
        aria-label={picture.name || t("picture.title")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys that zoom and move the picture need a focus
        tabIndex={0}
        className="grid min-h-0 flex-1 cursor-grab touch-none place-items-center overflow-hidden rounded-control bg-sunken focus-visible:outline-3 focus-visible:outline-focus"
        onKeyDown={press}
      >
        {hasFailed ? (
          <p role="alert" className="p-6">
            {t("picture.failed")}
          </p>
        ) : (
          <img
            ref={image}
            src={picture.url}
            alt={picture.name}
            draggable={false}
            // White, as the page: drawings often have no background of their own.
            className="pointer-events-none h-full w-full bg-white object-contain select-none"
            style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
            onError={() => setFailed(true)}
          />
        )}
      </section>
      <div className="flex shrink-0 flex-wrap items-center justify-center gap-2">
        {move && <IconButton size={56} icon={ChevronLeft} label={t("picture.previous")} onClick={() => move(-1)} />}
        <IconButton
          size={56}
          icon={ZoomOut}
          label={t("picture.zoom_out")}
          aria-disabled={zoom.scale <= 1 || undefined}
          onClick={() => zoomBy(1 / zoomStep)}
        />
        <output className="w-16 text-center tabular-nums">
          {t("percent", { percent: Math.round(zoom.scale * 100) })}
        </output>
        <IconButton
          size={56}
          icon={ZoomIn}
          label={t("picture.zoom_in")}
          aria-disabled={zoom.scale >= mostPictureZoom || undefined}
          onClick={() => zoomBy(zoomStep)}
        />
        <IconButton size={56} icon={Maximize} label={t("picture.fit")} onClick={() => setZoom(wholePicture)} />
        {move && <IconButton size={56} icon={ChevronRight} label={t("picture.next")} onClick={() => move(1)} />}
      </div>
    </>
  );
}

/** Direction in which the picture moves. */
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

type Sizes = { picture: { width: number; height: number }; room: { width: number; height: number } };

/** Size of the whole picture as it is drawn, and of the room for it. */
function sizesOf(image: HTMLImageElement | null, box: HTMLElement | null): Sizes | null {
  if (!image || !box) return null;
  const room = { width: box.clientWidth, height: box.clientHeight };
  const { naturalWidth, naturalHeight } = image;
  if (naturalWidth === 0 || naturalHeight === 0) return { picture: room, room };
  const fit = Math.min(room.width / naturalWidth, room.height / naturalHeight);
  return { picture: { width: naturalWidth * fit, height: naturalHeight * fit }, room };
}
