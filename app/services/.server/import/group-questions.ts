import { groupWord } from "~/services/contracts/import-columns";
import type { GroupsElsewhere, ImportScope } from "./import-scope";
import type { GroupQuestion } from "./import-store";
import type { RowWithPlan } from "./plan-batch";
import { groupKey, type UnknownGroup } from "./plan-groups";
import type { GroupChoices } from "./roster-row";

/**
 * Classes of a workbook that may be ones that exist: under nearly the same name at their school, or, if the row names no school, at another
 * one; and new ones whose name comes from a cell that a spreadsheet may have changed. The importer chooses; until then the import does not start. docs/decisions/0067-questions-about-classes.md.
 */

/** Rows that join groups when they are imported. */
export const joiningOutcomes: readonly string[] = ["new", "changed", "moved", "returning", "likely"];

/** Earlier choices, for the plan of a row. */
export function choicesOfQuestions(questions: readonly GroupQuestion[]): GroupChoices {
  return new Map(
    questions.flatMap(({ key, choice, options }): [string, number | "new" | "none"][] => {
      if (choice === null) return [];
      if (choice === "new" || choice === "none") return [[key, choice]];
      const chosen = options.find(({ id }) => id === choice);
      return chosen ? [[key, chosen.groupId]] : [];
    }),
  );
}

/** Collects the questions of all rows of a file. */
export function createGroupQuestions(scope: ImportScope, elsewhere: GroupsElsewhere, choices: GroupChoices) {
  const questions = new Map<string, GroupQuestion>();
  return {
    add(planned: readonly RowWithPlan[]): void {
      for (const { plan, planned: row } of planned) {
        // A person who is in the chosen group already has an unchanged row; the choice must stay.
        if (![...joiningOutcomes, "unchanged"].includes(row.outcome)) continue;
        for (const group of plan.places.unknownGroups) {
          const question = questionAbout(group, scope, elsewhere, choices);
          const known = questions.get(question.key);
          const doubt = known?.doubt ?? question.doubt;
          const fuller = known && sizeOf(known) >= sizeOf(question) ? known : question;
          if (doubt || sizeOf(fuller) > 0) questions.set(question.key, { ...fuller, doubt });
        }
      }
    },
    /** Keys of the groups that would be made at their schools, and whose questions have no answer. */
    undecided: (): ReadonlySet<string> =>
      new Set([...questions.values()].flatMap((each) => (each.choice === null ? [groupKey(each)] : []))),
    all: (): GroupQuestion[] => [...questions.values()],
  };
}

/** Number of groups that a question names. */
function sizeOf({ options, elsewhere }: GroupQuestion): number {
  return options.length + elsewhere.length;
}

function questionAbout(
  group: UnknownGroup,
  { home, organizations, groupsLike }: ImportScope,
  elsewhere: GroupsElsewhere,
  choices: GroupChoices,
): GroupQuestion {
  const { organizationId, name, isSchoolNamed, schools, doubt } = group;
  const isOption = (id: number) =>
    schools.length > 0 ? schools.includes(id) : id === organizationId || !isSchoolNamed;
  const school = organizations.get(organizationId)?.name ?? home.name;
  const alike = [name, ...(doubt?.entered ? [doubt.entered] : [])].flatMap(groupsLike);
  const options = [...new Set(alike)]
    .filter((each) => isOption(each.organizationId))
    .map((each) => ({
      id: each.uid,
      groupId: each.id,
      name: each.name,
      school: organizations.get(each.organizationId)?.name ?? "",
    }));
  const key = groupKey(group);
  const choice = choices.get(key) ?? null;
  return {
    key,
    name,
    school,
    organizationId,
    options,
    doubt,
    isOfSeveralSchools: schools.length > 0,
    elsewhere: isSchoolNamed ? [] : elsewhere(name),
    choice: typeof choice === "number" ? (options.find(({ groupId }) => groupId === choice)?.id ?? null) : choice,
  };
}

/** `like` names an existing group of the school with nearly the same name: a sync asks nobody. */
export function groupTwins(
  groups: readonly { organizationId: number; name: string }[],
  { home, organizations, groupsLike }: ImportScope,
): { name: string; like: string }[] {
  return groups.flatMap(({ organizationId, name }) => {
    const like = groupsLike(name).find((each) => each.organizationId === organizationId);
    return like ? [{ name: nameInList({ organizationId, name }, { home, organizations }), like: like.name }] : [];
  });
}

/** The name of a group as the preview lists it: with its school, if that is not the import's own. */
export function nameInList(
  { organizationId, name }: { organizationId: number; name: string },
  { home, organizations }: Pick<ImportScope, "home" | "organizations">,
): string {
  return organizationId === home.id ? name : groupWord(name, organizations.get(organizationId)?.name);
}
