import { useActionData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { BookPlus } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import type { MissingFile, NewBookData } from "./new-book.server";
import { UploadList } from "./upload-list";
import { useSending } from "./use-sending";

const megabyte = 1024 * 1024;
export const bookTypes = ".epub,application/epub+zip";

/** Upload of book files to the country's catalogue, several at once. */
export function NewBookPage({ size, uploads }: NewBookData) {
  const { t } = useTranslation("books");
  const result = useActionData<MissingFile>();
  const { files, isBusy, isMissing, send } = useSending("/controlpanel/books/upload", size * megabyte);
  const isSubmitting = useNavigation().state === "submitting" || isBusy;
  return (
    <div className="max-w-3xl space-y-6">
      <PageHeader
        crumbs={[{ label: t("list.title"), to: "/controlpanel/books" }]}
        title={t("new.title")}
        intro={t("new.intro")}
      />
      <Card>
        <Form method="post" encType="multipart/form-data" onSubmit={send} className="grid gap-4">
          <FileField
            label={t("new.file")}
            hint={t("new.file_hint", { size })}
            errors={(result || isMissing) && !isSubmitting ? t("error.no_file") : null}
            name="file"
            accept={bookTypes}
            multiple
          />
          <div>
            <Button variant="primary" icon={BookPlus} busy={isSubmitting}>
              {t(isSubmitting ? "new.busy" : "new.submit")}
            </Button>
          </div>
        </Form>
      </Card>
      <div id="uploads">
        <Card title={t("uploads.title")}>
          <UploadList sending={files} uploads={uploads} />
        </Card>
      </div>
    </div>
  );
}
