import { useLocation, useRevalidator } from "@remix-run/react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { OnDeviceLink } from "~/offline/on-device-link";
import { BooksOnDevice, useOfflineBooks } from "~/offline/use-offline-books";
import { isKnownCategory, type KnownCategory } from "~/services/contracts/book-categories";
import { type Shelf, shelfPageSize } from "~/services/contracts/shelf";
import { useShellData } from "~/shell/shell-data";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { ChipLink } from "~/ui/chip";
import { Form } from "~/ui/form";
import type { IconShape } from "~/ui/icon";
import {
  Book,
  BookOpen,
  Cat,
  Compass,
  FlaskConical,
  HeartHandshake,
  House,
  Image,
  Laugh,
  Leaf,
  Lightbulb,
  Moon,
  SearchX,
  Snowflake,
  Telescope,
  Undo2,
  Waves,
} from "~/ui/icons";
import { Pagination } from "~/ui/pagination";
import { EmptyState } from "~/ui/states";
import { useTakenFocus } from "~/ui/use-taken-focus";
import { BookCard } from "./book-card";
import { ContinueCard } from "./continue-card";
import type { MyAssignmentsData } from "./my-assignments.server";
import { OwnWeek } from "./own-week";
import type { ShelfPageData, ShelfResult } from "./shelf.server";
import { isShelfFiltered, type ShelfFilter, shelfHref } from "./shelf-filter";
import { ShelfFilters } from "./shelf-filters";
import { shelfIntents } from "./shelf-intents";

/** Maximum number of category chips: publishers use many categories, and rare ones can be searched. */
const maxChips = 24;

const pictures: Record<KnownCategory, IconShape> = {
  pictureBooks: Image,
  stories: BookOpen,
  novels: Book,
  nonFiction: Lightbulb,
  animals: Cat,
  nature: Leaf,
  science: FlaskConical,
  adventure: Compass,
  humour: Laugh,
  friendship: HeartHandshake,
  mystery: Telescope,
  sea: Waves,
  winter: Snowflake,
  night: Moon,
  home: House,
};

type BookshelfProps = ShelfPageData & {
  /** A book that was just removed from 'Keep reading'. */
  removed?: ShelfResult["removed"];
  /** A pupil's assignments, or those of a guardian's pupils: below 'Keep reading', and hidden while searching or filtering. */
  assignments?: ReactNode;
  /** A pupil's open assignments, by the book's id. */
  marks?: MyAssignmentsData["marks"];
  /** The public library offers reading only, and the reader returns to its shelf. */
  isPublicLibrary?: boolean;
};

