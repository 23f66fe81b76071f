/** A name with its value, at both ends of a line of a `dl`; `note` stands below the value. */
export function NamedValue({ label, value, note = null }: { label: string; value: string; note?: string | null }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="text-right font-semibold tabular-nums">
        {value}
        {note !== null && <span className="block font-normal text-14 text-ink-soft">{note}</span>}
      </dd>
    </div>
  );
}
