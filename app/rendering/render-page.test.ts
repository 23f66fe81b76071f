import { createElement } from "react";
import { expect, test } from "vitest";
import { renderPage } from "./render-page.server";

test.each(["å", "Ї", "語", "📚"])(
  "given a page full of %s, then its bytes are the text and nothing else",
  async (letter) => {
    // Each offset shifts the characters against the size of React's buffer.
    for (const offset of [0, 1, 2, 3]) {
      const texts = ["a".repeat(offset), ...Array.from({ length: 3_000 }, () => letter)];
      const page = createElement("p", null, ...texts.map((text) => createElement("i", null, text)));
      const { body } = await renderPage(page, undefined);
      expect(body.toString() === `<p>${texts.map((text) => `<i>${text}</i>`).join("")}</p>`).toBe(true);
    }
  },
);
