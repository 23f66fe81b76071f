import { z } from "zod";

/** Text appearance in the reader, which defines the names of typefaces and papers. */
const comfortPreferences = z.object({
  /** Percent. */
  textSize: z.number().min(50).max(300),
  typeface: z.string().max(40),
  lineSpacing: z.number().min(1).max(3).nullable(),
  letterSpacing: z.number().min(0).max(0.5),
  wordSpacing: z.number().min(0).max(1),
  paper: z.string().max(40),
  ruler: z.boolean(),
});

/** Layout in the reader, which defines the names. */
const layoutPreferences = z.object({
  pages: z.string().max(20),
  margin: z.string().max(20),
  align: z.string().max(20),
  hyphens: z.string().max(20),
  highlightContrast: z.string().max(20),
  focusedLines: z.number().int().min(0).max(9),
});

/** Reader settings that apply to all books; a missing member means the reader's default. docs/product/reader.md#entities. */
export const readerPreferencesSchema = z
  .object({
    /** 0 to 1. */
    audioVolume: z.number().min(0).max(1),
    muted: z.boolean(),
    /** 0.5 to 2; 1 is 100 percent. */
    playbackRate: z.number().min(0.5).max(2),
    highlight: z.boolean(),
    autoPageTurn: z.boolean(),
    /** null: follows the theme of the surrounding page. */
    darkTheme: z.boolean().nullable(),
    /** BCP 47; null: the book's main language. */
    preferredLanguage: z.string().max(35).nullable(),
    videoPosition: z.object({ left: z.number(), top: z.number() }).nullable(),
    videoSize: z.object({ width: z.number().min(120).max(4000), height: z.number().min(68).max(4000) }),
    /** epub:type values that are not read aloud. */
    skipped: z.array(z.string().max(40)).max(40),
    /** Text appearance of reflowable books; the reader defines the names of typefaces and papers. docs/product/reader.md#comfort. */
    comfort: comfortPreferences,
    /** Layout of reflowable books, and the look of the highlight. */
    layout: layoutPreferences,
    /** Choices that the reader has saved under a name. */
    presets: z
      .array(
        z.object({
          id: z.string().min(1).max(36),
          name: z.string().trim().min(1).max(80),
          look: z.object({
            comfort: comfortPreferences,
            layout: layoutPreferences,
            darkTheme: z.boolean().nullable(),
            highlight: z.boolean(),
            highlightUnit: z.enum(["word", "sentence"]),
            textStyle: z.enum(["book", "bold", "plain"]).optional(),
          }),
        }),
      )
      .max(12),
    highlightUnit: z.enum(["word", "sentence"]),
    /** Bold text, or none that is bold, italic or underlined. */
    textStyle: z.enum(["book", "bold", "plain"]),
    /** Primary subtag into which words are translated; null: none. */
    homeLanguage: z.string().max(8).nullable(),
    /** Whether a tap explains a word. */
    isWordTapOn: z.boolean(),
  })
  .partial();
export type ReaderPreferences = z.output<typeof readerPreferencesSchema>;
