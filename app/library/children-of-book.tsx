import { useTranslation } from "react-i18next";
import type { BookForChild } from "~/services/contracts/withheld-books";
import { AnimalPicture } from "~/ui/animal-picture";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { Check, EyeOff, Plus, Undo2 } from "~/ui/icons";
import { Pill } from "~/ui/pill";
import { childIntents } from "./shelf-intents";

/** What a parent chooses for each child about a book: on the child's shelf, or not for this child. */
export function ChildrenOfBook({ childrenOfFamily }: { childrenOfFamily: readonly BookForChild[] }) {
  const { t } = useTranslation("library");
  if (childrenOfFamily.length === 0) return null;
  return (
    <section aria-labelledby="children" className="mt-10 max-w-2xl">
      <h2 id="children" className="mb-2 text-22">
        {t("forChildren.title")}
      </h2>
      <ul className="divide-y divide-line">
        {childrenOfFamily.map((child) => (
          <Child key={child.id} child={child} />
        ))}
      </ul>
    </section>
  );
}

function Child({ child: { id, name, avatar, isOnShelf, isWithheld, isTooOld } }: { child: BookForChild }) {
  const { t } = useTranslation("library");
  const isOpen = !isWithheld && !isTooOld;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <AnimalPicture name={avatar} size={64} />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block truncate font-semibold text-18">{name}</span>
        {/* After a press the button stays and is called otherwise: what holds now is announced here. */}
        <span role="status">
          {isWithheld ? (
            <Pill tone="warning">{t("forChildren.withheld", { name })}</Pill>
          ) : (
            <span className="sr-only">{t(isOnShelf ? "forChildren.onShelf" : "forChildren.allowed", { name })}</span>
          )}
        </span>
        {isTooOld && <span className="block text-14 text-ink-soft">{t("forChildren.tooOld")}</span>}
      </span>
      <span className="flex flex-wrap gap-2">
        {isOpen && (
          <ChildForm child={id} intent={isOnShelf ? childIntents.take : childIntents.put}>
            <Button size="small" icon={isOnShelf ? Check : Plus}>
              {t(isOnShelf ? "forChildren.take" : "forChildren.put", { name })}
            </Button>
          </ChildForm>
        )}
        {isWithheld ? (
          <ChildForm child={id} intent={childIntents.release}>
            <Button size="small" icon={Undo2}>
              {t("forChildren.release", { name })}
            </Button>
          </ChildForm>
        ) : (
          <ChildForm child={id} intent={childIntents.withhold}>
            <Button size="small" variant="quiet" icon={EyeOff}>
              {t("forChildren.withhold", { name })}
            </Button>
          </ChildForm>
        )}
      </span>
    </li>
  );
}

type ChildFormProps = { child: string; intent: string; children: React.ReactNode };

function ChildForm({ child, intent, children }: ChildFormProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="child" value={child} />
      {children}
    </Form>
  );
}
