import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { withBack } from "~/control-panel/frame/back-parameter";
import { nameInLists } from "~/control-panel/frame/name-in-lists";
import { personHref } from "~/control-panel/frame/person-kinds";
import { SearchForm } from "~/control-panel/frame/search-form";
import { MarkedText } from "~/control-panel/lists/marked-text";
import { matchedValues } from "~/control-panel/lists/matched-values";
import type { SearchedPerson } from "~/services/contracts/pages/search";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Search } from "~/ui/icons";
import { PageHeader } from "~/ui/page-header";
import { Pill } from "~/ui/pill";
import { EmptyState } from "~/ui/states";
import type { SearchData } from "./search.server";

/** Results of the search for people, classes and schools. */
export function SearchPage(data: SearchData) {
  const { q, isTooShort, people, groups, organizations, isSuperUser } = data;
  const { t } = useTranslation("control-panel");
  const count = people.length + groups.length + organizations.length;
  return (
    <>
      <PageHeader title={t("search.title")} />
      <div className="max-w-3xl space-y-6">
        <SearchForm q={q} isTyped isResultShown className="md:hidden" />
        {q !== "" && isTooShort && <p className="text-ink-soft">{t("search.tooShort")}</p>}
        <p role="status" className="sr-only">
          {!isTooShort && t("search.found", { count })}
        </p>
        {!isTooShort && count === 0 && (
          <EmptyState title={t("list.noMatchTitle")} icon={Search}>
            {t("search.nothing")}
          </EmptyState>
        )}
        <Results {...data} />
        {isSuperUser && !isTooShort && (
          <LinkButton to={`/controlpanel/beta/manage?${new URLSearchParams({ tab: "users", searchString: q })}`}>
            {t("search.wholeCountry")}
          </LinkButton>
        )}
      </div>
    </>
  );
}

/**
 * Kind, username, classes and schools of a person, the e-mail address if it has a word of the search that their name does not have, and
 * the id in another system if it was searched for.
 */
function PersonDetail({ person, kind, matchedBy }: { person: SearchedPerson; kind: string; matchedBy: string }) {
  const { t } = useTranslation("control-panel");
  const { name, username, email, externalId, groups, organizations } = person;
  const matched = new Set(matchedValues(matchedBy, name, [username, email]));
  const mark = (value: string) => (matched.has(value) ? <MarkedText q={matchedBy} text={value} /> : value);
  return (
    <>
      <span className="block">
        {kind}
        {username && <> · {mark(username)}</>}
        {[...groups, ...organizations].map((place) => ` · ${place}`).join("")}
      </span>
      {email && matched.has(email) && (
        <span className="block wrap-anywhere">
          {t("fields.email")}: {mark(email)}
        </span>
      )}
      {externalId && (
        <span className="block wrap-anywhere">
          {t("fields.externalId")}: <MarkedText q={externalId} text={externalId} />
        </span>
      )}
    </>
  );
}

/** A card for each kind of result that has any. */
function Results({ q, people, matchedBy, groups, organizations, isNear }: SearchData) {
  const { t } = useTranslation("control-panel");
  const backHref = `/controlpanel/search?${new URLSearchParams({ q })}`;
  const detail = (person: SearchedPerson) => (
    <PersonDetail person={person} kind={t(`kinds.${person.type}.one`)} matchedBy={matchedBy} />
  );
  const cards = [
    {
      title: t(isNear ? "search.near" : "search.people"),
      rows: people.map((person) => ({
        to: withBack(personHref(person), backHref),
        ...{
          name: <MarkedText q={matchedBy} text={nameInLists(person)} />,
          text: detail(person),
          status: person.status,
        },
      })),
    },
    {
      title: t("nav.groups"),
      rows: groups.map(({ id, name, organization }) => ({
        to: `/controlpanel/groups/${id}`,
        name,
        text: organization,
        status: null,
      })),
    },
    {
      title: t("nav.organizations"),
      rows: organizations.map(({ id, name }) => ({
        to: `/controlpanel/organizations/${id}`,
        name,
        text: "",
        status: null,
      })),
    },
  ];
  return cards.map(
    ({ title, rows }) =>
      rows.length > 0 && (
        <Card key={title} title={title}>
          <ul>
            {rows.map(({ to, name, text, status }) => (
              <li key={to} className="border-line border-b last:border-0">
                <Link to={to} className="block min-h-11 py-2 hover:text-primary">
                  <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                    <span className="min-w-0 wrap-anywhere font-semibold">{name}</span>
                    {status && status !== "active" && <Pill tone="warning">{t(`status.${status}`)}</Pill>}
                  </span>
                  {text && <span className="block text-14 text-ink-soft">{text}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      ),
  );
}
