import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Seller } from "~/realms/operator";
import { trialDays } from "~/services/contracts/payment";
import { brandName } from "~/shell/brand";
import { Footer } from "~/shell/footer";
import { Shell } from "~/shell/shell";
import { useShellData } from "~/shell/shell-data";
import { LinkButton } from "~/ui/button";
import { Icon, type IconShape } from "~/ui/icon";
import { BookHeart, Languages, LogIn, Sparkles, UsersRound } from "~/ui/icons";
import { coversFor } from "./covers";
import { HeroScene } from "./hero-scene";
import { type SampleCard, Samples } from "./samples";
import { SellerSection } from "./seller-section";

const wrap = "mx-auto max-w-[86rem] px-4 md:px-8";

type WelcomeProps = {
  samples: readonly SampleCard[];
  seller: Seller | null;
  /** What families can buy; null where they cannot sign up. */
  offer: ReactNode;
};

/** Public front page: what Fabel is, books to try, what it costs and who sells it, and the link to sign in. */
export function Welcome({ samples, seller, offer }: WelcomeProps) {
  const { t } = useTranslation("landing");
  return (
    <Shell isPublic isWide footer={<Footer />}>
      <Hero />
      <Samples books={samples} />
      <Covers />
      {offer}
      <Voice />
      <section className={`${wrap} grid gap-4 pb-12 sm:grid-cols-2 md:grid-cols-4 md:pb-16`} aria-label={t("reasons")}>
        <Reason icon={BookHeart} title={t("child.title")} text={t("child.text")} />
        <Reason icon={UsersRound} title={t("school.title")} text={t("school.text")} />
        <Reason icon={Languages} title={t("languages.title")} text={t("languages.text")} />
        <Reason icon={Sparkles} title={t("family.title")} text={t("family.text")} />
      </section>
      {seller && <SellerSection seller={seller} />}
    </Shell>
  );
}

function Hero() {
  const { t } = useTranslation("landing");
  const shell = useShellData();
  const brand = shell?.brand ?? "fabel";
  return (
    <section className={`${wrap} grid items-center gap-8 py-8 md:grid-cols-[1fr_1.15fr] md:gap-12 md:py-12`}>
      <div className="flex flex-col items-start gap-6">
        <h1 className="text-36 sm:text-48">{t("hero.title")}</h1>
        <p className="max-w-[46ch] text-18 text-ink-soft">{t("hero.text", { name: brandName(brand) })}</p>
        <div className="flex flex-wrap gap-3">
          {shell?.isSignupOpen && (
            <LinkButton to="/signup?plan=trial" reloadDocument variant="primary" size="large">
              {t("hero.try", { days: trialDays })}
            </LinkButton>
          )}
          <LinkButton to="/login" variant={shell?.isSignupOpen ? "secondary" : "primary"} size="large" icon={LogIn}>
            {t("hero.logIn")}
          </LinkButton>
        </div>
      </div>
      <HeroScene
        brand={brand}
        alt={t(brand === "fabel-france" ? "hero.pictureFrance" : "hero.picture")}
        className="h-auto w-full rounded-card shadow-high"
      />
    </section>
  );
}

function Covers() {
  const { t, i18n } = useTranslation("landing");
  const languageNames = new Intl.DisplayNames([i18n.language], { type: "language" });
  const realm = useShellData()?.realm ?? "se";
  return (
    <section className="overflow-hidden bg-sunken py-12" aria-labelledby="shelf-title">
      <div className={wrap}>
        <h2 id="shelf-title" className="text-28">
          {t("shelf.title")}
        </h2>
        <p className="mt-2 max-w-[60ch] text-18 text-ink-soft">{t("shelf.text")}</p>
      </div>
      <section
        aria-label={t("shelf.covers")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
        className="mt-8 overflow-x-auto pb-6 [scrollbar-width:thin]"
      >
        <ul className={`${wrap} flex w-max gap-5`}>
          {coversFor(realm).map((cover) => (
            <li key={cover.title} className="shrink-0">
              <figure>
                <img
                  src={cover.url}
                  width={240}
                  height={320}
                  loading="lazy"
                  alt={cover.title}
                  lang={cover.language}
                  className="h-64 w-48 max-w-none rounded-cover object-cover shadow-cover sm:h-80 sm:w-60"
                />
                <figcaption className="mt-2 text-14 text-ink-soft">{languageNames.of(cover.language)}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </section>
    </section>
  );
}

/** A sentence as the reader highlights it. */
function Voice() {
  const { t } = useTranslation("landing");
  return (
    <section className={`${wrap} grid items-center gap-8 py-12 md:grid-cols-2 md:gap-16 md:py-16`}>
      <div>
        <h2 className="text-28">{t("voice.title")}</h2>
        <p className="mt-3 max-w-[52ch] text-18 text-ink-soft">{t("voice.text")}</p>
      </div>
      <figure className="rounded-card border border-line bg-raised p-6 shadow-low sm:p-8">
        <blockquote className="text-22 leading-relaxed">
          {t("voice.before")}{" "}
          <mark className="rounded-control bg-spoken box-decoration-clone px-1.5 py-0.5 text-spoken-ink">
            {t("voice.spoken")}
          </mark>{" "}
          {t("voice.after")}
        </blockquote>
      </figure>
    </section>
  );
}

function Reason({ icon, title, text }: { icon: IconShape; title: string; text: string }) {
  return (
    <div className="rounded-card border border-line bg-raised p-6">
      <span className="mb-4 flex size-12 items-center justify-center rounded-full bg-accent-tint text-accent-strong">
        <Icon of={icon} size={24} />
      </span>
      <h3 className="text-18">{title}</h3>
      <p className="mt-2 text-ink-soft">{text}</p>
    </div>
  );
}
