import { resolve } from "node:path";
import { parseArgs } from "node:util";

export type Arguments = {
  /** Folders whose EPUBs are opened, absolute. */
  folders: string[];
  /** File to which the results are written as JSON; null: none. */
  json: string | null;
  /** Playback rates at which highlights are measured. */
  rates: number[];
  /** Number of clips played at each rate. */
  clips: number;
  /** Writes docs/conformance.md. */
  writesDocs: boolean;
  /** Of the suite's overlay tests, only the one about timing is measured at every rate, the others at the normal one. */
  isBrief: boolean;
  /** Only books whose name contains one of these, separated by commas. */
  only: string | null;
};

const usage =
  "Usage: npm run conformance -- DIR [DIR…] [--json FILE] [--rates 0.5,1,2] [--clips 20] [--only NAME,…] [--brief] [--write-docs]";

/** @throws Error with a one-line message for invalid arguments */
export function readArguments(given: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...given],
    allowPositionals: true,
    options: {
      json: { type: "string" },
      rates: { type: "string", default: "0.5,1,2" },
      clips: { type: "string", default: "20" },
      only: { type: "string" },
      brief: { type: "boolean", default: false },
      "write-docs": { type: "boolean", default: false },
    },
  });
  if (positionals.length === 0) throw new Error(usage);
  const rates = values.rates.split(",").map(Number);
  if (rates.some((rate) => !(rate >= 0.5 && rate <= 2))) throw new Error("--rates takes numbers from 0.5 to 2");
  const clips = Number(values.clips);
  if (!Number.isInteger(clips) || clips < 1) throw new Error("--clips takes a whole number from 1");
  return {
    folders: positionals.map((folder) => resolve(folder)),
    json: values.json === undefined ? null : resolve(values.json),
    rates,
    clips,
    writesDocs: values["write-docs"],
    isBrief: values.brief,
    only: values.only ?? null,
  };
}
