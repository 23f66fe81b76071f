import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Camera, X } from "~/ui/icons";
import { findBadge } from "./find-badge";

/** The texts of the QR codes in the current frame; none while there is no frame yet. */
type QrCodeReader = (video: HTMLVideoElement) => Promise<string[]>;

type Detector = { detect(from: HTMLVideoElement): Promise<Array<{ rawValue: string }>> };

type DetectorMaker = { new (of: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** Longer side in pixels of the frame that the decoder gets: enough for a badge at arm's length, and fast enough on an old tablet. */
const longestSide = 800;

/** Milliseconds between two decoded frames. */
const pause = 150;

type State = "off" | "on" | "refused";

type BadgeCameraProps = {
  onCode: (code: string) => void;
  /** Called for a QR code that is not a badge; scanning continues. */
  onOther: () => void;
};

/** Whether there is a camera. False on the server, so the page without script offers none either. */
export function useHasCamera(): boolean {
  const [hasCamera, setHasCamera] = useState(false);
  useEffect(() => {
    const { mediaDevices } = navigator;
    // Undefined unless the page was loaded over https.
    if (!mediaDevices) return;
    let isOver = false;
    const look = async () => {
      const devices = await mediaDevices.enumerateDevices().catch(() => []);
      if (!isOver) setHasCamera(devices.some(({ kind }) => kind === "videoinput"));
    };
    look();
    mediaDevices.addEventListener("devicechange", look);
    return () => {
      isOver = true;
      mediaDevices.removeEventListener("devicechange", look);
    };
  }, []);
  return hasCamera;
}

/** Scans a badge with the camera. Images never leave the page; only the code is sent. */
export function BadgeCamera({ onCode, onOther }: BadgeCameraProps) {
  const { t } = useTranslation("session");
  const [state, setState] = useState<State>("off");
  const video = useRef<HTMLVideoElement>(null);
  const handlers = useRef({ onCode, onOther });
  handlers.current = { onCode, onOther };

  useEffect(() => {
    const screen = video.current;
    if (state !== "on" || !screen) return;
    let isOver = false;
    let stream: MediaStream | null = null;
    const close = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const watch = async () => {
      const reading = openQrCodeReader();
      // If the camera is refused, this promise is never awaited, so its rejection would be unhandled.
      reading.catch(() => {});
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (isOver) return close();
      screen.srcObject = stream;
      await screen.play();
      const read = await reading;
      while (!isOver) {
        const scan = findBadge(await read(screen));
        if (isOver) return;
        if (scan.kind === "badge") {
          setState("off");
          handlers.current.onCode(scan.code);
          return;
        }
        if (scan.kind === "other") handlers.current.onOther();
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    };
    watch().catch(() => {
      if (!isOver) setState("refused");
    });
    return () => {
      isOver = true;
      close();
    };
  }, [state]);

  return (
    <div className="flex flex-col gap-3">
      {state === "refused" && <Banner type="warning">{t("qr.noCamera")}</Banner>}
      {state === "on" && (
        <video
          ref={video}
          playsInline
          muted
          aria-label={t("qr.aim")}
          className="aspect-square w-full rounded-card border border-line bg-sunken object-cover"
        />
      )}
      <Button
        type="button"
        size="large"
        wide
        icon={state === "on" ? X : Camera}
        onClick={() => setState(state === "on" ? "off" : "on")}
      >
        {t(state === "on" ? "qr.stop" : "qr.scan")}
      </Button>
    </div>
  );
}

/** BarcodeDetector if the browser has it; otherwise (iPads, Firefox) a decoder that is loaded on demand. Decision 31. */
async function openQrCodeReader(): Promise<QrCodeReader> {
  const { BarcodeDetector: Maker } = window as Window & { BarcodeDetector?: DetectorMaker };
  const formats = (await Maker?.getSupportedFormats().catch((): string[] => [])) ?? [];
  if (Maker && formats.includes("qr_code")) {
    const detector = new Maker({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  return drawingReader();
}

async function drawingReader(): Promise<QrCodeReader> {
  const { readQrCode } = await import("./read-qr-code");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (!context || canvas.width === 0 || canvas.height === 0) return [];
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const text = readQrCode(context.getImageData(0, 0, canvas.width, canvas.height));
    return text === null ? [] : [text];
  };
}
