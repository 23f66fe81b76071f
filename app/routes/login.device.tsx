import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { backendOf } from "~/clients/backend-of.server";
import type { FormResult, FormValues } from "~/forms/form-result";
import { spacedBadge } from "~/services/contracts/badge";
import { CodeField, useFragmentCode } from "~/session/badges/sign-in-code";
import { joinDevice, loadJoinDevice } from "~/session/joined-devices/join-device.server";
import { LoginPage } from "~/session/sign-in/login-page";
import { formatSignInReasons } from "~/session/sign-in/reason-messages";
import { SignInMethodForm } from "~/session/sign-in/sign-in-method-form";
import type { Titled } from "~/shell/page-title";
import { Banner } from "~/ui/banner";

export { ErrorPage as ErrorBoundary } from "~/shell/error-page";

export const handle = {
  i18n: ["session"],
  title: ({ t, data }: Titled<typeof loader>) =>
    t(data.hasEnded ? "session:joining.endedTitle" : "session:joining.title"),
};

export { headers } from "~/session/response-headers";

export const loader = ({ request, context }: LoaderFunctionArgs) => loadJoinDevice(backendOf(context), request);

export const action = ({ request, context }: ActionFunctionArgs) => joinDevice(backendOf(context), request);

/**
 * Target page of the QR code that joins a device to a child. The code is in the fragment, which never reaches a server by itself; without
 * script it is typed. Only a press joins, because the link ends whatever session this browser has.
 */
export default function JoinDevice() {
  const { signedInName, hasEnded } = useLoaderData<typeof loader>();
  const result = useActionData<FormResult>();
  const { t } = useTranslation("session");
  const [form, fields] = useForm<FormValues>({ id: "device", lastResult: result?.lastResult ?? null });
  const element = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState("");
  const [isDamaged, setDamaged] = useState(false);

  const take = useCallback((read: string | null) => {
    setDamaged(read === null);
    if (read === null) return;
    setCode(spacedBadge(read));
    element.current?.querySelector<HTMLButtonElement>("button[type=submit]")?.focus();
  }, []);
  useFragmentCode(take);

  return (
    <LoginPage
      title={t(hasEnded ? "joining.endedTitle" : "joining.title")}
      isNextStep={hasEnded}
      otherWays={
        hasEnded && (
          <Link
            to="/login"
            className="inline-flex min-h-11 items-center text-14 text-primary underline underline-offset-2"
          >
            {t("joining.logIn")}
          </Link>
        )
      }
    >
      <p className="mb-4">{t(hasEnded ? "joining.endedText" : "joining.text")}</p>
      <SignInMethodForm
        ref={element}
        form={form}
        redirectTo="/bookshelf"
        authorize={null}
        submitLabel={t("joining.submit")}
      >
        {isDamaged && <Banner type="error">{t("joining.damaged")}</Banner>}
        {signedInName !== null && <Banner type="warning">{t("joining.signedIn", { name: signedInName })}</Banner>}
        <CodeField
          id={fields.code?.id}
          name="code"
          label={t("joining.code")}
          hint={t("joining.hint")}
          errors={formatSignInReasons(t, fields.code?.errors)}
          value={code}
          onType={(typed) => {
            setDamaged(false);
            setCode(typed);
          }}
        />
      </SignInMethodForm>
    </LoginPage>
  );
}
