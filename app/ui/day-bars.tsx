type DayBar = {
  /** Unique and stable key. */
  key: string;
  value: number;
  /** Tooltip of the bar. */
  text: string;
};

type DayBarsProps = {
  /** Accessible name of the chart; the figures are in a table beside it. */
  label: string;
  bars: readonly DayBar[];
  /** Labels below the first and the last bar. */
  first: string;
  last: string;
  /** Label of the tallest bar's value. */
  most: string;
};

const height = 100;
const step = 10;
const width = 8;

/** Bar chart of consecutive days. The SVG is stretched to the available width, so it contains no text. */
export function DayBars({ label, bars, first, last, most }: DayBarsProps) {
  const top = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <figure>
      <div aria-hidden="true" className="text-14 text-ink-soft tabular-nums">
        {most}
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${bars.length * step} ${height}`}
        preserveAspectRatio="none"
        className="block h-40 w-full border-line border-b"
      >
        {bars.map(({ key, value, text }, place) => {
          const tall = value === 0 ? 0 : Math.max(3, (value / top) * height);
          return (
            <g key={key} className="fill-primary">
              <title>{text}</title>
              <rect x={place * step + (step - width) / 2} y={height - tall} width={width} height={tall} />
            </g>
          );
        })}
      </svg>
      <div aria-hidden="true" className="mt-1 flex justify-between gap-4 text-14 text-ink-soft">
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </figure>
  );
}

/** Bar for a value's share of its column's maximum, from 0 to 1. Decorative: the number is shown beside it. */
export function ShareBar({ share }: { share: number }) {
  return (
    <svg aria-hidden="true" className="h-2 w-full min-w-12" preserveAspectRatio="none">
      <rect width="100%" height="100%" rx="4" className="fill-line" />
      <rect width={`${Math.round(share * 100)}%`} height="100%" rx="4" className="fill-primary" />
    </svg>
  );
}
