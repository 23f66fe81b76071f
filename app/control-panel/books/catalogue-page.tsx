import { useTranslation } from "react-i18next";
import { BehindLastPage } from "~/control-panel/lists/list-pages";
import { useAges } from "~/library/book-facts";
import type { CatalogueBook } from "~/services/contracts/book-catalogue";
import { useNumber } from "~/shell/number";
import { Button, LinkButton } from "~/ui/button";
import { ChipLink } from "~/ui/chip";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { BookOpen, BookPlus, Search } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Pill } from "~/ui/pill";
import { EmptyState } from "~/ui/states";
import { type Column, Table } from "~/ui/table";
import type { CatalogueData, ListedBook } from "./catalogue.server";
import { SmallCover } from "./small-cover";

const path = "/controlpanel/books";

/** All books of the country, including withdrawn ones. */
export function CataloguePage({ books, total, page, size, q, state }: CatalogueData) {
  const { t } = useTranslation("books");
  const formatNumber = useNumber();
  const hrefOf = (change: { state?: string | null; page?: number }) => {
    const wanted = { q, state: change.state === undefined ? state : change.state, page: change.page ?? 1 };
    const parameters = new URLSearchParams();
    if (wanted.q) parameters.set("q", wanted.q);
    if (wanted.state) parameters.set("state", wanted.state);
    if (wanted.page > 1) parameters.set("page", String(wanted.page));
    return parameters.size > 0 ? `${path}?${parameters}` : path;
  };
  const from = (page - 1) * size + 1;
  return (
    <>
      <PageHeader
        title={t("list.title")}
        count={formatNumber(total)}
        intro={t("list.intro")}
        actions={
          <LinkButton to={`${path}/new`} variant="primary" icon={BookPlus}>
            {t("new.title")}
          </LinkButton>
        }
      />
      <div className="space-y-4">
        <Form method="get" role="search" className="flex max-w-2xl flex-wrap items-end gap-2">
          <TextField
            key={q}
            label={t("list.search")}
            type="search"
            name="q"
            maxLength={100}
            icon={Search}
            defaultValue={q}
            className="min-w-48 flex-1"
          />
          {state && <input type="hidden" name="state" value={state} />}
          <Button>{t("list.find")}</Button>
        </Form>
        <nav aria-label={t("list.filters")} className="flex flex-wrap gap-2">
          {([null, "offered", "withdrawn"] as const).map((name) => (
            <ChipLink key={name ?? "all"} to={hrefOf({ state: name })} isChosen={state === name}>
              {t(`list.states.${name ?? "all"}`)}
            </ChipLink>
          ))}
        </nav>
        <Books books={books} isFirst={page === 1} firstHref={hrefOf({})} />
        {books.length > 0 && total > size && (
          <Pagination
            previousHref={page > 1 ? hrefOf({ page: page - 1 }) : null}
            nextHref={page * size < total ? hrefOf({ page: page + 1 }) : null}
            position={t("list.position", {
              from: formatNumber(from),
              to: formatNumber(from + books.length - 1),
              total: formatNumber(total),
            })}
          />
        )}
      </div>
    </>
  );
}

function Books({ books, isFirst, firstHref }: { books: ListedBook[]; isFirst: boolean; firstHref: string }) {
  const { t } = useTranslation("books");
  const ages = useAges();
  const columns: Column<ListedBook>[] = [
    { id: "title", header: t("fields.title"), cell: (book) => <Title book={book} /> },
    {
      id: "language",
      header: t("fields.language"),
      from: "sm",
      cell: (book) => book.languageName,
    },
    { id: "kind", header: t("fields.kind"), from: "md", cell: ({ kind }) => t(`kinds.${kind}`) },
    { id: "age", header: t("fields.age"), from: "lg", cell: (book) => ages(book) ?? "" },
    { id: "state", header: t("list.state"), cell: (book) => <State book={book} /> },
  ];
  return (
    <Table
      caption={t("list.title")}
      columns={columns}
      rows={books}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `${path}/${encodeURIComponent(id)}`}
      empty={
        isFirst ? <EmptyState title={t("list.empty")} icon={BookOpen} /> : <BehindLastPage firstHref={firstHref} />
      }
    />
  );
}

function Title({ book }: { book: CatalogueBook }) {
  return (
    <span className="flex items-center gap-3 py-1">
      <SmallCover url={book.coverUrl} />
      <span className="min-w-0">
        <span lang={book.language} dir="auto" className="block wrap-anywhere">
          {book.title}
        </span>
        {book.authors.length > 0 && (
          <span className="block font-normal text-14 text-ink-soft wrap-anywhere">{book.authors.join(", ")}</span>
        )}
      </span>
    </span>
  );
}

/** Pills for whether the book is offered and what restricts access to it. */
export function State({
  book,
}: {
  book: Pick<CatalogueBook, "withdrawnAt" | "isTalking" | "isSample" | "subscriptions">;
}) {
  const { t } = useTranslation("books");
  return (
    <span className="flex flex-wrap gap-1">
      <Pill tone={book.withdrawnAt ? "warning" : "success"}>
        {t(book.withdrawnAt ? "list.withdrawn" : "list.offered")}
      </Pill>
      {book.isTalking && <Pill tone="info">{t("fields.talking")}</Pill>}
      {book.isSample && <Pill tone="info">{t("fields.sample")}</Pill>}
      {book.subscriptions.length > 0 && <Pill tone="neutral">{t("list.narrowed")}</Pill>}
    </span>
  );
}
