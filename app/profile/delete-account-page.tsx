import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type FormValues, fieldProps } from "~/forms/form-result";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import { SeveralErrors } from "~/session/sign-in/several-errors";
import { HomeLayout } from "~/shell/home-layout";
import { Banner } from "~/ui/banner";
import { Button, buttonClasses, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { PasswordField } from "~/ui/field";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Download, Trash2 } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import type { DeleteAccountData, DeleteAccountResult } from "./delete-account.server";

type PageProps = { page: DeleteAccountData; result: DeleteAccountResult | undefined };

/** Says what is deleted and what is kept, offers the export and the withdrawal, then asks for the password. */
export function DeleteAccountPage({ page, result }: PageProps) {
  const { t } = useTranslation("deletion");
  return (
    <HomeLayout hasFooter>
      <div className="mx-auto max-w-2xl">
        <PageHeader title={t("title")} crumbs={[{ label: t("session:profile.title"), to: "/profile" }]} />
        <div className="flex flex-col gap-6">
          <Card title={t("export.title")}>
            <p className="mb-4">{t("export.text")}</p>
            <a href="/profile/export" className={buttonClasses({})}>
              <Icon of={Download} />
              {t("export.button")}
            </a>
          </Card>
          <Card title={t("goes.title")}>
            <ul className="list-disc pl-5">
              <li>{t("goes.children")}</li>
              <li>{t("goes.account")}</li>
              {page.hasPlan && <li>{t(page.isUnpaid ? "goes.planUnpaid" : "goes.plan")}</li>}
            </ul>
            <p className="mt-4">{t("goes.restore")}</p>
          </Card>
          <Card title={t("stays.title")}>
            <p>{t("stays.text", { years: page.invoiceYears })}</p>
          </Card>
          {page.mayWithdraw && (
            <Banner type="warning" title={t("withdraw.title")}>
              <p>{t("withdraw.text")}</p>
              <p className="mt-3">
                <Link to="/withdraw" className="font-semibold underline underline-offset-2">
                  {t("withdraw.link")}
                </Link>
              </p>
            </Banner>
          )}
          <DeleteForm page={page} result={result} />
        </div>
      </div>
    </HomeLayout>
  );
}

function DeleteForm({ page, result }: PageProps) {
  const { t } = useTranslation("deletion");
  const { t: tSession } = useTranslation("session");
  const [form, fields] = useForm<FormValues>({ id: "delete-account", lastResult: result?.lastResult ?? null });
  return (
    <Card title={t("form.title")}>
      <Form method="post" {...getFormProps(form)} className="flex flex-col gap-4">
        {page.hasPlan && <p>{t(page.isUnpaid ? "form.textUnpaid" : "form.text")}</p>}
        <SeveralErrors
          formId="delete-account"
          lastResult={result?.lastResult ?? null}
          labels={{ currentPassword: t("form.password") }}
        />
        {page.needsPassword && (
          <PasswordField
            {...fieldProps(fields.currentPassword, (reasons) => formatSignInReasons(tSession, reasons))}
            label={t("form.password")}
            autoComplete="current-password"
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="danger" icon={Trash2}>
            {t("form.button")}
          </Button>
          <LinkButton to="/profile" variant="quiet">
            {t("form.cancel")}
          </LinkButton>
        </div>
      </Form>
    </Card>
  );
}
