/** Values of annotations.ts that the reader needs before its first page, without the schemas. */

/** How an annotation is drawn: one of the six colours of Readium's model, or a line under the text. */
export const annotationStyles = ["yellow", "orange", "pink", "green", "blue", "purple", "underline"] as const;
export type AnnotationStyle = (typeof annotationStyles)[number];

/** Maximum number of annotations of one reader in one book. */
export const annotationLimit = 5000;
/** Maximum letters of a note, and of the text that an annotation quotes. */
export const noteLength = 5000;
export const quoteLength = 5000;
/** Maximum letters quoted before and after it. */
export const contextLength = 200;
/** Maximum changes in one call; the longest of them fit into the limit of a body. */
export const changesPerCall = 50;
