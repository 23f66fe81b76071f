import type { BookPlace } from "~/reader/book/place";

/** Jumps that can be undone one after the other. */
const mostJumps = 20;
/** Page turns after a jump by which the reader has settled at its target. */
const turnsToSettle = 3;

/** How a jump was made: the slider makes many for one wish. */
export type JumpKind = "link" | "slider";

/** The places that jumps have left, to return to: from the table of contents, a link, a search, a bookmark. */
export class JumpHistory {
  private readonly left: Array<{ place: BookPlace; kind: JumpKind }> = [];
  private turns = 0;

  get canReturn(): boolean {
    return this.left.length > 0;
  }

  /** @param place where the reader is */
  jumped(place: BookPlace, kind: JumpKind): void {
    const isSameWish = kind === "slider" && this.turns === 0 && this.left.at(-1)?.kind === "slider";
    this.turns = 0;
    if (isSameWish) return;
    this.left.push({ place, kind });
    if (this.left.length > mostJumps) this.left.shift();
  }

  /** A page was turned. */
  turned(): void {
    this.turns += 1;
    if (this.turns >= turnsToSettle) this.left.length = 0;
  }

  /** The place that the last jump left, which is then forgotten; null if there is none. */
  takeLast(): BookPlace | null {
    this.turns = 0;
    return this.left.pop()?.place ?? null;
  }
}
