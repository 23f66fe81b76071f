import { useActionData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ConfirmationField } from "~/control-panel/forms/confirmation-field";
import { editFormKey } from "~/forms/edit-form-key";
import type { FormResult } from "~/forms/form-result";
import { useMoment } from "~/shell/moment";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Disclosure } from "~/ui/disclosure";
import { Form } from "~/ui/form";
import { BookOpen, Undo2 } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { AccessibilityGaps } from "./accessibility-gaps";
import { BookForm } from "./book-form";
import { bookIntents } from "./book-intents";
import { BookVersions } from "./book-versions";
import type { CatalogueBookData } from "./catalogue-book.server";
import { State } from "./catalogue-page";

/** A book of the catalogue: metadata, access rights, versions, and withdrawal. */
export function CatalogueBookPage(props: CatalogueBookData) {
  const { book } = props;
  const { t } = useTranslation("books");
  const result = useActionData<FormResult>();
  return (
    <>
      <PageHeader
        crumbs={[{ label: t("list.title"), to: "/controlpanel/books" }]}
        title={
          <span lang={book.language} dir="auto">
            {book.title}
          </span>
        }
        intro={
          <>
            {book.authors.length > 0 && <span className="mb-1 block">{book.authors.join(", ")}</span>}
            <State book={book} />
          </>
        }
        actions={
          !book.withdrawnAt && (
            <LinkButton to={`/books/${encodeURIComponent(book.id)}`} icon={BookOpen}>
              {t("book.look")}
            </LinkButton>
          )
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]">
        <div className="min-w-0 space-y-6">
          <Notes {...props} />
          <BookForm key={editFormKey(book.editVersion, result)} {...props} />
        </div>
        <div className="min-w-0 space-y-6">
          <BookVersions {...props} />
          {book.withdrawnAt ? <BringBack withdrawnAt={book.withdrawnAt} /> : <Withdrawal title={book.title} />}
        </div>
      </div>
    </>
  );
}

function Notes({ book: { warnings, missingFiles, gaps }, countries }: CatalogueBookData) {
  const { t, i18n } = useTranslation("books");
  const list = new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(countries);
  return (
    <>
      {(warnings.length > 0 || missingFiles.length > 0) && (
        <Banner type="warning" title={t("warnings.title")}>
          <ul className="list-disc ps-5">
            {warnings.map((warning) => (
              <li key={warning}>{t(`warnings.${warning}`)}</li>
            ))}
            {missingFiles.map((path) => (
              <li key={path} className="wrap-anywhere">
                {t("notes.missing-file", { path })}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {gaps.length > 0 && (
        <Disclosure title={t("gaps.title")}>
          <AccessibilityGaps gaps={gaps} />
        </Disclosure>
      )}
      {countries.length > 0 && <Banner type="info">{t("book.elsewhere", { countries: list })}</Banner>}
    </>
  );
}

function Withdrawal({ title }: { title: string }) {
  const { t } = useTranslation("books");
  const { pathname } = useLocation();
  const result = useActionData<FormResult>();
  return (
    <Card title={t("withdraw.title")} id="deletion">
      <Form method="post" action={`${pathname}#deletion`} className="space-y-3">
        <p className="text-ink-soft">{t("withdraw.text")}</p>
        <ConfirmationField label={t("withdraw.sure", { title })} result={result} intent={bookIntents.withdraw} />
        <Button variant="danger" name="intent" value={bookIntents.withdraw}>
          {t("withdraw.submit")}
        </Button>
      </Form>
    </Card>
  );
}

function BringBack({ withdrawnAt }: { withdrawnAt: string }) {
  const { t } = useTranslation("books");
  const when = useMoment();
  return (
    <Card title={t("bringBack.title")}>
      <Form method="post" className="space-y-3">
        <p className="text-ink-soft">{t("bringBack.text", { when: when(withdrawnAt) })}</p>
        <Button variant="primary" icon={Undo2} name="intent" value={bookIntents.bringBack}>
          {t("bringBack.submit")}
        </Button>
      </Form>
    </Card>
  );
}
