import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { Undo2 } from "~/ui/icons";
import type { Notice } from "~/ui/notices";
import type { ArrivedNotice } from "./notice.server";

/** Milliseconds; long enough to read the notice and decide. */
const undoDuration = 12_000;

/** Adds a form that undoes the action to a notice. */
export function withUndo({ undo, ...notice }: ArrivedNotice): Notice & { id: string } {
  if (!undo) return notice;
  return { ...notice, duration: undoDuration, action: <UndoForm {...undo} /> };
}

function UndoForm({ to, fields }: NonNullable<ArrivedNotice["undo"]>) {
  const { t } = useTranslation("ui");
  return (
    <Form method="post" action={to} className="shrink-0">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button size="small" icon={Undo2}>
        {t("undo")}
      </Button>
    </Form>
  );
}
