import { Camera, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { readBadge } from "../services/contracts/badge";

/** Some browsers read squares by themselves; those that do not keep the field to type in. */
type Detector = { detect(from: HTMLVideoElement): Promise<Array<{ rawValue: string }>> };
type DetectorMaker = { new (of: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** Milliseconds between two looks. */
const pause = 150;

async function findDetector(): Promise<Detector | null> {
  const { BarcodeDetector: Maker } = window as Window & { BarcodeDetector?: DetectorMaker };
  if (!Maker || !navigator.mediaDevices) return null;
  const formats = await Maker.getSupportedFormats().catch((): string[] => []);
  return formats.includes("qr_code") ? new Maker({ formats: ["qr_code"] }) : null;
}

type State = "off" | "on" | "refused";

/** Reads a badge by the camera, where the browser can. The pictures stay in the page: nothing is kept or sent but the code. */
export function BadgeCamera({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTranslation("session");
  const [detector, setDetector] = useState<Detector | null>(null);
  const [state, setState] = useState<State>("off");
  const video = useRef<HTMLVideoElement>(null);
  const found = useRef(onCode);
  found.current = onCode;

  useEffect(() => {
    findDetector().then(setDetector, () => {});
  }, []);

  useEffect(() => {
    const screen = video.current;
    if (state !== "on" || !detector || !screen) return;
    let isOver = false;
    let stream: MediaStream | null = null;
    const close = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const watch = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      if (isOver) return close();
      screen.srcObject = stream;
      await screen.play();
      while (!isOver) {
        const seen = await detector.detect(screen);
        const code = seen.map(({ rawValue }) => readBadge(rawValue)).find((each) => each !== null);
        if (code && !isOver) {
          setState("off");
          found.current(code);
          return;
        }
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
  }, [state, detector]);

  if (!detector) return null;
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
