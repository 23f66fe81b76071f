import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useReader } from "~/reader/controller/reader-context";
import {
  type Box,
  dockOf,
  fitted,
  inNextCorner,
  inNextSize,
  movedByKey,
  resized,
  resizedByKey,
} from "~/reader/view/video-dock";
import { Icon, type IconShape } from "~/ui/icon";
import { Maximize, Move, MoveDiagonal2, PanelRight, PictureInPicture2, X } from "~/ui/icons";
import { SignVideo } from "./sign-video";

/** CSS px by which an arrow key moves or resizes the video. */
const keyStep = 16;
/** CSS px within which a pointer that is pressed and lifted has not dragged. */
const pressTolerance = 4;

/** Full screen for videos on iPhones is a non-standard method. */
type AnyVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/**
 * The sign video: docked beside or above the page until it is moved; it can be dragged, resized, shown full screen or
 * in picture-in-picture, and plays in step with the audio. docs/product/reader.md#screens.
 */
export function VideoOverlay() {
  const { t } = useTranslation("reader");
  const { controller, snapshot } = useReader();
  const { videoHref: href } = snapshot;
  const video = useRef<AnyVideo>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const { box, isDocked, inset, grab, drag, drop, press, pressKey } = useVideoBox();
  const isThere = href !== null && missing !== href;
  useStageInset(isDocked && isThere ? inset : { top: 0, right: 0 });
  if (!isThere) return null;
  return (
    <section
      aria-label={t("sign_video")}
      className="reader-video"
      data-docked={isDocked || undefined}
      style={box}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <SignVideo
        key={href}
        href={href}
        video={video}
        failed={() => {
          setMissing(href);
          controller?.notify("video_failed");
        }}
        onGrab={(event) => grab(event, false)}
      />
      <div className="reader-video-tools">
        <Tool
          label={t("video_move")}
          icon={Move}
          onPointerDown={(event) => grab(event, false)}
          onClick={() => press(inNextCorner, false)}
          onKeyDown={(event) => pressKey(event, movedByKey, false)}
        />
        <Tool
          label={t("video_resize")}
          icon={MoveDiagonal2}
          onPointerDown={(event) => grab(event, true)}
          onClick={() => press(inNextSize, true)}
          onKeyDown={(event) => pressKey(event, resizedByKey, true)}
        />
        {!isDocked && (
          <Tool
            label={t("video_dock")}
            icon={PanelRight}
            onClick={() => controller?.changeSettings({ videoPosition: null })}
          />
        )}
        {canFillScreen() && (
          <Tool label={t("video_full_screen")} icon={Maximize} onClick={() => fillScreen(video.current)} />
        )}
        {document.pictureInPictureEnabled && (
          <Tool
            label={t("video_own_window")}
            icon={PictureInPicture2}
            onClick={() => void video.current?.requestPictureInPicture().catch(() => undefined)}
          />
        )}
        <Tool label={t("close_panel")} icon={X} onClick={() => controller?.closeVideo()} />
      </div>
    </section>
  );
}

/** Where the video is, from the settings or while it is dragged, and the handlers that move and resize it. */
function useVideoBox() {
  const { controller, snapshot } = useReader();
  const { videoSize, videoPosition } = snapshot.settings;
  const size = useReaderSize();
  /** Set while the video is dragged. */
  const [held, setHeld] = useState<Box | null>(null);
  const grip = useRef<{ x: number; y: number; box: Box; isResizing: boolean } | null>(null);
  /** A drag ends with a click on the button that was grabbed. */
  const hasDragged = useRef(false);
  const dock = dockOf(size, videoSize);
  const isDocked = videoPosition === null && (held === null || grip.current?.isResizing === true);
  const box = held ?? (videoPosition ? fitted({ ...videoPosition, ...videoSize }, size) : dock.box);

  function saveBox({ left, top, width, height }: Box, isResized: boolean) {
    setHeld(null);
    const videoSize = { width, height };
    controller?.changeSettings(isResized && isDocked ? { videoSize } : { videoPosition: { left, top }, videoSize });
  }
  function grab(event: PointerEvent, isResizing: boolean) {
    if (event.button !== 0) return;
    hasDragged.current = false;
    grip.current = { x: event.clientX, y: event.clientY, box, isResizing };
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function drag(event: PointerEvent) {
    if (!grip.current) return;
    const { x, y, box: from, isResizing } = grip.current;
    const [byX, byY] = [event.clientX - x, event.clientY - y];
    if (!hasDragged.current && Math.hypot(byX, byY) < pressTolerance) return;
    hasDragged.current = true;
    const moved = { ...from, left: from.left + byX, top: from.top + byY };
    setHeld(fitted(isResizing ? resized(from, from.width + byX) : moved, size));
  }
  function drop() {
    const isResized = grip.current?.isResizing ?? false;
    if (held) saveBox(held, isResized);
    grip.current = null;
  }
  /** A button's press without dragging. */
  function press(change: typeof inNextCorner, isResized: boolean) {
    if (!hasDragged.current) saveBox(change(box, size), isResized);
    hasDragged.current = false;
  }
  function pressKey(event: KeyboardEvent, change: typeof movedByKey, isResized: boolean) {
    const changed = change(box, event.key, event.shiftKey ? 4 * keyStep : keyStep);
    if (!changed) return;
    // The arrow key must not turn the page as well.
    event.preventDefault();
    saveBox(fitted(changed, size), isResized);
  }
  return { box, isDocked, inset: dock.inset, grab, drag, drop, press, pressKey };
}

type ToolProps = React.ComponentProps<"button"> & { label: string; icon: IconShape };

function Tool({ label, icon, ...rest }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="grid size-11 touch-none place-items-center rounded-full bg-ink/70 text-paper focus-visible:outline-3 focus-visible:outline-focus"
      {...rest}
    >
      <Icon of={icon} className="size-5" />
    </button>
  );
}

function canFillScreen(): boolean {
  return document.fullscreenEnabled || "webkitEnterFullscreen" in HTMLVideoElement.prototype;
}

function fillScreen(video: AnyVideo | null): void {
  if (document.fullscreenEnabled) void video?.requestFullscreen().catch(() => undefined);
  else video?.webkitEnterFullscreen?.();
}

/** The size of the reader, which is smaller than the window beside assignments and while the impersonation bar is shown. */
function useReaderSize() {
  const [size, setSize] = useState(readerSize);
  useEffect(() => {
    const reader = readerElement();
    if (!reader) return;
    const observer = new ResizeObserver(() => {
      const now = readerSize();
      setSize((known) => (known.width === now.width && known.height === now.height ? known : now));
    });
    observer.observe(reader);
    return () => observer.disconnect();
  }, []);
  return size;
}

function readerElement(): HTMLElement | null {
  return document.querySelector<HTMLElement>("[data-reader]");
}

function readerSize() {
  const reader = readerElement();
  return { width: reader?.clientWidth ?? window.innerWidth, height: reader?.clientHeight ?? window.innerHeight };
}

/** Reserves space beside the page for a docked video. */
function useStageInset({ top, right }: { top: number; right: number }): void {
  useEffect(() => {
    // Also for what lies beside the book.
    const { style } = document.documentElement;
    style.setProperty("--video-top", `${top}px`);
    style.setProperty("--video-right", `${right}px`);
    return () => {
      style.removeProperty("--video-top");
      style.removeProperty("--video-right");
    };
  }, [top, right]);
}
