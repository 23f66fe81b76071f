import { useActionData, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatReason } from "~/forms/messages";
import { Banner } from "~/ui/banner";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { Upload } from "~/ui/icons";
import { ProgressBar } from "~/ui/progress-bar";
import type { UploadRefusal } from "./import-page.server";

type Sending = { sent: number; total: number };

const megabyte = 1024 * 1024;
const workbookTypes = ".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Upload of one workbook: a plain form; with script it shows the progress. */
export function UploadForm({ organization, size }: { organization: string; size: number }) {
  const { t } = useTranslation("import");
  const rejected = useActionData<UploadRefusal>();
  const { refusal, sending, isBroken, send } = useUpload(organization, rejected ?? null);
  const isBusy = useNavigation().state === "submitting" || sending !== null;
  const isMissing = refusal?.problem === "missing";
  return (
    <Card title={t("upload.title")}>
      <div aria-live="polite" className="empty:hidden">
        {isBroken && <Banner type="error">{t("upload.broken")}</Banner>}
        {refusal && !isMissing && !isBusy && (
          <Banner type="error" title={t("refused.title")}>
            <Refused refusal={refusal} />
          </Banner>
        )}
      </div>
      <Form
        method="post"
        action={`/controlpanel/import?organization=${organization}`}
        encType="multipart/form-data"
        onSubmit={send}
        className="mt-4 grid gap-4"
      >
        <FileField
          label={t("upload.file")}
          hint={t("upload.hint", { size })}
          errors={isMissing && !isBusy ? t("refused.missing") : null}
          name="file"
          accept={workbookTypes}
        />
        {sending && <UploadProgress {...sending} />}
        <div>
          <Button variant="primary" icon={Upload} busy={isBusy}>
            {t(isBusy ? "upload.busy" : "upload.submit")}
          </Button>
        </div>
      </Form>
    </Card>
  );
}

function Refused({ refusal: { problem, reason } }: { refusal: UploadRefusal }) {
  const { t } = useTranslation("import");
  const { t: tPanel } = useTranslation("control-panel");
  if (problem === "running" || (problem === "other" && reason !== "")) return <>{formatReason(tPanel, reason)}</>;
  return <>{t(`refused.${problem}`)}</>;
}

function UploadProgress({ sent, total }: Sending) {
  const { t, i18n } = useTranslation("import");
  const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 });
  const text = t("upload.progress", { sent: format.format(sent / megabyte), total: format.format(total / megabyte) });
  const isThrough = total > 0 && sent >= total;
  return (
    <ProgressBar
      label={t(isThrough ? "upload.received" : "upload.busy")}
      value={sent}
      max={Math.max(total, 1)}
      text={text}
    />
  );
}

/** Uploads by XMLHttpRequest, since fetch does not report upload progress. */
function useUpload(organization: string, rejected: UploadRefusal | null) {
  const navigate = useNavigate();
  const [sending, setSending] = useState<Sending | null>(null);
  const [refusal, setRefusal] = useState<UploadRefusal | null>(null);
  const [isBroken, setBroken] = useState(false);
  const request = useRef<XMLHttpRequest | null>(null);

  function send(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const file = new FormData(form).get("file");
    // Without a file the plain form is submitted: the route's action returns the error.
    if (!(file instanceof File) || file.name === "") return;
    event.preventDefault();
    if (request.current) return;
    const upload = new XMLHttpRequest();
    request.current = upload;
    setRefusal(null);
    setBroken(false);
    setSending({ sent: 0, total: file.size });
    const end = () => {
      request.current = null;
      setSending(null);
    };
    upload.upload.addEventListener("progress", ({ loaded, total }) => setSending({ sent: loaded, total }));
    upload.addEventListener("load", () => {
      const response = parsed(upload.responseText);
      if (upload.status === 201 && response && "to" in response) {
        navigate(response.to);
        return;
      }
      end();
      if (response && "problem" in response) setRefusal(response);
      else setBroken(true);
    });
    for (const event of ["error", "abort", "timeout"] as const) {
      upload.addEventListener(event, () => {
        end();
        setBroken(true);
      });
    }
    upload.open("POST", `/controlpanel/import/upload?organization=${organization}`);
    upload.send(new FormData(form));
  }

  return { refusal: refusal ?? (isBroken ? null : rejected), sending, isBroken, send };
}

function parsed(text: string): { to: string } | UploadRefusal | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
