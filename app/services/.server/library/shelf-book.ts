import type { AccessibilityClaims } from "~/epub/accessibility-claims";
import { conformanceResultOf, statementsOf } from "~/epub/accessibility-statements";
import type { BookDetails, ShelfBook } from "~/services/contracts/library";
import type { StoredBook } from "./store";
import type { StoredAccessibility } from "./tables";

/** A stored book in the form of the shelf. @param origin origin that serves covers */
export function shelfBook(book: StoredBook, origin: string): ShelfBook {
  const {
    hasCover,
    series = null,
    publisher: _p,
    accessibility: _a,
    blurbs: _b,
    computerVoice: _c,
    ...shelf
  } = book.shelf;
  return {
    id: book.id,
    version: book.version,
    title: book.title,
    ...shelf,
    series,
    coverUrl: hasCover ? `${origin}/services/library/v1/covers/${book.id}/${book.version}` : null,
  };
}

/** A stored book in the form of its own page, without its length. */
export function bookDetails(book: StoredBook, origin: string): Omit<BookDetails, "minutes"> {
  const { publisher = null, blurbs = {} } = book.shelf;
  return {
    ...shelfBook(book, origin),
    publisher,
    blurbs,
    hasComputerVoice: book.shelf.computerVoice !== undefined,
    accessibility: accessibilityOf(book.shelf.accessibility),
  };
}

function accessibilityOf(stored: StoredAccessibility | undefined): BookDetails["accessibility"] {
  const claims = claimsOf(stored);
  const { conformance } = claims;
  const result = conformanceResultOf(conformance);
  return {
    features: claims.features,
    summary: stored?.summary ?? null,
    summaries: stored?.summaries ?? {},
    statements: statementsOf(claims),
    conformance: conformance && result && { result, ...conformance },
  };
}

/** The claims of a stored book; what was not read from its package is not claimed. */
export function claimsOf(stored: StoredAccessibility | undefined): AccessibilityClaims {
  return {
    accessModes: stored?.accessModes ?? [],
    sufficientModes: stored?.sufficientModes ?? [],
    features: stored?.features ?? [],
    hazards: stored?.hazards ?? [],
    exemptions: stored?.exemptions ?? [],
    isFixedLayout: stored?.isFixedLayout ?? false,
    conformance: stored?.conformance ?? null,
  };
}
