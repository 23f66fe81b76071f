type RangeProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value as text, shown and announced. */
  text: string;
  isVertical?: boolean;
  className?: string;
  onChange(value: number): void;
};

/** A slider based on the native input, for familiar keyboard, touch and screen reader behaviour. */
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
