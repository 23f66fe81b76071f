/**
 * The result of a turn: another page is shown; the book has none in that direction; its document failed to open, and an
 * error is shown in its place; or another navigation has superseded it.
 */
export type TurnResult = "shown" | "end" | "failed" | "superseded";
