import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DeviceDownload } from "~/offline/device-download";
import type { BookDetails } from "~/services/contracts/library";
import { Breadcrumb } from "~/ui/breadcrumb";
import { Button, LinkButton } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { Form } from "~/ui/form";
import { BookOpen, Check, Plus, UsersRound } from "~/ui/icons";
import { BookAccessibility, PlainAccessibility } from "./book-accessibility";
import { BookCard } from "./book-card";
import { useAges } from "./book-facts";
import type { BookPageData, EditableShelf } from "./book-page.server";
import { TranslatedText } from "./book-text";
import { ChildrenOfBook } from "./children-of-book";
import { Cover } from "./cover";
import { languageName } from "./language-name";
import { shelfHref } from "./shelf-filter";
import { placeIntents } from "./shelf-intents";

/** A book's page: cover, description, audience, formats, accessibility, and similar books. */
export function BookPage({ book, similar, shelves, childrenOfFamily, isForChild, mayFollow }: BookPageData) {
  const { t } = useTranslation("library");
  const classes = shelves.filter(({ of }) => of === "group");
  // A single class is listed with the other shelves; several are in a disclosure.
  const buttons = classes.length > 1 ? shelves.filter(({ of }) => of !== "group") : shelves;
  return (
    <div>
      <Breadcrumb crumbs={[{ to: "/bookshelf", label: t("title") }]} />
      <div className="mt-4 flex flex-col gap-6 sm:flex-row sm:gap-10">
        <div className="w-48 shrink-0 sm:w-64">
          <Cover book={book} isNear />
        </div>
        <div className="min-w-0 flex-1">
          <h1 lang={book.language} dir="auto" className="wrap-anywhere text-28 sm:text-36">
            {book.title}
          </h1>
          {book.authors.length > 0 && (
            <p className="mt-1 text-18">
              <Names names={book.authors} />
            </p>
          )}
          <div className="mt-5 flex flex-wrap items-center gap-3">
            <LinkButton
              to={`/reader/${encodeURIComponent(book.id)}`}
              reloadDocument
              variant="primary"
              size="large"
              icon={BookOpen}
            >
              {t("read")}
            </LinkButton>
            {mayFollow && (
              <LinkButton to="/together" size="large" icon={UsersRound}>
                {t("readTogether")}
              </LinkButton>
            )}
            {buttons.map((shelf) => (
              <ShelfButton key={keyOf(shelf)} shelf={shelf} />
            ))}
          </div>
          {classes.length > 1 && (
            <Disclosure title={t("shelve.classes")} className="mt-2">
              <ul className="mt-2 flex flex-wrap gap-3">
                {classes.map((shelf) => (
                  <li key={keyOf(shelf)}>
                    <ShelfButton shelf={shelf} />
                  </li>
                ))}
              </ul>
            </Disclosure>
          )}
          <DeviceDownload book={book} />
          {book.blurb && (
            <TranslatedText
              text={book.blurb}
              translations={book.blurbs}
              language={book.language}
              className="mt-6 max-w-[65ch] whitespace-pre-line text-18"
            />
          )}
          <Facts book={book} />
          {isForChild ? <PlainAccessibility accessibility={book.accessibility} /> : <BookAccessibility book={book} />}
        </div>
      </div>
      <ChildrenOfBook childrenOfFamily={childrenOfFamily} />
      {similar.length > 0 && (
        <section aria-labelledby="similar" className="mt-12">
          <h2 id="similar" className="mb-4 text-22">
            {t("similarBooks")}
          </h2>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-8 min-[30rem]:grid-cols-3 sm:gap-x-6 md:grid-cols-4 lg:grid-cols-6">
            {similar.map((each) => (
              <li key={each.id} className="min-w-0">
                <BookCard book={each} progress={null} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const keyOf = (shelf: EditableShelf) => (shelf.of === "mine" ? "mine" : shelf.owner.uid);

/** Puts the book on the user's own shelf, a school's or a class's, or removes it. */
function ShelfButton({ shelf }: { shelf: EditableShelf }) {
  const { t } = useTranslation("library");
  const operation = shelf.isOn ? "remove" : "add";
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={shelf.isOn ? placeIntents.take : placeIntents.put} />
      {shelf.of !== "mine" && <input type="hidden" name={shelf.of} value={shelf.owner.uid} />}
      <Button size="large" icon={shelf.isOn ? Check : Plus}>
        {shelf.of === "mine"
          ? t(`shelve.${operation}Mine`)
          : t(`shelve.${operation}School`, { school: shelf.owner.name })}
      </Button>
    </Form>
  );
}

/** Authors, each with a link to their books. */
function Names({ names }: { names: readonly string[] }) {
  return names.map((name, position) => (
    <span key={name}>
      {position > 0 && ", "}
      <Link to={shelfHref("/bookshelf", { author: name })} className="underline underline-offset-2 hover:text-primary">
        {name}
      </Link>
    </span>
  ));
}

function Facts({ book }: { book: BookDetails }) {
  const { t, i18n } = useTranslation("library");
  const ages = useAges()(book);
  const minutes = Math.max(1, Math.round(book.minutes));
  const named = (tags: readonly string[]) =>
    new Intl.ListFormat(i18n.language, { type: "unit" }).format(tags.map((tag) => languageName(tag, i18n.language)));
  return (
    <dl className="mt-6 grid max-w-2xl grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-2 max-sm:grid-cols-1 max-sm:gap-y-0 [&_dd]:max-sm:mb-3 [&_dt]:text-ink-soft">
      {book.series && (
        <Fact name={t("fact.series")}>
          <Link to={shelfHref("/bookshelf", { series: book.series.name })} className="underline underline-offset-2">
            {book.series.name}
          </Link>
          {book.series.position !== null && ` (${book.series.position})`}
        </Fact>
      )}
      <Fact name={t("fact.language")}>{named([book.language])}</Fact>
      <Fact name={t("fact.voice")}>
        {book.audioLanguages.length > 0 ? named(book.audioLanguages) : t("noVoice")}
        {book.hasComputerVoice && <p className="text-ink-soft">{t("computerVoice")}</p>}
      </Fact>
      {book.videoLanguages.length > 0 && <Fact name={t("fact.signed")}>{t("signed")}</Fact>}
      {ages && <Fact name={t("fact.age")}>{ages}</Fact>}
      <Fact name={t("fact.length")}>{t(book.duration === null ? "aboutMinutes" : "minutes", { count: minutes })}</Fact>
      {book.illustrators.length > 0 && <Fact name={t("fact.illustrator")}>{book.illustrators.join(", ")}</Fact>}
      {book.narrators.length > 0 && <Fact name={t("fact.narrator")}>{book.narrators.join(", ")}</Fact>}
      {book.publisher && <Fact name={t("fact.publisher")}>{book.publisher}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
