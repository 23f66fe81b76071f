import { Dialog as Base } from "radix-ui";
import { type CSSProperties, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./button";
import { classes } from "./classes";
import { X } from "./icons";

type DialogProps = {
  /** Leave out `open` if the trigger alone controls the dialog. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  trigger?: ReactNode;
  title: string;
  /** One or two sentences; for a destructive action, what will be lost. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** Maximum width in px; `window`: as large as the window. */
  width?: 440 | 640 | 880 | "window";
  /** Overrides its colours. */
  style?: Pick<CSSProperties, "backgroundColor" | "color">;
};

const widths = { 440: "max-w-[440px]", 640: "max-w-[640px]", 880: "max-w-[880px]", window: "h-full max-w-[90rem]" };
const scrim = "fixed inset-0 z-40 animate-appear bg-scrim";

function Head({ title, description }: Pick<DialogProps, "title" | "description">) {
  const { t } = useTranslation("ui");
  return (
    <div className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <Base.Title className="pt-1.5 text-22">{title}</Base.Title>
        {description && <Base.Description className="mt-2 text-ink-soft">{description}</Base.Description>}
      </div>
      <Base.Close asChild>
        <IconButton icon={X} label={t("close")} />
      </Base.Close>
    </div>
  );
}

/** A modal dialog. Traps the focus and closes with Escape. docs/product/shell.md#entities. */
export function Dialog({
  open,
  onOpenChange,
  trigger,
  title,
  description,
  children,
  footer,
  width = 440,
  style,
}: DialogProps) {
  const opener = useRef<Element | null>(null);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Base.Trigger asChild>{trigger}</Base.Trigger>}
      <Base.Portal>
        <Base.Overlay className={scrim} />
        <div className="pointer-events-none fixed inset-0 z-50 flex items-end justify-center p-4 sm:items-center">
          <Base.Content
            {...(description ? {} : { "aria-describedby": undefined })}
            onOpenAutoFocus={() => {
              opener.current = document.activeElement;
            }}
            onCloseAutoFocus={(event) => {
              // Radix restores the focus only to a trigger.
              if (trigger) return;
              event.preventDefault();
              if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
            }}
            style={style}
            className={classes(
              "pointer-events-auto flex max-h-[calc(100dvh-2rem)] w-full animate-rise flex-col gap-4 overflow-y-auto rounded-card bg-raised p-6 shadow-high",
              widths[width],
            )}
          >
            <Head title={title} description={description} />
            {children}
            {footer && <div className="flex flex-wrap justify-end gap-3 pt-2">{footer}</div>}
          </Base.Content>
        </div>
      </Base.Portal>
    </Base.Root>
  );
}

/** Closes the dialog that contains it. */
export const DialogClose = Base.Close;
