/** Reads QR codes of badges from the camera's video. Decision 31. */

/** The texts of the QR codes in the current frame; none while there is no frame yet. */
type QrCodeReader = (video: HTMLVideoElement) => Promise<string[]>;

type Detector = { detect(from: HTMLVideoElement): Promise<Array<{ rawValue: string }>> };
type DetectorMaker = { new (of: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** Longer side in pixels of the frame that the decoder gets: enough for a badge at arm's length, and fast enough on an old tablet. */
const longestSide = 800;

/** BarcodeDetector if the browser has it; otherwise (iPads, Firefox) a decoder that is loaded on demand. */
export async function openQrCodeReader(): Promise<QrCodeReader> {
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
