import * as shapes from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Icon, type IconShape } from "./icon";

const { House, Menu, Search, ShieldCheck, UserRoundCog, X } = shapes;

describe("a written icon", () => {
  it.each(Object.entries({ House, Menu, Search, ShieldCheck, UserRoundCog, X }))("%s is the drawn one", (_, shape) => {
    const drawn = (Shape: IconShape) =>
      renderToStaticMarkup(<Shape size={16} strokeWidth={2} className="shrink-0 text-ink-soft" aria-hidden />);
    const write = () => renderToStaticMarkup(<Icon of={shape} size={16} className="text-ink-soft" />);
    expect(attributesIn(write())).toEqual(attributesIn(drawn(shape)));
    expect(write()).toBe(write());
  });

  it("has its own name, size and look each time", () => {
    const write = (label: string) => renderToStaticMarkup(<Icon of={House} size={24} label={label} />);
    expect(write("Start")).toContain('role="img" aria-label="Start"');
    expect(write("Hem")).toContain('aria-label="Hem"');
    expect(renderToStaticMarkup(<Icon of={House} />)).toContain('width="20"');
  });
});

/** The page of each element, its attributes in any order. */
function attributesIn(html: string): string[][] {
  return (html.match(/<[^>]+>/g) ?? []).map((tag) => (tag.match(/[^\s<>]+="[^"]*"|^<\/?\w+/g) ?? []).sort());
}
