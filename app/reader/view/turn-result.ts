/**
 * What a turn led to: another page is shown; the book has none in that direction; its document could not be opened, which is said in its
 * place; or somebody has asked for another place meanwhile, whose page comes instead.
 */
export type TurnResult = "shown" | "end" | "failed" | "superseded";
