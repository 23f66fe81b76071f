import { measureHighlight } from "../conformance/measure-highlight";
import { ReaderPage } from "../conformance/reader-page";
import { readTestBook } from "../conformance/test-book";
import type { Stage } from "./bench-stage";
import type { Measure } from "./measure";
import { toneBook } from "./tone-book";

/** The whole of a book of tones, clips of 170 ms among them. */
export async function benchHighlight(stage: Stage): Promise<Measure[]> {
  const { id, path } = await stage.addBook(toneBook(60), "tones.synth.epub");
  const book = await readTestBook(path);
  const reader = await ReaderPage.open(stage.browser, stage.origin, stage.session, id);
  try {
    await reader.opened();
    await reader.firstPage();
    const { rates, note } = await measureHighlight(reader, book, { rates: [0.5, 1, 2], clips: 60, bound: 300_000 });
    if (note) console.log(`highlight: ${note}`);
    const by = "media clock on the frame that paints the light, less the clip's true begin";
    return rates.flatMap((rate) => {
      const row = (what: string, unit: Measure["unit"], ours: number, value: number): Measure => ({
        name: `highlight at ${rate.rate} times, ${what}`,
        unit,
        ours,
        goal: { value, better: "lower" },
        beside: [],
        instrument: by,
      });
      return [
        row("p95", "ms", rate.p95, 25),
        row("max", "ms", rate.max, 50),
        row(`never lit of ${rate.clips}`, "clips", rate.never, 0),
      ];
    });
  } finally {
    await reader.close();
  }
}
