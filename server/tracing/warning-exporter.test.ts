import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { expect, test } from "vitest";
import { warningExporter } from "./warning-exporter";

test("an exporter that fails all the time is reported once in ten minutes", () => {
  const lines: string[] = [];
  let minutes = 0;
  const error = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
  const results: ExportResult[] = [];
  const exporter = warningExporter(
    {
      export: (_, done) => done({ code: ExportResultCode.FAILED, error }),
      shutdown: async () => undefined,
    },
    (line) => lines.push(line),
    () => minutes * 60_000,
  );
  for (minutes = 0; minutes < 9; minutes += 1) exporter.export([], (result) => results.push(result));
  expect(results).toHaveLength(9);
  expect(lines).toEqual([
    "Traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT (ECONNREFUSED); they are dropped until they can",
  ]);
  minutes = 10;
  exporter.export([], () => undefined);
  expect(lines).toHaveLength(2);
});
