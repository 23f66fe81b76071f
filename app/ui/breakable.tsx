import type { ReactNode } from "react";

/** Words too long for a column on a phone; hyphens break by themselves. */
const longWord = /([^\s-]{16,})/;

/**
 * Lets long words of a text break anywhere: a table column is at least as wide as its longest word, so that one long name would push
 * the other columns off the screen.
 */
export function breakable(text: string): ReactNode {
  if (text.length < 16 || !longWord.test(text)) return text;
  return text.split(longWord).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which never change their order
      <span key={index} className="wrap-anywhere">
        {part}
      </span>
    ),
  );
}
