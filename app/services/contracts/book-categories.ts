/**
 * Publishers name categories in their own language. Known words are mapped to one translated chip with a picture; other words are shown
 * unchanged.
 */

const words = {
  pictureBooks: "picture books|bilderböcker|bildebøker|bilderbücher|prentenboeken|albums|kuvakirjat|قصص مصورة",
  stories: "stories|berättelser|fortellinger|geschichten|verhalen|récits|contes|histoires|tarinat|قصص",
  novels: "novels|romaner|romane|romans|romaanit|روايات",
  nonFiction: "non-fiction|nonfiction|fakta|sachbücher|informatief|documentaires|tietokirjat|معلومات",
  animals: "animals|djur|dyr|tiere|dieren|animaux|eläimet|حيوانات",
  nature: "nature|natur|natuur|luonto|طبيعة",
  science: "science|sciences|vetenskap|vitenskap|wissenschaft|wetenschap|tiede|علوم",
  adventure: "adventure|äventyr|eventyr|abenteuer|avontuur|aventure|aventures|seikkailu|مغامرات",
  humour: "humour|humor|huumori|فكاهة",
  friendship: "friendship|vänskap|vennskap|freundschaft|vriendschap|amitié|ystävyys|صداقة",
  mystery: "mystery|mysterier|mysterium|mysterier og spenning|krimi|mysterie|mystère|mysteerit|غموض",
  sea: "sea|the sea|havet|hav|meer|zee|mer|meri|بحر",
  winter: "winter|vinter|hiver|talvi|شتاء",
  night: "night|natt|nacht|nuit|yö|ليل",
  home: "home|hemma|hjemme|zuhause|thuis|maison|koti|بيت",
} as const;

export type KnownCategory = keyof typeof words;

const known = new Map<string, KnownCategory>(
  Object.entries(words).flatMap(([key, list]) => list.split("|").map((word) => [foldText(word), key as KnownCategory])),
);

/** Maps a publisher's word to its chip's key; returns the word itself if unknown. */
export function categoryOf(word: string): string {
  return known.get(foldText(word)) ?? word;
}

/** All folded words that map to a chip. */
export function wordsOfCategory(category: string): string[] {
  return (isKnownCategory(category) ? words[category].split("|") : [category]).map(foldText);
}

export function isKnownCategory(category: string): category is KnownCategory {
  return Object.hasOwn(words, category);
}

/** Lower case without accents and vowel marks, so that `Emile` matches `Émile` and children can search without diacritics. */
export function foldText(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
