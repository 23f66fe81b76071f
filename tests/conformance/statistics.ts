/** Absolute errors of highlights, in milliseconds of media time. */
export type HighlightError = { p50: number; p95: number; max: number; never: number };

/** One clip: the error of its highlight, and the length of the frame that painted it. Milliseconds. */
export type Reading = {
  /** In media time; positive is late. */
  error: number;
  gap: number;
};

/**
 * Errors at one rate. `signed` is the median with its sign: positive is late. `onFrame` excludes the delay of late
 * frames: no reader can highlight a text between two frames.
 */
export type RateError = HighlightError & {
  rate: number;
  signed: number;
  clips: number;
  lateFrames: number;
  onFrame: { p95: number; max: number };
};

/** Milliseconds of a frame at 60 Hz, with some tolerance. */
const frame = 18;

/** @param share 0 to 1; returns the nearest measured value, without interpolation; NaN without measurements */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

/** @param readings null for a clip that was never highlighted */
export function summariseRate(rate: number, readings: ReadonlyArray<Reading | null>): RateError {
  const highlighted = readings.filter((reading): reading is Reading => reading !== null);
  const sizes = highlighted.map(({ error }) => Math.abs(error));
  const onFrame = highlighted.map(({ error, gap }) =>
    error > 0 ? Math.max(0, error - Math.max(0, gap - frame) * rate) : Math.abs(error),
  );
  return {
    rate,
    clips: readings.length,
    p50: tenth(quantile(sizes, 0.5)),
    p95: tenth(quantile(sizes, 0.95)),
    max: tenth(quantile(sizes, 1)),
    never: readings.length - highlighted.length,
    signed: tenth(
      quantile(
        highlighted.map(({ error }) => error),
        0.5,
      ),
    ),
    lateFrames: highlighted.filter(({ gap }) => gap > frame * 1.5).length,
    onFrame: { p95: tenth(quantile(onFrame, 0.95)), max: tenth(quantile(onFrame, 1)) },
  };
}

/** The worst values of all rates, for comparison with limits that apply to every rate. Null without measurements. */
export function worstOf(rates: readonly RateError[]): HighlightError | null {
  if (rates.length === 0) return null;
  const worst = (pick: (rate: RateError) => number) =>
    rates.reduce((most, rate) => (Number.isNaN(pick(rate)) ? most : Math.max(most, pick(rate))), 0);
  return {
    p50: worst((rate) => rate.p50),
    p95: worst((rate) => rate.p95),
    max: worst((rate) => rate.max),
    never: rates.reduce((sum, rate) => sum + rate.never, 0),
  };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
