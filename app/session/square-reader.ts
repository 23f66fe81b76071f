/** Reads the squares of badges in a camera's picture. Decision 31. */

/** The texts of the squares that a picture shows; none while there is no picture yet. */
export type SquareReader = (video: HTMLVideoElement) => Promise<string[]>;

type Detector = { detect(from: HTMLVideoElement): Promise<Array<{ rawValue: string }>> };
type DetectorMaker = { new (of: { formats: string[] }): Detector; getSupportedFormats(): Promise<string[]> };

/** The longer side of what the decoder looks at: a badge at arm's length is read, and a tablet of some years keeps up. */
const longestSide = 800;

/** The browser's own reader where it has one; else, as on iPads and in Firefox, a decoder that is loaded only now. */
export async function openSquareReader(): Promise<SquareReader> {
  const { BarcodeDetector: Maker } = window as Window & { BarcodeDetector?: DetectorMaker };
  const formats = (await Maker?.getSupportedFormats().catch((): string[] => [])) ?? [];
  if (Maker && formats.includes("qr_code")) {
    const detector = new Maker({ formats: ["qr_code"] });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  }
  return drawingReader();
}

async function drawingReader(): Promise<SquareReader> {
  const { readSquare } = await import("./read-square");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (!context || canvas.width === 0 || canvas.height === 0) return [];
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const text = readSquare(context.getImageData(0, 0, canvas.width, canvas.height));
    return text === null ? [] : [text];
  };
}
