/** Parameter of the reader's address: a page that reloads itself, as when a tablet is turned, goes on to lead or follow. */
export const togetherParameter = "together";
