import { useTranslation } from "react-i18next";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { Undo2 } from "~/ui/icons";
import type { Notice } from "~/ui/notices";
import type { ArrivedNotice } from "./notice.server";

/** ms: the words are to be read, and what was done to be thought about. */
const undoDuration = 12_000;

/** A notice with the form that takes back what it tells of. */
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
