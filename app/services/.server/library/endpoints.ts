import type { Realm } from "~/realms/realm";
import { type Caller, requireCaller } from "~/services/.server/directory/caller";
import type { FamilyProfile } from "~/services/.server/directory/people/family-profiles";
import type { Endpoints } from "~/services/.server/dispatch/endpoint";
import type { libraryContracts } from "~/services/contracts/library";
import type { BackEndBooks } from "./back-end/back-end-books";
import { createBookAccess } from "./book-access";
import { bookFileEndpoints } from "./book-file-endpoints";
import { catalogueEndpoints } from "./catalogue/catalogue-endpoints";
import { noteSetEndpoints } from "./class-notes/note-set-endpoints";
import { sharedNoteEndpoints } from "./class-notes/shared-note-endpoints";
import type { LibraryDependencies } from "./dependencies";
import { ledReadingEndpoints } from "./led/led-reading-endpoints";
import { manifestsOf } from "./manifests";
import { markEndpoints } from "./mark-endpoints";
import { annotationEndpoints } from "./notes/annotation-endpoints";
import { openingEndpoints } from "./opening-endpoints";
import { placedBookEndpoints } from "./placed-book-endpoints";
import { readingLogEndpoints } from "./reading-log/reading-log-endpoints";
import { readingStatisticsEndpoints } from "./reading-log/reading-statistics-endpoints";
import { sampleEndpoints } from "./sample-endpoints";
import { shelfEndpoints } from "./shelf-endpoints";
import { createShelfOwners } from "./shelf-owners";
import type { SigningKeys } from "./signing-keys";
import { withheldBookEndpoints } from "./withheld-book-endpoints";
import { wordEndpoints } from "./words/word-endpoints";

/** The library's endpoints: docs/product/reader.md#calls and docs/product/control-panel.md#calls. */
export function libraryEndpoints(
  dependencies: LibraryDependencies,
  keys: SigningKeys,
  backEndBooks: BackEndBooks,
): Endpoints<typeof libraryContracts> {
  const { databases, storage, identity, bookBackEnd, mayViewShelf } = dependencies;
  const access = createBookAccess(dependencies, keys);
  const manifests = manifestsOf(databases);

  const personOf = async (caller: Caller, uid: string) => {
    const { person } = requireCaller(caller);
    return uid === person.uid ? person : identity.findByUid(caller.realm, uid);
  };
  const ageLimitFor = async (realm: Realm, uid: string, profile: FamilyProfile | undefined) => {
    const limits = [await dependencies.ageLimitOf(realm, uid), profile?.ageLimit ?? null];
    const ages = limits.filter((age) => age !== null);
    return ages.length > 0 ? Math.min(...ages) : null;
  };
  const owners = createShelfOwners({ databases, personOf, ageLimitFor, mayViewShelf });

  return {
    ...bookFileEndpoints({ databases, storage, ...access }),
    ...markEndpoints({ databases, ...access, manifests }),
    ...openingEndpoints({ databases, storage, bookBackEnd, ...access, manifests, backEndBooks }),
    ...sampleEndpoints({ databases, ...access, manifests }),
    ...catalogueEndpoints(dependencies, access.originOf),
    ...readingLogEndpoints(dependencies),
    ...readingStatisticsEndpoints({ databases }),
    ...placedBookEndpoints({ databases, owners, ...access, ageLimitFor }),
    ...shelfEndpoints({ databases, ageLimitFor, ...access }),
    ...annotationEndpoints({ databases, ...access }),
    ...noteSetEndpoints({ databases, ...access }),
    ...sharedNoteEndpoints({ databases, ...access }),
    ...ledReadingEndpoints({ databases, identity, ledCodeGuesses: dependencies.ledCodeGuesses, ...access }),
    ...withheldBookEndpoints({ databases, ...access }),
    ...wordEndpoints({ databases, storage, manifests, ...access }),
  };
}
