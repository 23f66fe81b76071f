import { classes } from "./classes";

const sizes = { 32: "size-8", 64: "size-16", 112: "size-28" };

/** An animal drawing by file name. Decorative: the name is shown beside it. */
export function AnimalPicture({ name, size }: { name: string; size: keyof typeof sizes }) {
  return (
    <img
      src={`/avatars/${name}.svg`}
      alt=""
      width={size}
      height={size}
      className={classes(sizes[size], "shrink-0 rounded-full")}
    />
  );
}
