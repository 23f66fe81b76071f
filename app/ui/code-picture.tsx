import { classes } from "./classes";

/** Pictures that share their drawings with the families' avatars. */
const animals = ["bear", "cat", "fox", "frog", "hedgehog", "owl", "rabbit", "whale"];

const sizes = { 40: "size-10", 64: "size-16" };

/** A picture of a picture code, by name. */
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
