import { type PointerEvent, type RefObject, useEffect, useState } from "react";
import { renewedAddress } from "~/reader/playback/sign-videos";
import { stepVideo } from "~/reader/playback/video-sync";
import { useReader } from "~/reader/reader-context";

/** The video shows this long after it has loaded. docs/product/reader.md#states. Milliseconds. */
const shownAfter = 1500;
/** How often the video is compared with the voice. Milliseconds. */
const compareEvery = 100;

type SignVideoProps = {
  /** Address in the book. */
  href: string;
  video: RefObject<HTMLVideoElement>;
  /** The book has no such video, or it can't be had. */
  failed(): void;
  onGrab(event: PointerEvent): void;
};

/** The video of one document, in step with the voice. Its address is signed once: a later policy leaves it as it is. */
export function SignVideo({ href, video, failed, onGrab }: SignVideoProps) {
  const { controller } = useReader();
  const [source, setSource] = useState<string | null>(() => controller?.source.url(href) ?? null);
  const [hasFailed, setFailed] = useState(false);
  const [isShown, setShown] = useState(false);

  useEffect(() => {
    const timer = setInterval(() => {
      if (video.current && controller) follow(video.current, controller.voice);
    }, compareEvery);
    return () => clearInterval(timer);
  }, [controller, video]);

  async function recover() {
    const renewed = hasFailed || !controller ? null : await renewedAddress(controller.source, href);
    setFailed(true);
    if (!renewed) failed();
    else if (renewed !== source) setSource(renewed);
    else video.current?.load();
  }

  return (
    <video
      ref={video}
      src={source ?? undefined}
      muted
      playsInline
      preload="auto"
      data-shown={isShown || undefined}
      className="size-full cursor-move rounded-card bg-ink object-contain"
      onPointerDown={onGrab}
      onLoadedData={() => setTimeout(() => setShown(true), shownAfter)}
      onError={() => void recover()}
    />
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
