import { useTranslation } from "react-i18next";
import { groupWord } from "~/services/contracts/import-columns";
import type { Import } from "~/services/contracts/import-entity";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ChoiceGroup, Radio } from "~/ui/choice";
import { Form } from "~/ui/form";
import { Save } from "~/ui/icons";
import { groupField, importIntents, isOffered } from "./import-intents";

/** Maximum number of questions on the page: the next ones follow once these are answered. */
const maxQuestions = 50;

/** Classes of the file that may be ones that exist. The import cannot start before each has a choice. */
export function GroupQuestions({ run }: { run: Import }) {
  const { t } = useTranslation("import");
  if (run.groupQuestions.length === 0 || !isOffered(run, "choose")) return null;
  const undecided = undecidedGroups(run);
  // Those without a choice come first.
  const questions = [...run.groupQuestions].sort(
    (one, other) => Number(one.choice !== null) - Number(other.choice !== null),
  );
  return (
    <Card title={t("classes.title")} id="classes">
      <p className="mb-4 text-ink-soft">{t("classes.text")}</p>
      <Form method="post" className="space-y-6">
        {questions.slice(0, maxQuestions).map((question) => (
          <GroupQuestion key={question.key} question={question} />
        ))}
        <div className="flex flex-wrap gap-3">
          <Button icon={Save} name="intent" value={importIntents.chooseGroups}>
            {t("rows.save")}
          </Button>
          {undecided > 0 && (
            <Button variant="quiet" name="intent" value={importIntents.chooseRestGroups}>
              {t("classes.allNew", { count: undecided })}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}

function GroupQuestion({ question }: { question: Import["groupQuestions"][number] }) {
  const { t } = useTranslation("import");
  const { key, name, school, options, elsewhere, choice } = question;
  const others = elsewhere.map((each) => groupWord(each.name, each.school)).join(", ");
  const choices = [
    ...options.map((option) => ({
      value: option.id,
      label: t("classes.existing", { name: option.name, school: option.school }),
    })),
    { value: "new", label: t("classes.new", { name, school }) },
    { value: "", label: t("rows.later") },
  ];
  return (
    <div className="wrap-anywhere">
      <ChoiceGroup
        label={t("classes.which", { name })}
        hint={others === "" ? undefined : t("classes.elsewhere", { names: others })}
      >
        {choices.map(({ value, label }) => (
          <Radio
            key={value}
            name={groupField(key)}
            value={value}
            label={label}
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
