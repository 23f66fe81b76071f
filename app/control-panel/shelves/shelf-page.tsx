import { Link, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SmallCover } from "~/control-panel/books/small-cover";
import { stepUpHref } from "~/control-panel/forms/step-up-href";
import { OwnerFrame } from "~/control-panel/owners/owner-frame";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { BookOpen, Check, Lock, Plus, Search, X } from "~/ui/icons";
import { EmptyState } from "~/ui/states";
import { ownerShelfIntents } from "./shelf-intents";
import type { OwnerShelfData, Removal, ShelfBookRow } from "./shelves.server";

const searchId = "add";

/** Shelf of a person, a class or a school: its books, and a search for more. */
export function ShelfPage({ owner, books, schoolBooks, q, results, removal }: OwnerShelfData) {
  const { t } = useTranslation("shelves");
  const { pathname } = useLocation();
  const kind = owner.kind === "groups" || owner.kind === "organizations" ? owner.kind : "people";
  return (
    <OwnerFrame owner={owner} current="shelf" title={t("title.organizations")}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="space-y-6">
          <Card title={t(`title.${kind}`)}>
            <p className="mb-4 max-w-[65ch] text-ink-soft">{t(`intro.${kind}`)}</p>
            {books.length > 0 && removal !== "allowed" && <SecureLoginNeeded removal={removal} />}
            {books.length === 0 ? (
              <EmptyState title={t("empty")} icon={BookOpen} />
            ) : (
              <Books books={books} action={removal === "allowed" ? "take" : null} />
            )}
          </Card>
          {schoolBooks.length > 0 && (
            <Card title={t("title.school")}>
              <Books books={schoolBooks} action={null} />
            </Card>
          )}
        </div>
        <Card title={t("add")} id={searchId}>
          {/* The results may be below many books of the shelf. */}
          <Form
            method="get"
            action={`${pathname}#${searchId}`}
            role="search"
            className="mb-4 flex flex-wrap items-end gap-2"
          >
            <TextField
              label={t("search")}
              type="search"
              name="q"
              maxLength={100}
              icon={Search}
              defaultValue={q}
              className="min-w-48 flex-1"
            />
            <Button>{t("find")}</Button>
          </Form>
          {results?.length === 0 && <p role="status">{t("nothing", { q })}</p>}
          {results && results.length > 0 && <Books books={results} action="put" isPerson={kind === "people"} />}
          {!results && <p className="text-ink-soft">{t("addHint")}</p>}
        </Card>
      </div>
    </OwnerFrame>
  );
}

function SecureLoginNeeded({ removal }: { removal: Removal }) {
  const { t } = useTranslation(["shelves", "control-panel"]);
  const { pathname } = useLocation();
  return (
    <div className="mb-4">
      <Banner type="info" title={t(removal === "stepUp" ? "removalNeeds" : "needsSecureLogin")}>
        {removal === "stepUp" && (
          <LinkButton to={stepUpHref(pathname)} icon={Lock} size="small" className="mt-2">
            {t("control-panel:form.stepUp")}
          </LinkButton>
        )}
      </Banner>
    </div>
  );
}

type BooksProps = {
  books: readonly ShelfBookRow[];
  action: "put" | "take" | null;
  /** Whether the shelf belongs to a person. */
  isPerson?: boolean;
};

/** List of books, each with its action. */
function Books({ books, action, isPerson = false }: BooksProps) {
  return (
    <ul>
      {books.map((book) => (
        <li key={book.id} className="flex items-center gap-4 border-line border-b py-2 last:border-0">
          <SmallCover url={book.coverUrl} />
          <span className="min-w-0 flex-1">
            <Link
              to={`/books/${encodeURIComponent(book.id)}`}
              lang={book.language}
              dir="auto"
              className="wrap-anywhere inline-flex min-h-6 font-semibold text-ink hover:text-primary"
            >
              {book.title}
            </Link>
            {book.authors.length > 0 && (
              <span className="block text-14 text-ink-soft wrap-anywhere">{book.authors.join(", ")}</span>
            )}
          </span>
          {action && <BookAction {...{ book, action, isPerson }} />}
        </li>
      ))}
    </ul>
  );
}

function BookAction({ book, action, isPerson }: { book: ShelfBookRow; action: "put" | "take"; isPerson: boolean }) {
  const { t } = useTranslation("shelves");
  const { pathname, search } = useLocation();
  // A book on the school's shelf can also be put on a pupil's own shelf.
  if (action === "put" && book.shelf === (isPerson ? "own" : "school")) {
    return (
      <span className="flex items-center gap-1 text-14 text-ink-soft">
        <Icon of={Check} size={16} />
        {t("isOn")}
      </span>
    );
  }
  return (
    <Form method="post" action={`${pathname}${search}`} preventScrollReset>
      <input type="hidden" name="intent" value={ownerShelfIntents[action]} />
      <input type="hidden" name="book" value={book.id} />
      <Button size="small" variant={action === "take" ? "quiet" : "secondary"} icon={action === "put" ? Plus : X}>
        {t(`actions.${action}`)}
        <span className="sr-only">{` ${book.title}`}</span>
      </Button>
    </Form>
  );
}
