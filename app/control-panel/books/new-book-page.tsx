import { useActionData, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { BookOpen, BookPlus } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import type { NewBookAnswer, NewBookData } from "./new-book.server";

/** One file, one book. A refusal says in one line why. */
export function NewBookPage({ size }: NewBookData) {
  const { t } = useTranslation("books");
  const { t: tellPanel } = useTranslation("control-panel");
  const answer = useActionData<NewBookAnswer>();
  const isBusy = useNavigation().state === "submitting";
  return (
    <div className="max-w-2xl">
      <PageHeader
        crumbs={[{ label: tellPanel("nav.overview"), to: "/controlpanel" }]}
        title={t("new.title")}
        intro={t("new.intro")}
      />
      {answer && !isBusy && answer.kind !== "missing" && (
        <div className="mb-6">
          <Answer answer={answer} />
        </div>
      )}
      <Card>
        <Form method="post" encType="multipart/form-data" className="grid gap-4">
          <FileField
            label={t("new.file")}
            hint={t("new.file_hint", { size })}
            errors={answer?.kind === "missing" ? t("error.no_file") : null}
            name="file"
            accept=".epub,application/epub+zip"
          />
          <div>
            <Button variant="primary" icon={BookPlus} busy={isBusy}>
              {t(isBusy ? "new.busy" : "new.submit")}
            </Button>
          </div>
        </Form>
      </Card>
    </div>
  );
}

function Answer({ answer }: { answer: Exclude<NewBookAnswer, { kind: "missing" }> }) {
  const { t } = useTranslation("books");
  if (answer.kind === "refused") {
    return (
      <Banner type="error" title={t("new.refused")}>
        {t(`refused.${answer.reason}`)}
      </Banner>
    );
  }
  return (
    <Banner
      type="success"
      title={t("new.added", { title: answer.title })}
      actions={
        <LinkButton to={`/reader/${answer.id}`} icon={BookOpen}>
          {t("new.read")}
        </LinkButton>
      }
    />
  );
}
