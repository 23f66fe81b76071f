import { classes } from "./classes";

const tints = [
  "bg-primary-tint text-primary-strong",
  "bg-accent-tint text-accent-strong",
  "bg-info-tint text-info",
  "bg-success-tint text-success",
];

const sizes = { 32: "size-8 text-14", 44: "size-11 text-16", 64: "size-16 text-22" };

/** First letters of the first and last word of a name, at most two. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? "")][0]?.toLocaleUpperCase() ?? "").join("");
}

function tintOf(name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return tints[sum % tints.length] ?? "";
}

/** A person's initials on a tint derived from the name. Decorative: the name is shown beside it. */
export function Avatar({ name, size = 32 }: { name: string; size?: keyof typeof sizes }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        "inline-flex shrink-0 items-center justify-center rounded-full font-bold",
        sizes[size],
        tintOf(name),
      )}
    >
      {initialsOf(name)}
    </span>
  );
}
