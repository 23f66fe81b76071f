import { useLocation, useSubmit } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ShelfBook } from "~/services/contracts/library";
import { Button, LinkButton } from "~/ui/button";
import { ChipLink } from "~/ui/chip";
import { TextField } from "~/ui/field";
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
  Search,
  SearchX,
  Snowflake,
  Telescope,
  Waves,
} from "~/ui/icons";
import { SelectField } from "~/ui/select";
import { EmptyState } from "~/ui/states";
import { BookCard } from "./book-card";
import { isKnownCategory, type KnownCategory } from "./categories";
import { type Shelf, type ShelfFilter, shelfHref } from "./shelf";

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

type BookshelfProps = { shelf: Shelf; filter: ShelfFilter; isEmployee: boolean };

/** The shelf: covers are the interface. What is under way stands first, then everything; search and chips above. */
export function Bookshelf({ shelf, filter, isEmployee }: BookshelfProps) {
  const { t } = useTranslation("library");
  const { pathname } = useLocation();
  const hasBooks = shelf.books.length > 0 || shelf.underWay.length > 0;
  if (!hasBooks && !shelf.isFiltered) return <NoBooks isEmployee={isEmployee} />;
  return (
    <div>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-28 sm:text-36">{t("title")}</h1>
        <ShelfSearch shelf={shelf} filter={filter} />
      </div>
      <CategoryChips shelf={shelf} filter={filter} />
      {shelf.underWay.length > 0 && (
        <Row title={t("underWay")}>
          {shelf.underWay.map(({ book, progress }) => (
            <BookCard key={book.id} book={book} progress={progress} isNear />
          ))}
        </Row>
      )}
      {shelf.isFiltered && (
        <p role="status" className="mb-4 font-semibold text-ink-soft">
          {t("found", { count: shelf.count })}
        </p>
      )}
      {shelf.count === 0 ? (
        <EmptyState
          icon={SearchX}
          title={t("nothing.title")}
          action={
            <LinkButton to={pathname} variant="primary" size="large">
              {t("nothing.all")}
            </LinkButton>
          }
        >
          {t("nothing.text")}
        </EmptyState>
      ) : (
        <Row title={shelf.underWay.length > 0 ? t("all") : null}>
          {shelf.books.map((book: ShelfBook, position) => (
            <BookCard key={book.id} book={book} isNear={position < 6} />
          ))}
        </Row>
      )}
    </div>
  );
}

function Row({ title, children }: { title: string | null; children: ReactNode[] }) {
  return (
    <section aria-label={title ?? undefined} className="mb-10">
      {title && <h2 className="mb-4 text-22">{title}</h2>}
      <ul className="grid grid-cols-2 gap-x-4 gap-y-8 min-[30rem]:grid-cols-3 sm:gap-x-6 md:grid-cols-4 lg:grid-cols-6">
        {children.map((child, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cards bear keys of their own
          <li key={position} className="min-w-0">
            {child}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShelfSearch({ shelf, filter }: { shelf: Shelf; filter: ShelfFilter }) {
  const { t, i18n } = useTranslation("library");
  const submit = useSubmit();
  const names = new Intl.DisplayNames([i18n.language], { type: "language" });
  return (
    <Form role="search" className="flex w-full flex-wrap items-end gap-2 sm:w-auto">
      {filter.category && <input type="hidden" name="category" value={filter.category} />}
      <TextField
        key={`q ${filter.query}`}
        label={t("search")}
        hideLabel
        type="search"
        name="q"
        icon={Search}
        defaultValue={filter.query}
        placeholder={t("search")}
        inputClassName="h-12"
        className="min-w-48 flex-1 sm:w-72"
      />
      {shelf.languages.length > 1 && (
        <SelectField
          key={`language ${filter.language}`}
          label={t("language")}
          hideLabel
          name="language"
          defaultValue={filter.language ?? ""}
          placeholder={t("everyLanguage")}
          options={shelf.languages.map(({ value }) => ({ value, label: nameOf(value, names) }))}
          onChange={(event) => submit(event.currentTarget.form)}
          selectClassName="h-12"
          className="min-w-40 flex-1 sm:flex-none"
        />
      )}
      <Button className="min-h-12">{t("find")}</Button>
    </Form>
  );
}

function nameOf(language: string, names: Intl.DisplayNames): string {
  const name = names.of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

function CategoryChips({ shelf, filter }: { shelf: Shelf; filter: ShelfFilter }) {
  const { t } = useTranslation("library");
  const { pathname } = useLocation();
  if (shelf.categories.length < 2) return null;
  return (
    <nav
      aria-label={t("categories")}
      className="-mx-4 mb-8 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
    >
      <ChipLink
        to={shelfHref(pathname, { ...filter, category: null })}
        isChosen={filter.category === null}
        size="large"
      >
        {t("everything")}
      </ChipLink>
      {shelf.categories.map(({ value }) => (
        <ChipLink
          key={value}
          to={shelfHref(pathname, { ...filter, category: value })}
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

function NoBooks({ isEmployee }: { isEmployee: boolean }) {
  const { t } = useTranslation("library");
  return (
    <>
      <h1 className="text-28 sm:text-36">{t("title")}</h1>
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
