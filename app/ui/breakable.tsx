import type { ReactNode } from "react";

/** Longer than any word that fits a phone beside others; hyphens break by themselves. */
const longWord = /([^\s-]{16,})/;

/**
 * A text whose words break at their ends, as anywhere, and within themselves only where one is too long for a narrow column: a
 * table gives no word less room than it needs, and one such name would push every other column out of sight.
 */
export function breakable(text: string): ReactNode {
  if (text.length < 16 || !longWord.test(text)) return text;
  return text.split(longWord).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which never change places
      <span key={index} className="wrap-anywhere">
        {part}
      </span>
    ),
  );
}
