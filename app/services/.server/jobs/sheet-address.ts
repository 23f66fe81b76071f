import { loginAddress, loginAddressPlace, type SheetWords } from "~/services/contracts/jobs";

/**
 * The texts of a sheet with the realm's own login page, whatever address the caller's text names: people trust what their school hands
 * out. A text without a place for it becomes the address alone; an empty one stays empty.
 * @param origin of the realm, e.g. `https://uk.example.org`
 */
export function withLoginAddress(words: SheetWords, origin: string): SheetWords {
  if (words.address === "") return words;
  const own = loginAddress(origin);
  const hasPlace = words.address.includes(loginAddressPlace);
  return { ...words, address: hasPlace ? words.address.replaceAll(loginAddressPlace, own) : own };
}
