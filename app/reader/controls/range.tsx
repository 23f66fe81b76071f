type RangeProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** What is read out and shown for the value. */
  text: string;
  isVertical?: boolean;
  className?: string;
  onChange(value: number): void;
};

/** A slider: the browser's own, so that keyboard, touch and screen readers work as people know it. */
export function Range({
  label,
  value,
  min,
  max,
  step,
  text,
  isVertical = false,
  className = "",
  onChange,
}: RangeProps) {
  const part = max > min ? ((value - min) / (max - min)) * 100 : 0;
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={text}
      aria-orientation={isVertical ? "vertical" : undefined}
      className={`reader-range ${isVertical ? "reader-range-vertical" : ""} ${className}`}
      style={{ "--part": `${part}%` } as React.CSSProperties}
      {...{ min, max, step, value }}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}
