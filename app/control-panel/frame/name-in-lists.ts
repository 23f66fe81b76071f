/** A person's name in a list, with the name by which the person is called in brackets: `Elna Karlsson (Nelle)`. */
export function nameInLists({ name, preferredName }: { name: string; preferredName: string | null }): string {
  return preferredName === null ? name : `${name} (${preferredName})`;
}
