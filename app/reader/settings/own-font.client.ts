import { type DBSchema, openDB } from "idb";
import { faceNames } from "./comfort";
import { fontFormatOf, largestFont } from "./font-format";
import type { FontFault, OwnFont, OwnFontStore } from "./own-font";

interface FontDatabase extends DBSchema {
  fonts: { key: string; value: OwnFont };
}

const opened = () =>
  openDB<FontDatabase>("fabel-fonts", 1, { upgrade: (database) => void database.createObjectStore("fonts") });

/** The font of a person on this device; it is never sent anywhere. @param uid `readerKey` of the person */
export function openOwnFont(uid: string): OwnFontStore {
  return {
    async find() {
      try {
        const database = await opened();
        const font = await database.get("fonts", uid);
        database.close();
        if (font) await offer(font);
        return font ?? null;
      } catch {
        return null;
      }
    },
    async keep(file) {
      const font = await readFont(file);
      if (typeof font === "string") return font;
      try {
        const database = await opened();
        await database.put("fonts", font, uid);
        database.close();
      } catch {
        return "not_stored";
      }
      await offer(font);
      return null;
    },
    async remove() {
      withdraw();
      try {
        const database = await opened();
        await database.delete("fonts", uid);
        database.close();
      } catch {
        // Without storage there is nothing to remove.
      }
    },
  };
}

async function readFont(file: File): Promise<OwnFont | FontFault> {
  if (file.size > largestFont) return "too_large";
  const data = await file.arrayBuffer();
  if (fontFormatOf(data) === null) return "not_a_font";
  try {
    // The browser checks the tables of the font before it uses it.
    await new FontFace(faceNames.own, data).load();
  } catch {
    return "not_a_font";
  }
  return { name: file.name.replace(/\.[^.]+$/, "").slice(0, 60) || file.name.slice(0, 60), data };
}

let offered: { face: FontFace; data: ArrayBuffer } | null = null;

/** Declares the font in the page around the book, for its name in the panel and for footnotes. */
async function offer({ data }: OwnFont): Promise<void> {
  if (offered?.data.byteLength === data.byteLength) return;
  withdraw();
  const face = new FontFace(faceNames.own, data);
  await face.load();
  document.fonts.add(face);
  offered = { face, data };
}

function withdraw(): void {
  if (offered) document.fonts.delete(offered.face);
  offered = null;
}
