import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type Realm, realms } from "~/realms/realm";

/** Ids of the demo books in shelf order: picture books first, the longest last. Others follow by name. */
const shelfOrder = [
  "lyktan",
  "le-phare-de-lou",
  "hopp",
  "qamar",
  "the-clock-mender",
  "talvimaja",
  "die-brieftaube",
  "fjordpost",
  "bahr",
  "abeilles",
  "de-kaart-van-opa",
  "the-salt-road",
];

/**
 * Books that a country's visitors may open: two in its language, or, where the demonstration has but one, that and a picture book.
 */
const samples: Record<Realm, readonly [string, string]> = {
  de: ["die-brieftaube", "lyktan"],
  fi: ["talvimaja", "lyktan"],
  fr: ["le-phare-de-lou", "abeilles"],
  no: ["fjordpost", "lyktan"],
  nl: ["de-kaart-van-opa", "lyktan"],
  se: ["lyktan", "hopp"],
  uk: ["hopp", "the-clock-mender"],
  us: ["hopp", "the-clock-mender"],
};

/** Ingests a book; the library's addBook. */
export type AddBook = (
  file: string,
  options: { realms: Realm[]; id: string; position: number; sampleIn: Realm[] },
) => Promise<string>;

/**
 * Adds the demo books to every realm's shelf, with their file names as ids. Running it again changes nothing.
 * @param folder contains `<id>.epub` files; a missing folder adds nothing
 * @returns number of books
 */
export async function seedBooks(addBook: AddBook, folder: string): Promise<number> {
  const files = await readdir(folder).catch(() => []);
  const ids = files.filter((name) => name.endsWith(".epub")).map((name) => name.slice(0, -".epub".length));
  const placeOf = (id: string) => (shelfOrder.includes(id) ? shelfOrder.indexOf(id) : shelfOrder.length);
  ids.sort((one, other) => placeOf(one) - placeOf(other) || one.localeCompare(other));
  for (const [position, id] of ids.entries()) {
    await addBook(join(folder, `${id}.epub`), {
      realms: [...realms],
      id,
      position,
      sampleIn: realms.filter((realm) => samples[realm].includes(id)),
    });
  }
  return ids.length;
}
