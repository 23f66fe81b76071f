import { useTranslation } from "react-i18next";
import { groupWord } from "~/services/contracts/import-columns";
import type { Import } from "~/services/contracts/import-entity";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceGroup, Radio } from "~/ui/choice";
import { Form } from "~/ui/form";
import { Save } from "~/ui/icons";
import { groupField, importIntents, isOfferedByImport } from "./import-intents";
import { useNoteText } from "./row-notes";

/** Maximum number of questions on the page: the next ones follow once these are answered. */
const maxQuestions = 50;

/** Classes of the file that may be ones that exist. The import cannot start before each has a choice. */
export function GroupQuestions({ run, here }: { run: Import; here: string }) {
  const { t } = useTranslation("import");
  if (run.groupQuestions.length === 0 || !isOfferedByImport(run, "choose")) return null;
  const mayBeNew = run.groupQuestions.filter(
    ({ choice, doubt, isOfSeveralSchools }) => choice === null && doubt === null && !isOfSeveralSchools,
  ).length;
  // The button for all the rest would not say which one of several it means, so that it begins with two of them.
  const fewest = undecidedGroups(run) > 1 ? 2 : 1;
  // Those without a choice come first.
  const questions = [...run.groupQuestions].sort(
    (one, other) => Number(one.choice !== null) - Number(other.choice !== null),
  );
  return (
    <Card title={t("classes.title")} id="classes">
      {run.groupQuestions.some((each) => isAboutOthers(each) && !each.isOfSeveralSchools) && (
        <p className="mb-4 text-ink-soft">{t("classes.text")}</p>
      )}
      {run.groupQuestions.some(({ doubt }) => doubt !== null) && (
        <p className="mb-4 text-ink-soft">{t("classes.doubtText")}</p>
      )}
      {/* The key: a form keeps its choices when the next questions replace these. */}
      <Form method="post" className="space-y-6" key={questions.map(({ key }) => key).join(" ")} preventScrollReset>
        <input type="hidden" name="back" value={here} />
        {questions.slice(0, maxQuestions).map((question) => (
          <GroupQuestion key={question.key} question={question} />
        ))}
        <div className="flex flex-wrap gap-3">
          <Button icon={Save} name="intent" value={importIntents.chooseGroups}>
            {t("rows.save")}
          </Button>
          {mayBeNew >= fewest && (
            <Button variant="quiet" name="intent" value={importIntents.chooseRestGroups}>
              {t("classes.allNew", { count: mayBeNew })}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}

type Question = Import["groupQuestions"][number];

function isAboutOthers({ options, elsewhere }: Question): boolean {
  return options.length + elsewhere.length > 0;
}

/** Whether the school that would get a new class has one of that name already. */
export function hasSchoolTheClass({ name, school, options }: Pick<Question, "name" | "school" | "options">): boolean {
  return options.some((each) => each.school === school && each.name.toLocaleLowerCase() === name.toLocaleLowerCase());
}

function GroupQuestion({ question }: { question: Question }) {
  const { t } = useTranslation("import");
  const textOf = useNoteText();
  const { key, name, school, options, elsewhere, choice, doubt, isOfSeveralSchools } = question;
  const others = elsewhere.map((each) => groupWord(each.name, each.school)).join(", ");
  const choices = [
    ...options.map((option) => ({
      value: option.id,
      label: t("classes.existing", { name: option.name, school: option.school }),
      hint:
        isOfSeveralSchools || option.school === school
          ? undefined
          : t("classes.otherSchool", { school: option.school, home: school }),
    })),
    ...(hasSchoolTheClass(question)
      ? []
      : [{ value: "new", label: t("classes.new", { name, school }), hint: undefined }]),
    // A class of a doubtful cell has no preselected choice, and may be none.
    doubt
      ? { value: "none", label: t("classes.none"), hint: undefined }
      : { value: "", label: t("rows.later"), hint: undefined },
  ];
  const hints = [
    ...(isOfSeveralSchools ? [t("classes.several")] : []),
    ...(doubt
      ? [t("classes.cell", { sheet: doubt.sheet, address: doubt.address }), textOf({ ...doubt, range: null })]
      : []),
    ...(others === "" ? [] : [t("classes.elsewhere", { names: others })]),
  ];
  return (
    <div className="wrap-anywhere">
      <ChoiceGroup
        label={t("classes.which", { name })}
        hint={hints.length === 0 ? undefined : hints.map((hint) => <p key={hint}>{hint}</p>)}
      >
        {choices.map(({ value, label, hint }) => (
          <Radio
            key={value}
            name={groupField(key)}
            value={value}
            label={label}
            hint={hint}
            defaultChecked={(choice ?? "") === value}
          />
        ))}
      </ChoiceGroup>
    </div>
  );
}

export function undecidedGroups({ groupQuestions }: Pick<Import, "groupQuestions">): number {
  return groupQuestions.filter(({ choice }) => choice === null).length;
}
