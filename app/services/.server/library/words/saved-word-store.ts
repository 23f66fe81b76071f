import { and, desc, eq, sql } from "drizzle-orm";
import type { Database } from "~/db/.server/connect";
import { inTransaction } from "~/db/.server/transaction";
import type { Realm } from "~/realms/realm";
import type { ReaderKey } from "~/services/.server/directory/people/reader-profile";
import { savedWords } from "~/services/.server/library/tables";
import { conflict } from "~/services/contracts/service-error";
import { savedWordLimit } from "~/services/contracts/word-values";
import type { SavedWord, SavedWordChange } from "~/services/contracts/words";

/** "My words" of readers: a row each. docs/product/reader.md#words; decision 105. */

type WordReader = ReaderKey & { realm: Realm };

const ofReader = ({ realm, uid, profileId }: WordReader) =>
  and(eq(savedWords.realm, realm), eq(savedWords.uid, uid), eq(savedWords.profileId, profileId));

/** A reader's words, newest first. */
export async function findSavedWords(database: Pick<Database, "select">, whose: WordReader): Promise<SavedWord[]> {
  const rows = await database
    .select({ language: savedWords.language, word: savedWords.word, createdAt: savedWords.createdAt })
    .from(savedWords)
    .where(ofReader(whose))
    .orderBy(desc(savedWords.createdAt), savedWords.key);
  return rows.map(({ language, word, createdAt }) => ({ ...word, language, created: createdAt.toISOString() }));
}

/**
 * Applies changes in order, in one transaction. A word that is saved already keeps its first sentence.
 * @param now no word is saved later
 * @returns all of the reader's words
 * @throws ServiceError 409 above `savedWordLimit`; nothing is stored then
 */
export function changeSavedWords(
  database: Database,
  whose: WordReader,
  changes: readonly SavedWordChange[],
  now: Date,
): Promise<SavedWord[]> {
  return inTransaction(database, async (transaction) => {
    const { realm, uid, profileId } = whose;
    const lock = `library.saved_words ${realm} ${uid} ${profileId}`;
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
    for (const { language, key, saved } of changes) {
      if (!saved) {
        await transaction
          .delete(savedWords)
          .where(and(ofReader(whose), eq(savedWords.language, language), eq(savedWords.key, key)));
        continue;
      }
      const { language: _, created, ...word } = saved;
      const createdAt = new Date(Math.min(now.getTime(), Date.parse(created)));
      await transaction
        .insert(savedWords)
        .values({ realm, uid, profileId, language, key, word, createdAt })
        .onConflictDoNothing();
    }
    const all = await findSavedWords(transaction, whose);
    if (all.length > savedWordLimit)
      throw conflict("There are too many words", [{ attribute: "changes", reason: "too_many" }]);
    return all;
  });
}
