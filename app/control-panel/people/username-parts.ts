/** A username in parts after which a line may end: behind its dots, hyphens, underscores and at sign, so that no word is torn. */
export function usernameParts(username: string): string[] {
  return username.split(/(?<=[^._@-][._@-])(?=[^._@-])/u);
}
