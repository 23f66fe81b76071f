import { useNavigate } from "@remix-run/react";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { BulkAction } from "~/control-panel/bulk/bulk-actions";
import { withBack } from "~/control-panel/frame/back-parameter";
import { personHref } from "~/control-panel/frame/person-kinds";
import { StateFields } from "~/control-panel/lists/list-parts";
import type { PersonRow, RowAction } from "~/services/contracts/pages/people-list-page";
import type { ListKind } from "~/services/contracts/person-kinds";
import type { ListState } from "~/shell/list-address";
import { Form } from "~/ui/form";
import { Icon, type IconShape } from "~/ui/icon";
import { CornerRightDown, EllipsisVertical, KeyRound, QrCode, UserRoundCog } from "~/ui/icons";
import { useHydrated } from "~/ui/use-hydrated";
import { confirmationHref } from "./confirmed-acts";

/**
 * Actions for one person in a list. One menu element serves all rows and opens at the clicked button. The buttons are made in the browser:
 * without script the row's own link leads to the person's page, which has the same actions at the top.
 */

type RowMenuProps = {
  kind: ListKind;
  organization: string;
  state: ListState;
  /** Id of the class whose page this is. */
  group?: string;
  backHref: string;
  children: (mark: (person: PersonRow) => ReactNode) => ReactNode;
};

type Opened = { person: PersonRow; x: number; y: number };

const icons: Record<RowAction, IconShape> = {
  password: KeyRound,
  badge: QrCode,
  move: CornerRightDown,
  actAs: UserRoundCog,
};
const bulkActionOf = { badge: "badges", move: "move" } as const satisfies Partial<Record<RowAction, BulkAction>>;

/** Lazy: loaded when the first menu is opened. */
const Menu = lazy(async () => ({ default: (await import("~/ui/menu")).Menu<RowAction> }));

export function RowMenu({ kind, organization, state, group, backHref, children }: RowMenuProps) {
  const { t } = useTranslation("lists");
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const [opened, setOpened] = useState<Opened | null>(null);
  const mark = useRef<HTMLElement | null>(null);
  const bulkForm = useRef<HTMLFormElement>(null);
  const person = opened?.person;
  const runAction = (chosen: RowAction) => {
    // Separate page, which asks first.
    if (chosen === "password" && person) navigate(withBack(confirmationHref(person, "new-password"), backHref));
    if (chosen === "badge" || chosen === "move") {
      const field = bulkForm.current?.elements.namedItem("act");
      if (field instanceof HTMLInputElement) field.value = bulkActionOf[chosen];
      bulkForm.current?.requestSubmit();
    }
    if (chosen === "actAs" && person) {
      // Separate page, which asks for a reason.
      navigate(`/login/act-as?user=${person.id}&from=${personHref(person)}`);
    }
  };
  return (
    <>
      {children((row) => {
        if (!isHydrated || row.actions.length === 0) return null;
        return (
          <RowMark
            label={t("row.menu", { name: row.name })}
            isExpanded={person?.id === row.id}
            onOpen={(element) => {
              mark.current = element;
              const { right, bottom } = element.getBoundingClientRect();
              setOpened({ person: row, x: right, y: bottom });
            }}
          />
        );
      })}
      {person && (
        <Form ref={bulkForm} method="post" action={`/controlpanel/${kind}/bulk`} hidden>
          <input type="hidden" name="organization" value={organization} />
          <input type="hidden" name="only" value={person.id} />
          <input type="hidden" name="act" defaultValue="" />
          {group !== undefined && <input type="hidden" name="ofGroup" value={group} />}
          <StateFields state={state} without={["organization"]} />
        </Form>
      )}
      {opened && (
        <Suspense fallback={null}>
          <Menu
            at={opened}
            label={t("row.menu", { name: opened.person.name })}
            items={opened.person.actions.map((id) => ({ id, label: t(`row.${id}`), icon: icons[id] }))}
            onSelect={runAction}
            onClose={() => setOpened(null)}
            focusBack={() => mark.current?.focus()}
          />
        </Suspense>
      )}
    </>
  );
}

type RowMarkProps = { label: string; isExpanded: boolean; onOpen(mark: HTMLElement): void };

/** Opens the menu of a row. */
function RowMark({ label, isExpanded, onOpen }: RowMarkProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isExpanded}
      className="row-mark"
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <Icon of={EllipsisVertical} />
    </button>
  );
}
