import { classes } from "./classes";

/** Drawings that stand with the families' animals. */
const animals = ["bear", "cat", "fox", "frog", "hedgehog", "owl", "rabbit", "whale"];

const sizes = { 40: "size-10", 64: "size-16" };

/** One of the drawings of a picture code, by its name. */
export function CodePicture({ name, label, size }: { name: string; label: string; size: keyof typeof sizes }) {
  const folder = animals.includes(name) ? "avatars" : "pictures";
  return (
    <img
      src={`/${folder}/${name}.svg`}
      alt={label}
      width={size}
      height={size}
      className={classes(sizes[size], "shrink-0 rounded-full")}
    />
  );
}
