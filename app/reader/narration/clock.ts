const clock = /^(?:(\d+):)?([0-5]?\d):([0-5]?\d(?:\.\d+)?)$/;
const count = /^(\d+(?:\.\d+)?|\.\d+)(ms|min|h|s)?$/;
const secondsPer = { h: 3600, min: 60, s: 1, ms: 0.001 } as const;

/**
 * Parses a SMIL clock value: `1:02:03.4`, `02:03.4`, `34ms`, `2min`, `1.5h`, `12s`, `12.5`. A zero or invalid value
 * gives null, which means the start or end of the clip's file. docs/product/reader.md#validation.
 * @returns seconds, or null
 */
export function parseClock(value: string | null | undefined): number | null {
  const text = value?.trim() ?? "";
  const parts = clock.exec(text);
  if (parts) return positive(Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]));
  const amount = count.exec(text);
  if (!amount) return null;
  const unit = (amount[2] ?? "s") as keyof typeof secondsPer;
  return positive(Number(amount[1]) * secondsPer[unit]);
}

function positive(seconds: number): number | null {
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