/** The bookshelf: books in progress first, then all books, with search and filters. */
export function Bookshelf({
  shelf,
  filter,
  isEmployee,
  week = null,
  removed = null,
  assignments = null,
  marks = {},
  isPublicLibrary = false,
}: BookshelfProps) {
  const { t } = useTranslation("library");
  useFreshShelf();
  const heading = useHeadingOfJoinedDevice();
  const offlineBooks = useOfflineBooks();
  const onDevice = useMemo(() => new Set(offlineBooks.map(({ bookId }) => bookId)), [offlineBooks]);
  const isNarrowed = isShelfFiltered(filter);
  const { data, meta } = shelf;
  const underWay = isNarrowed || filter.page ? [] : shelf.underWay;
  const isEmpty = data.length === 0 && underWay.length === 0;
  if (isEmpty && !isNarrowed && !filter.page) return <NoBooks isEmployee={isEmployee}>{assignments}</NoBooks>;
  const place = filter.place === "mine" || filter.place === "school" ? filter.place : null;
  // For readers this is the start page; staff browse the shelf.
  const isAtHome = !isPublicLibrary && !isEmployee;
  const isEmptyPlace = place !== null && isEmpty && !isShelfFiltered({ ...filter, place: undefined });
  const card = { hasMore: !isPublicLibrary, search: isPublicLibrary ? "?origin=library" : "" };
  const underWayRow = underWay.length > 0 && (
    <Row title={t("underWay")} isFirstLarge={isAtHome}>
      {underWay.map((shelved, position) =>
        isAtHome && position === 0 ? (
          <ContinueCard key={shelved.book.id} {...shelved} mark={marks[shelved.book.id]} />
        ) : (
          <BookCard key={shelved.book.id} {...shelved} {...card} mark={marks[shelved.book.id]} isNear isUnderWay />
        ),
      )}
    </Row>
  );
  const ownWeek = week && week.minutes > 0 && <OwnWeek week={week} />;
  return (
    <BooksOnDevice.Provider value={onDevice}>
      <h1 ref={heading} tabIndex={-1} className="mb-4 text-28 outline-none sm:text-36">
        {filter.author ?? filter.series ?? t("title")}
      </h1>
      {removed && <Removed book={removed} />}
      {isAtHome && underWayRow}
      {isAtHome && ownWeek}
      {!isNarrowed && !filter.page && assignments}
      {!isPublicLibrary && <OnDeviceLink count={offlineBooks.length} />}
      {!isPublicLibrary && <Places places={shelf.places} filter={filter} />}
      <ShelfFilters choices={shelf.choices} filter={filter} />
      <CategoryChips choices={shelf.choices} filter={filter} />
      {!isAtHome && underWayRow}
      {!isAtHome && ownWeek}
      {isNarrowed && !isEmptyPlace && (
        <p role="status" className="mb-4 font-semibold text-ink-soft">
          {meta.isSimilar ? t("similar", { query: filter.q }) : t("found", { count: meta.totalCount })}
        </p>
      )}
      {isEmpty && <NothingHere place={isEmptyPlace ? place : null} />}
      {data.length > 0 && (
        <Row title={underWay.length > 0 ? t("all") : null}>
          {data.map((shelved, position) => (
            <BookCard
              key={shelved.book.id}
              {...shelved}
              {...card}
              mark={marks[shelved.book.id]}
              isNear={position < 6}
            />
          ))}
        </Row>
      )}
      <ShelfPages filter={filter} count={data.length} total={meta.totalCount} />
    </BooksOnDevice.Provider>
  );
}

/** @param place the shelf that is empty; null: no book matches the search or filter */
function NothingHere({ place }: { place: "mine" | "school" | null }) {
  const { t } = useTranslation("library");
  const { pathname } = useLocation();
  return (
    <EmptyState
      icon={SearchX}
      title={place ? t(`placeEmpty.${place}.title`) : t("nothing.title")}
      action={
        <LinkButton to={pathname} variant="primary" size="large">
          {t("nothing.all")}
        </LinkButton>
      }
    >
      {place ? t(`placeEmpty.${place}.text`) : t("nothing.text")}
    </EmptyState>
  );
}

/** All books, the user's own shelf, the school's. */
function Places({ places, filter }: { places: Shelf["places"]; filter: ShelfFilter }) {
  const { t } = useTranslation("library");
  const { pathname } = useLocation();
  if (places.length < 2) return null;
  return (
    <nav aria-label={t("places")} className="mb-4 flex flex-wrap gap-2">
      {places.map((place) => (
        <ChipLink
          key={place}
          to={shelfHref(pathname, { ...filter, place: place === "all" ? undefined : place, page: undefined })}
          isChosen={(filter.place ?? "all") === place}
          size="large"
        >
          {t(`place.${place}`)}
        </ChipLink>
      ))}
    </nav>
  );
}

/** Revalidates a page restored from the back/forward cache, so that it shows the new progress. */
function useFreshShelf(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const revalidateRestored = (event: PageTransitionEvent) => event.persisted && revalidate();
    window.addEventListener("pageshow", revalidateRestored);
    return () => window.removeEventListener("pageshow", revalidateRestored);
  }, [revalidate]);
}

