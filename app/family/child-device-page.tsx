import { getFormProps, useForm } from "@conform-to/react";
import { useActionData } from "@remix-run/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormValues, fieldProps } from "~/forms/form-result";
import { spacedBadge } from "~/services/contracts/badge";
import { deviceNameLength, joinedDeviceDays } from "~/services/contracts/device-link";
import type { FamilyProfile } from "~/services/contracts/family-profiles";
import { Banner } from "~/ui/banner";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { TabletSmartphone } from "~/ui/icons";
import { QrCodeImage } from "~/ui/qr-code";
import { useTakenFocus } from "~/ui/use-taken-focus";
import type { ChildDeviceResult, DeviceLink } from "./child-device.server";
import { ParentPage, useReasonText } from "./parent-page";

/** A parent joins a device to a child. Making the link is a form, since it changes something; it works without script. */
export function ChildDevicePage({ child }: { child: FamilyProfile }) {
  const { t } = useTranslation("family");
  const { name } = child;
  const result = useActionData<ChildDeviceResult>();
  return (
    <ParentPage title={t("device.title", { name })} crumbs={[{ label: name, to: `/profile/children/${child.id}` }]}>
      <Card>
        <p>{t("device.text", { name })}</p>
        <p className="mt-3 mb-6 text-ink-soft">{t("device.lasts", { days: joinedDeviceDays })}</p>
        {result?.link ? <Link link={result.link} /> : <NameForm name={name} result={result} />}
      </Card>
    </ParentPage>
  );
}

function NameForm({ name, result }: { name: string; result: ChildDeviceResult | undefined }) {
  const { t } = useTranslation("family");
  const formatReason = useReasonText();
  const [form, fields] = useForm<FormValues>({
    id: "device",
    lastResult: result?.lastResult ?? null,
    defaultValue: { deviceName: t("device.defaultName", { name }).slice(0, deviceNameLength) },
  });
  return (
    <Form method="post" {...getFormProps(form)} className="flex flex-col gap-6">
      <FormErrors
        formId="device"
        lastResult={result?.lastResult}
        fields={["deviceName"]}
        labelOf={() => t("device.name")}
        formatReason={formatReason}
      />
      {result?.failed && <Banner type="error">{t("messages.failed")}</Banner>}
      <TextField
        {...fieldProps(fields.deviceName, (reasons) => (reasons ?? []).map(formatReason))}
        label={t("device.name")}
        hint={t("device.nameHint")}
        maxLength={deviceNameLength}
        autoComplete="off"
      />
      <div>
        <Button variant="primary" icon={TabletSmartphone}>
          {t("device.make")}
        </Button>
      </div>
    </Form>
  );
}

function Link({ link: { address, code } }: { link: DeviceLink }) {
  const { t } = useTranslation("family");
  const page = new URL(address);
  const instruction = useRef<HTMLParagraphElement>(null);
  useTakenFocus(instruction, true, code);
  return (
    <div className="flex flex-col gap-4">
      <p ref={instruction} className="font-semibold outline-none" tabIndex={-1}>
        {t("device.scan")}
      </p>
      <QrCodeImage address={address} label={t("device.square")} />
      <p>{t("device.orType", { address: page.host + page.pathname })}</p>
      <p className="select-all break-words rounded-control bg-sunken p-3 font-mono text-18">{spacedBadge(code)}</p>
      <p className="text-ink-soft">{t("device.once")}</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/profile#devices">{t("device.toList")}</LinkButton>
        <LinkButton to="." variant="quiet">
          {t("device.again")}
        </LinkButton>
      </div>
    </div>
  );
}
