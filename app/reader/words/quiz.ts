import type { SavedWord } from "~/services/contracts/words";

/** `hear`: the word is heard and chosen as it is written; `meaning`: it is read and heard, and its explanation is chosen. */
export type QuizQuestion = { kind: "hear" | "meaning"; word: SavedWord; options: string[]; answer: number };

const questionsAtOnce = 10;
const mostOptions = 4;

/** The text that explains a word in the quiz; null without any. */
export function explanationOf({ translation, meaning }: SavedWord): string | null {
  return translation?.text || meaning || null;
}

/**
 * Questions about saved words, each word once. The other options are those of other saved words.
 * @param canHear whether a voice can say words of a language
 * @param random 0 to 1, as Math.random
 * @returns empty if there is no word with another one to choose from
 */
export function makeQuiz(
  words: readonly SavedWord[],
  canHear: (language: string) => boolean,
  random: () => number = Math.random,
): QuizQuestion[] {
  const questions = shuffled(words, random).flatMap((word, index): QuizQuestion[] => {
    const kinds = index % 2 === 0 ? (["meaning", "hear"] as const) : (["hear", "meaning"] as const);
    for (const kind of kinds) {
      const question = kind === "hear" ? hearing(word, words, canHear, random) : meaning(word, words, random);
      if (question) return [question];
    }
    return [];
  });
  return questions.slice(0, questionsAtOnce);
}

function hearing(
  word: SavedWord,
  words: readonly SavedWord[],
  canHear: (language: string) => boolean,
  random: () => number,
): QuizQuestion | null {
  if (!canHear(word.language)) return null;
  const others = words.filter(({ language }) => language === word.language).map((other) => other.word);
  return question("hear", word, word.word, others, random);
}

function meaning(word: SavedWord, words: readonly SavedWord[], random: () => number): QuizQuestion | null {
  const right = explanationOf(word);
  if (right === null) return null;
  // In the same language, which would give the answer away otherwise.
  const language = word.translation?.language;
  const others = words
    .filter(({ translation }) => translation?.language === language)
    .flatMap((other) => explanationOf(other) ?? []);
  return question("meaning", word, right, others, random);
}

function question(
  kind: QuizQuestion["kind"],
  word: SavedWord,
  right: string,
  others: readonly string[],
  random: () => number,
): QuizQuestion | null {
  const wrong = [...new Set(others)].filter((other) => other.toLowerCase() !== right.toLowerCase());
  if (wrong.length === 0) return null;
  const options = shuffled([right, ...shuffled(wrong, random).slice(0, mostOptions - 1)], random);
  return { kind, word, options, answer: options.indexOf(right) };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const rest = [...items];
  return items.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0] as Item);
}
