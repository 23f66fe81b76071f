import { memo } from "react";
import type { SpineItem } from "../../epub/book";
import { sandbox } from "./frame";

type FirstLeafProps = { item: SpineItem; url: string; title: string };

/**
 * The first page's frame, rendered by the server so that the book loads while our script does. The view adopts it as it stands, since a
 * frame that is moved loads anew; React never touches it again.
 */
export const FirstLeaf = memo(
  function FirstLeaf({ item, url, title }: FirstLeafProps) {
    return (
      <div className="book-leaf">
        <iframe
          sandbox={sandbox}
          title={title}
          className="book-frame"
          data-content=""
          data-href={item.href}
          data-spine={item.index}
          src={url}
        />
      </div>
    );
  },
  () => true,
);
