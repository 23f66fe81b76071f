/** One row of the bench's table: our value and the ones it is compared with, from the same run. */
export type Measure = {
  name: string;
  unit: "ms" | "queries" | "req/s" | "MB" | "KB" | "clips" | "rows";
  ours: number;
  beside: Array<{ name: string; value: number; goal?: { ratio: number; better: "lower" | "higher" } }>;
  /** A limit for our own value, if there is nothing to compare it with. */
  goal?: { value: number; better: "lower" | "higher" };
  /** How it was measured. */
  instrument: string;
};

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** @param share 0 to 1; returns the nearest measured value, without interpolation */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The table that `npm run bench` prints. */
export function formatMeasures(measures: Measure[]): string {
  const rows = measures.flatMap((measure) => {
    const own = measure.goal ? met(measure.ours, measure.goal.value, measure.goal.better) : "";
    const first = [measure.name, `${round(measure.ours)} ${measure.unit}`, "", "", own];
    const others = measure.beside.map(({ name, value, goal }) => {
      const ratio = measure.ours / value;
      return [
        "",
        "",
        `${name} ${round(value)} ${measure.unit}`,
        ratio.toFixed(2),
        goal ? met(ratio, goal.ratio, goal.better) : "",
      ];
    });
    return [first, ...others];
  });
  const table = [["measure", "ours", "beside", "ratio", "goal"], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function met(value: number, bound: number, better: "lower" | "higher"): string {
  const holds = better === "lower" ? value <= bound : value >= bound;
  return `${better === "lower" ? "<=" : ">="} ${bound}: ${holds ? "met" : "missed"}`;
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
