import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { maxProfiles, profileLimitReason } from "~/services/contracts/family-profiles";
import { readMessage } from "~/services/contracts/form-messages";
import { HomeLayout } from "~/shell/home-layout";
import { PageHeader } from "~/ui/page-header";
import { useHeadingFocus } from "~/ui/use-heading-focus";

type ParentPageProps = {
  title: string;
  /** Pages between the profile and this one. */
  crumbs?: { label: string; to: string }[];
  children: ReactNode;
};

/** Frame of the pages on which parents manage their children. */
export function ParentPage({ title, crumbs = [], children }: ParentPageProps) {
  const { t } = useTranslation("family");
  const heading = useHeadingFocus();
  return (
    <HomeLayout>
      <div className="mx-auto max-w-2xl">
        <PageHeader
          title={title}
          heading={heading}
          crumbs={[{ label: t("session:profile.title"), to: "/profile" }, ...crumbs]}
        />
        {children}
      </div>
    </HomeLayout>
  );
}

/** Translates a reason of a form's schema or of the service. */
export function useReasonText(): (reason: string) => string {
  const { t } = useTranslation("family");
  return (reason) => {
    if (reason === profileLimitReason) return t("messages.mostChildren", { max: maxProfiles });
    const message = readMessage(reason);
    return message ? t(`messages.${message.key}`, { ...message.values, defaultValue: reason }) : reason;
  };
}
