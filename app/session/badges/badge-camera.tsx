import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Camera, X } from "~/ui/icons";
import { findBadge } from "./find-badge";
import { openQrCodeReader } from "./qr-code-reader";

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
