import { getFormProps, useForm } from "@conform-to/react";
import { useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { type FormResult, type FormValues, fieldProps, resultFor } from "~/forms/form-result";
import { Button } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { TextField } from "~/ui/field";
import { Form } from "~/ui/form";
import { useReasons } from "./reasons";

type CouponFormProps = {
  /** The form's intent value. */
  intent: string;
  /** The coupon already applied. */
  couponId?: string | null;
  result: FormResult | null | undefined;
};

/** Form to redeem a coupon; opens automatically if the coupon was rejected. */
export function CouponForm({ intent, couponId, result }: CouponFormProps) {
  const { t } = useTranslation("payment");
  const { pathname } = useLocation();
  const formatReasons = useReasons();
  const [form, fields] = useForm<FormValues>({
    id: "coupon",
    lastResult: resultFor(result, intent),
    defaultValue: { couponId: couponId ?? "" },
  });
  return (
    <Disclosure title={t("coupon.have")} open={result?.intent === intent}>
      <Form
        method="post"
        action={`${pathname}#coupon`}
        {...getFormProps(form)}
        noValidate
        className="flex flex-wrap items-start gap-3"
      >
        <input type="hidden" name="intent" value={intent} />
        <TextField
          {...fieldProps(fields.couponId, formatReasons)}
          label={t("coupon.label")}
          autoComplete="off"
          className="flex-1"
        />
        {/* Beside the input, below the height of its label; an error is below both. */}
        <div className="mt-7">
          <Button>{t("coupon.redeem")}</Button>
        </div>
      </Form>
    </Disclosure>
  );
}
