import { useId } from "react";

type ProgressBarProps = {
  label: string;
  value: number;
  max: number;
  /** Progress as text ('1,240 of 2,000'). */
  text?: string;
};

/** Progress of a long operation. */
export function ProgressBar({ label, value, max, text }: ProgressBarProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="flex justify-between gap-4 font-semibold">
        {label}
        {text && <span className="shrink-0 font-normal text-ink-soft tabular-nums">{text}</span>}
      </label>
      <progress
        id={id}
        value={value}
        max={max}
        className="mt-2 block h-3 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-primary [&::-webkit-progress-value]:transition-all"
      />
    </div>
  );
}
