import { useReader } from "~/reader/controller/reader-context";
import { isDarkPage } from "~/reader/controller/use-page-appearance";
import { lookOf } from "~/reader/view/decorations";
import { coloursOf } from "~/reader/view/frame-style";
import type { AnnotationStyle } from "~/services/contracts/annotation-values";

/** A letter as a style draws it on the page. */
export function StyleSample({ style }: { style: AnnotationStyle }) {
  const { settings } = useReader().snapshot;
  const isDark = isDarkPage(settings.darkTheme);
  const { background, line } = lookOf(style, isDark);
  const { paper, ink } = coloursOf({ isDark, comfort: settings.comfort });
  return (
    <span
      aria-hidden
      className="grid size-8 place-items-center rounded-control border border-line-strong"
      style={{ background: `linear-gradient(${background}, ${background}), ${paper}`, color: ink }}
    >
      <span
        className="px-0.5 text-18 leading-none font-semibold"
        style={{ textDecoration: line, textUnderlineOffset: "2px" }}
      >
        a
      </span>
    </span>
  );
}
