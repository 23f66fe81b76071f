/** Errors of a highlight against the sound; milliseconds of the media clock, without sign. */
export type HighlightError = { p50: number; p95: number; max: number; never: number };

/** One rate's errors. `signed` is the median with its sign: above zero is late. */
export type RateError = HighlightError & { rate: number; signed: number; clips: number };

/** @param share 0 to 1; the nearest measured value, never an invented one; NaN where nothing was measured */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

/**
 * @param errors milliseconds, above zero is late; null for a clip that never lit
 */
export function summariseRate(rate: number, errors: ReadonlyArray<number | null>): RateError {
  const lit = errors.filter((error): error is number => error !== null);
  const sizes = lit.map(Math.abs);
  return {
    rate,
    clips: errors.length,
    p50: tenth(quantile(sizes, 0.5)),
    p95: tenth(quantile(sizes, 0.95)),
    max: tenth(quantile(sizes, 1)),
    never: errors.length - lit.length,
    signed: tenth(quantile(lit, 0.5)),
  };
}

/** The worst of all rates: what a bound on every rate is held against. Null where nothing was measured. */
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
