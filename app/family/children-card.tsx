import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FamilyProfile } from "~/services/contracts/family-profiles";
import { maxProfiles } from "~/services/contracts/family-profiles";
import { AnimalPicture } from "~/ui/animal-picture";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Plus } from "~/ui/icons";

/** The family's children on the profile, with links to their pages. */
export function ChildrenCard({ profiles }: { profiles: readonly FamilyProfile[] }) {
  const { t } = useTranslation("family");
  const isFull = profiles.length >= maxProfiles;
  return (
    <Card id="children" title={t("children.title")}>
      <p className="mb-4 text-ink-soft">{t("children.text")}</p>
      {profiles.length > 0 && (
        <ul className="mb-4 divide-y divide-line">
          {profiles.map(({ id, name, avatar, ageLimit }) => (
            <li key={id}>
              <Link
                to={`/profile/children/${id}`}
                className="flex items-center gap-4 rounded-control py-3 hover:bg-primary-tint"
              >
                <AnimalPicture name={avatar} size={64} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold text-18">{name}</span>
                  <span className="block text-14 text-ink-soft">
                    {ageLimit === null ? t("children.allBooks") : t("children.upTo", { age: ageLimit })}
                  </span>
                </span>
                <span aria-hidden="true" className="font-semibold text-primary">
                  {t("children.change")}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="text-ink-soft">{t("messages.mostChildren", { max: maxProfiles })}</p>
      ) : (
        <LinkButton to="/profile/children/new" icon={Plus}>
          {t("children.add")}
        </LinkButton>
      )}
    </Card>
  );
}
