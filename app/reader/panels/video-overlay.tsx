import { type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { stepVideo } from "~/reader/playback/video-sync";
import { useReader } from "~/reader/reader-context";
import { Icon } from "~/ui/icon";
import { Maximize, PictureInPicture2, X } from "~/ui/icons";

/** The video shows this long after it has loaded. docs/product/reader.md#states. Milliseconds. */
const shownAfter = 1500;
/** How often the video is compared with the voice. Milliseconds. */
const compareEvery = 100;

type Box = { left: number; top: number; width: number; height: number };

/** The sign video: can be dragged, resized, shown full screen or in a window of its own, and goes with the voice. docs/product/reader.md#screens. */
export function VideoOverlay({ url }: { url: string }) {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  const video = useRef<HTMLVideoElement>(null);
  const [isShown, setShown] = useState(false);
  const { videoSize, videoPosition } = snapshot.settings;
  const [box, setBox] = useState<Box>(() => fitted({ ...(videoPosition ?? { left: 24, top: 88 }), ...videoSize }));
  const grip = useRef<{ x: number; y: number; box: Box; isResizing: boolean } | null>(null);

  useEffect(() => {
    const element = video.current;
    if (!element || !controller) return;
    const timer = setInterval(() => follow(element, controller.voice), compareEvery);
    return () => clearInterval(timer);
  }, [controller]);

  useEffect(() => {
    const keepInside = () => setBox((now) => fitted(now));
    window.addEventListener("resize", keepInside);
    return () => window.removeEventListener("resize", keepInside);
  }, []);

  function grab(event: PointerEvent, isResizing: boolean) {
    grip.current = { x: event.clientX, y: event.clientY, box, isResizing };
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function drag(event: PointerEvent) {
    if (!grip.current) return;
    const { x, y, box: from, isResizing } = grip.current;
    const [byX, byY] = [event.clientX - x, event.clientY - y];
    const width = from.width + byX;
    setBox(
      fitted(
        isResizing
          ? { ...from, width, height: (width * from.height) / from.width }
          : { ...from, left: from.left + byX, top: from.top + byY },
      ),
    );
  }
  function drop() {
    if (!grip.current) return;
    grip.current = null;
    const { left, top, width, height } = box;
    controller?.changeSettings({ videoPosition: { left, top }, videoSize: { width, height } });
  }

  const button =
    "grid size-11 place-items-center rounded-full bg-ink/70 text-paper focus-visible:outline-3 focus-visible:outline-focus";
  return (
    <section
      aria-label={t("sign_video")}
      className="reader-video"
      data-shown={isShown || undefined}
      style={{ left: box.left, top: box.top, width: box.width, height: box.height }}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <video
        ref={video}
        key={url}
        src={url}
        muted
        playsInline
        preload="auto"
        className="size-full cursor-move rounded-card bg-ink object-contain"
        onPointerDown={(event) => grab(event, false)}
        onLoadedData={() => setTimeout(() => setShown(true), shownAfter)}
        onError={() => setShown(false)}
      />
      <div className="absolute end-2 top-2 flex gap-1">
        <button
          type="button"
          className={button}
          aria-label={t("video_full_screen")}
          onClick={() => void video.current?.requestFullscreen()}
        >
          <Icon of={Maximize} className="size-5" />
        </button>
        <button
          type="button"
          className={button}
          aria-label={t("video_own_window")}
          onClick={() => void video.current?.requestPictureInPicture?.().catch(() => undefined)}
        >
          <Icon of={PictureInPicture2} className="size-5" />
        </button>
        <button
          type="button"
          className={button}
          aria-label={t("close_panel")}
          onClick={() => controller?.changeSettings({ preferredLanguage: null })}
        >
          <Icon of={X} className="size-5" />
        </button>
      </div>
      <span
        aria-hidden
        className="absolute end-0 bottom-0 size-8 cursor-nwse-resize rounded-ee-card border-e-4 border-b-4 border-primary"
        onPointerDown={(event) => grab(event, true)}
      />
    </section>
  );
}

function follow(element: HTMLVideoElement, voice: { seconds: number; isSounding: boolean; rate: number }): void {
  if (element.readyState < 2) return;
  if (!voice.isSounding) {
    if (!element.paused) element.pause();
    return;
  }
  if (element.paused && !element.ended) void element.play().catch(() => undefined);
  if (voice.seconds >= element.duration) return;
  const step = stepVideo(voice, element.currentTime);
  if (step.kind === "seek") element.currentTime = step.to;
  else element.playbackRate = step.rate;
}

/** Inside the window, and never too small to be gripped. */
function fitted(box: Box): Box {
  const width = Math.min(Math.max(160, box.width), window.innerWidth - 16);
  const height = (width * box.height) / box.width;
  return {
    width,
    height,
    left: Math.min(Math.max(8, box.left), Math.max(8, window.innerWidth - width - 8)),
    top: Math.min(Math.max(8, box.top), Math.max(8, window.innerHeight - height - 8)),
  };
}