function ShelfPages({ filter, count, total }: { filter: ShelfFilter; count: number; total: number }) {
  const { t } = useTranslation("library");
  const { pathname } = useLocation();
  const page = filter.page ?? 1;
  const before = (page - 1) * shelfPageSize;
  const href = (other: number) => shelfHref(pathname, { ...filter, page: other === 1 ? undefined : other });
  return (
    <Pagination
      previousHref={page > 1 ? href(page - 1) : null}
      nextHref={before + count < total ? href(page + 1) : null}
      position={t("position", { from: before + 1, to: before + count, total })}
    />
  );
}

function Removed({ book }: { book: { id: string; title: string } }) {
  const { t } = useTranslation("library");
  return (
    <div role="status" className="mb-8">
      <Banner
        type="success"
        actions={
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value={shelfIntents.putBack} />
            <input type="hidden" name="book" value={book.id} />
            <Button icon={Undo2}>{t("putBack")}</Button>
          </Form>
        }
      >
        {t("removed", { title: book.title })}
      </Banner>
    </div>
  );
}

function Row({
  title,
  isFirstLarge = false,
  children,
}: {
  title: string | null;
  isFirstLarge?: boolean;
  children: ReactNode[];
}) {
  return (
    <section aria-label={title ?? undefined} className="mb-10">
      {title && <h2 className="mb-4 text-22">{title}</h2>}
      <ul className="grid grid-cols-2 gap-x-4 gap-y-8 min-[30rem]:grid-cols-3 sm:gap-x-6 md:grid-cols-4 lg:grid-cols-6">
        {children.map((child, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards have their own keys
          <li key={position} className={isFirstLarge && position === 0 ? "col-span-full min-w-0" : "min-w-0"}>
            {child}
          </li>
        ))}
      </ul>
    </section>
  );
}

function CategoryChips({ choices, filter }: { choices: Shelf["choices"]; filter: ShelfFilter }) {
  const { t } = useTranslation("library");
  const { pathname } = useLocation();
  if (choices.categories.length < 2) return null;
  return (
    <nav
      aria-label={t("categories")}
      className="-mx-4 mb-8 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
    >
      <ChipLink
        to={shelfHref(pathname, { ...filter, category: undefined, page: undefined })}
        isChosen={filter.category === undefined}
        size="large"
      >
        {t("everything")}
      </ChipLink>
      {choices.categories.slice(0, maxChips).map(({ value }) => (
        <ChipLink
          key={value}
          to={shelfHref(pathname, { ...filter, category: value, page: undefined })}
          isChosen={filter.category === value}
          icon={isKnownCategory(value) ? pictures[value] : undefined}
          size="large"
        >
          {isKnownCategory(value) ? t(`category.${value}`) : value}
        </ChipLink>
      ))}
    </nav>
  );
}

/** The ref of the shelf's heading, which takes the focus when a device has just been joined to a child: a child goes on from here. */
function useHeadingOfJoinedDevice() {
  const shell = useShellData();
  const heading = useRef<HTMLHeadingElement>(null);
  // Later acts on the shelf leave the focus where it is.
  const [isJustJoined] = useState(shell?.user?.isJoinedDevice === true && Boolean(shell.doneId));
  useTakenFocus(heading, isJustJoined, isJustJoined);
  return heading;
}

function NoBooks({ isEmployee, children }: { isEmployee: boolean; children: ReactNode }) {
  const { t } = useTranslation("library");
  return (
    <>
      <h1 className="text-28 sm:text-36">{t("title")}</h1>
      {children}
      <EmptyState
        icon={BookOpen}
        title={t("empty.title")}
        action={
          isEmployee && (
            <LinkButton to="/controlpanel" variant="primary">
              {t("empty.action")}
            </LinkButton>
          )
        }
      >
        {t(isEmployee ? "empty.staff" : "empty.reader")}
      </EmptyState>
    </>
  );
}
