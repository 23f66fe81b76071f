import { type PointerEvent, type RefObject, useEffect, useState } from "react";
import { useReader } from "~/reader/controller/reader-context";
import { renewedAddress } from "~/reader/playback/sign-videos";
import { stepVideo } from "~/reader/playback/video-sync";

/** Milliseconds between loading and showing the video. docs/product/reader.md#states. */
const shownAfter = 1500;
/** Milliseconds between comparisons of video time and audio time. */
const compareEvery = 100;

type SignVideoProps = {
  /** Path in the book's folder. */
  href: string;
  video: RefObject<HTMLVideoElement>;
  /** The book has no such video, or it failed to load. */
  failed(): void;
  onGrab(event: PointerEvent): void;
};

/**
 * The video of one document, synchronised with the audio. Its URL is signed once and doesn't change when the policy is
 * renewed, which would reload the video.
 */
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
      className="size-full cursor-move rounded-card object-contain"
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
