import { useEffect, useRef } from "react";
import { useReader } from "~/reader/controller/reader-context";

/**
 * The text of a page that is drawn small, below it and in a readable size: a picture book's landscape page on a phone
 * in portrait orientation. Sentences are highlighted here too, and read aloud when tapped. Hidden from screen readers,
 * which read the page itself. Decision 25.
 */
export function PageWords() {
  const { book, controller, snapshot, chrome } = useReader();
  const spoken = useRef<HTMLSpanElement>(null);
  const { words, wordsTop, spokenClip, settings } = snapshot;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the spoken clip is the reason to scroll, and is not used in the effect
  useEffect(() => {
    spoken.current?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }, [spokenClip]);
  if (wordsTop === null || words.length === 0 || snapshot.status !== "shown" || chrome.drawer) return null;
  return (
    <div
      aria-hidden
      className="reader-words"
      data-raised={chrome.areBarsShown || undefined}
      style={{ "--words-top": `${wordsTop}px` } as React.CSSProperties}
      dir="auto"
      lang={book.language}
    >
      <p>
        {words.map(({ clip, text, language, key }) => {
          const isSpoken = clip !== null && clip === spokenClip && settings.highlight;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: keyboard and screen reader users do the same on the page itself
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <span
              key={key}
              ref={isSpoken ? spoken : undefined}
              lang={language ?? undefined}
              data-spoken={isSpoken || undefined}
              onClick={() => clip !== null && controller?.readClip(clip)}
            >
              {text}{" "}
            </span>
          );
        })}
      </p>
    </div>
  );
}
