import { Transform } from "node:stream";
import { lateModule } from "./late-module";

/**
 * Lets the reader's own script wait until the first page is shown: the hints by which a browser asks for two dozen files as soon as it
 * sees the page are written so that they mean nothing until the early page says so. Decision 26.
 */
export function withLateModules(): Transform {
  const parts: Buffer[] = [];
  return new Transform({
    transform(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
    flush(done) {
      const page = Buffer.concat(parts).toString();
      done(null, page.replaceAll('<link rel="modulepreload"', `<link rel="${lateModule}"`));
    },
  });
}
