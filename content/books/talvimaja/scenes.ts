import { cover } from "./cover";

/** The pictures of this book by name; each call draws the complete SVG. */
export const scenes: Record<string, () => string> = { cover };
