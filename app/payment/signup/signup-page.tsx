import { getFormProps, useForm } from "@conform-to/react";
import { Link, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormErrors } from "~/forms/form-errors";
import { type FormResult, type FormValues, fieldProps } from "~/forms/form-result";
import { PaymentLayout, PlansProblemBanner } from "~/payment/payment-layout";
import { PlanChoice } from "~/payment/plan-choice";
import { useReasons } from "~/payment/reasons";
import { realms } from "~/realms/realm";
import { Button } from "~/ui/button";
import { Checkbox, ChoiceGroup } from "~/ui/choice";
import { PasswordField, TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { ArrowRight } from "~/ui/icons";
import { SelectField } from "~/ui/select";
import type { SignupPageData } from "./signup.server";
import { signupFields } from "./signup-form";

type SignupPageProps = { page: SignupPageData; result: FormResult | undefined };

/** First of two sign-up pages: plan and account. docs/product/shell.md#sign-up-payment. */
export function SignupPage({ page, result }: SignupPageProps) {
  const { t } = useTranslation("payment");
  return (
    <PaymentLayout title={t("signup.title")} step={1}>
      <p className="text-18 text-ink-soft">{t("signup.intro")}</p>
      {page.problem ? <PlansProblemBanner problem={page.problem} /> : <SignupForm page={page} result={result} />}
      <p>
        {t("signup.hasAccount")}{" "}
        <Link to="/login" className="font-semibold text-primary underline underline-offset-2">
          {t("signup.logIn")}
        </Link>
      </p>
    </PaymentLayout>
  );
}

function SignupForm({ page, result }: SignupPageProps) {
  const { t, i18n } = useTranslation("payment");
  const formatReasons = useReasons();
  const navigation = useNavigation();
  const isSending = navigation.state !== "idle" && navigation.formMethod === "POST";
  const [form, fields] = useForm<FormValues>({
    id: "signup",
    lastResult: result?.lastResult,
    defaultValue: { priceId: page.priceId ?? page.prices[0]?.id ?? "", country: page.realm },
  });
  const names = new Intl.DisplayNames([i18n.language], { type: "region" });
  const field = (name: (typeof signupFields)[number]) => ({
    ...fieldProps(fields[name], formatReasons),
    label: t(`fields.${name}`),
  });
  return (
    <Form method="post" {...getFormProps(form)} noValidate className="flex flex-col gap-5">
      <FormErrors
        formId="signup"
        lastResult={result?.lastResult}
        fields={signupFields}
        labelOf={(name) => t(`fields.${name}`)}
        formatReason={(reason) => formatReasons([reason])[0] ?? reason}
      />
      <PlanChoice
        products={page.products}
        prices={page.prices}
        name="priceId"
        id="signup-priceId"
        selected={String(fields.priceId?.initialValue ?? "")}
        errors={formatReasons(fields.priceId?.errors)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...field("firstname")} autoComplete="given-name" />
        <TextField {...field("lastname")} autoComplete="family-name" />
      </div>
      <TextField {...field("email")} type="email" autoComplete="email" hint={t("signup.emailHint")} />
      <PasswordField
        {...field("password")}
        defaultValue=""
        autoComplete="new-password"
        hint={t("signup.passwordHint")}
      />
      <SelectField
        {...field("country")}
        options={realms.map((realm) => ({
          value: realm,
          label: names.of(realm === "uk" ? "GB" : realm.toUpperCase()) ?? realm,
        }))}
      />
      <ChoiceGroup
        id="signup-privacy"
        label={t("fields.privacy")}
        hideLabel
        errors={formatReasons(fields.privacy?.errors)}
      >
        <Checkbox
          name="privacy"
          defaultChecked={fields.privacy?.initialValue === "on"}
          label={
            <>
              {t("signup.privacy")}{" "}
              <Link to="/privacy" target="_blank" className="font-semibold text-primary underline underline-offset-2">
                {t("signup.privacyLink")}
              </Link>
            </>
          }
        />
      </ChoiceGroup>
      <Button variant="primary" size="large" iconAfter={ArrowRight} busy={isSending} wide>
        {t("signup.next")}
      </Button>
      <p className="text-14 text-ink-soft">{t("signup.nothingCharged")}</p>
    </Form>
  );
}
