/** A code as people read it to each other: `482 913`. */
export function grouped(code: string): string {
  return `${code.slice(0, 3)}\u00a0${code.slice(3)}`;
}
