import { BookFault, faultOfStatus } from "~/reader/book/book-fault";
import type { ContentSource } from "~/reader/book/content-source";
import { offlineFileAddress } from "./offline-address";

/** The files of an offline book, by URLs of the service worker, which do not expire. */
export function offlineSource(offlineId: string): ContentSource {
  const url = (href: string) => offlineFileAddress(offlineId, href);
  return {
    url,
    async text(href) {
      const response = await fetch(url(href)).catch(() => null);
      const fault = response ? faultOfStatus(response.status) : "error_fault_in_book_message";
      if (!response || fault) throw new BookFault(fault ?? "error_fault_in_book_message", `No stored file ${href}`);
      return response.text();
    },
    async renew() {
      throw new BookFault("error_not_found", "The book is not on this device any more");
    },
  };
}
