import { useTranslation } from "react-i18next";
import { useCalendarDay, useMoment } from "~/shell/moment";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { Upload } from "~/ui/icons";
import type { CatalogueBookData } from "./catalogue-book.server";
import { bookTypes } from "./new-book-page";
import { UploadList } from "./upload-list";
import { useSending } from "./use-sending";

const megabyte = 1024 * 1024;

/** The current file, an upload form for the next version, and earlier versions. */
export function BookVersions({ book, uploads, size }: CatalogueBookData) {
  const { t } = useTranslation("books");
  const query = `?book=${encodeURIComponent(book.id)}`;
  const { files, isBusy, isMissing, send } = useSending(`/controlpanel/books/upload${query}`, size * megabyte);
  const recentUploads = uploads.filter(({ isVersion }) => isVersion).slice(0, 3);
  return (
    <div id="versions">
      <Card title={t("versions.title")}>
        <Versions versions={book.versions} />
        <Form
          method="post"
          action={`/controlpanel/books/new${query}`}
          encType="multipart/form-data"
          onSubmit={send}
          className="mt-4 grid gap-3"
        >
          <FileField
            label={t("versions.file")}
            hint={t("versions.hint", { size })}
            errors={isMissing ? t("error.no_file") : null}
            name="file"
            accept={bookTypes}
          />
          <div>
            <Button icon={Upload} busy={isBusy}>
              {t(isBusy ? "new.busy" : "versions.submit")}
            </Button>
          </div>
        </Form>
        {(files.length > 0 || recentUploads.length > 0) && (
          <div className="mt-4">
            <UploadList sending={files} uploads={recentUploads} />
          </div>
        )}
      </Card>
    </div>
  );
}

function Versions({ versions }: Pick<CatalogueBookData["book"], "versions">) {
  const { t } = useTranslation("books");
  const when = useMoment();
  const day = useCalendarDay();
  return (
    <ol className="divide-y divide-line">
      {versions.map(({ version, fileName, addedAt, readableUntil }) => (
        <li key={version} className="py-2">
          <span className="block font-semibold wrap-anywhere">{fileName ?? t("versions.unnamed")}</span>
          <span className="block text-14 text-ink-soft">{t("versions.added", { when: when(addedAt) })}</span>
          <span className="block text-14 text-ink-soft">
            {readableUntil ? t("versions.until", { day: day(readableUntil.slice(0, 10)) }) : t("versions.now")}
          </span>
        </li>
      ))}
    </ol>
  );
}
