import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { HomeLayout } from "~/shell/home-layout";
import { type ShellUser, useShellData } from "~/shell/shell-data";
import { Icon, type IconShape } from "~/ui/icon";
import { ArrowRight, BookHeart, BookOpen, CreditCard, Settings, UserRound, UsersRound } from "~/ui/icons";
import { HeroScene } from "./hero-scene";

type Service = { to: string; icon: IconShape; id: "manage" | "children" | "profile" | "settings" | "subscription" };

function servicesOf(user: ShellUser): Service[] {
  const manageTo = user.isSuperUser ? "/controlpanel/beta/manage" : "/controlpanel";
  const services: (Service | false)[] = [
    user.isEmployee && { to: manageTo, icon: UsersRound, id: "manage" },
    user.isGuardian && { to: "/children", icon: BookHeart, id: "children" },
    { to: "/profile", icon: UserRound, id: "profile" },
    user.isConsumer && { to: "/subscription", icon: CreditCard, id: "subscription" },
    !user.isConsumer && { to: "/settings", icon: Settings, id: "settings" },
  ];
  return services.filter((service): service is Service => Boolean(service));
}

type ServicesOverviewProps = {
  user: ShellUser;
  /** Assignments of a pupil, or of a guardian's pupils. */
  assignments: ReactNode;
};

/** Start page of a signed-in user: books first, then other services. docs/product/shell.md#screens. */
export function ServicesOverview({ user, assignments }: ServicesOverviewProps) {
  const { t } = useTranslation("landing");
  const brand = useShellData()?.brand ?? "fabel";
  return (
    <HomeLayout>
      <div className="mx-auto max-w-5xl">
        <h1 className="mb-6 text-28 sm:text-36">{t("services.hello", { name: user.name.split(" ")[0] })}</h1>
        <Link
          to="/bookshelf"
          className="group relative block overflow-hidden rounded-card shadow-low transition hover:shadow-high"
        >
          <HeroScene brand={brand} className="h-56 w-full object-cover object-bottom sm:h-96 md:h-[28rem]" />
          <span className="flex items-center gap-4 border border-line border-t-0 bg-raised p-4 sm:p-6">
            <span className="flex size-14 shrink-0 items-center justify-center rounded-full bg-primary text-on-primary">
              <Icon of={BookOpen} size={24} />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-bold text-22">{t("services.bookshelf.title")}</span>
              <span className="block text-ink-soft">{t("services.bookshelf.text")}</span>
            </span>
            <Icon of={ArrowRight} size={24} className="text-primary transition group-hover:translate-x-1" />
          </span>
        </Link>
        {assignments && <div className="mt-8 empty:hidden">{assignments}</div>}
        <ul className="mt-4 grid gap-4 sm:grid-cols-2 md:grid-cols-3">
          {servicesOf(user).map((service) => (
            <li key={service.id}>
              <Link
                to={service.to}
                className="flex h-full items-start gap-4 rounded-card border border-line bg-raised p-4 shadow-low transition hover:border-primary hover:shadow-high sm:p-6"
              >
                <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-primary-tint text-primary">
                  <Icon of={service.icon} size={24} />
                </span>
                <span className="min-w-0">
                  <span className="block font-bold text-18">{t(`services.${service.id}.title`)}</span>
                  <span className="block text-ink-soft">{t(`services.${service.id}.text`)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </HomeLayout>
  );
}
