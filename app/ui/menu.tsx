import { DropdownMenu as Base } from "radix-ui";
import { Icon, type IconShape } from "./icon";

type MenuItem<Id extends string> = { id: Id; label: string; icon: IconShape };

type MenuProps<Id extends string> = {
  /** Anchor in the viewport in CSS px: the menu opens below it, aligned at its end, if there is room. */
  at: { x: number; y: number };
  label: string;
  items: ReadonlyArray<MenuItem<Id>>;
  onSelect(id: Id): void;
  onClose(): void;
  /** Restores the focus after the menu has closed. */
  focusBack(): void;
};

/** An open menu. Its script is large, so load it lazily. Actions that must work without script belong on the page itself. */
export function Menu<Id extends string>({ at, label, items, onSelect, onClose, focusBack }: MenuProps<Id>) {
  return (
    <Base.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Base.Trigger asChild>
        <span
          aria-hidden="true"
          tabIndex={-1}
          className="pointer-events-none fixed size-0"
          style={{ left: at.x, top: at.y }}
        />
      </Base.Trigger>
      <Base.Portal>
        <Base.Content
          align="end"
          collisionPadding={8}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusBack();
          }}
          className="z-50 min-w-52 animate-appear rounded-cover border border-line bg-raised p-1.5 shadow-high"
        >
          {items.map(({ id, icon, label }) => (
            <Base.Item
              key={id}
              onSelect={() => onSelect(id)}
              className="flex min-h-11 w-full cursor-pointer select-none items-center gap-3 rounded-control px-3 text-ink outline-none data-highlighted:bg-primary-tint"
            >
              <Icon of={icon} />
              {label}
            </Base.Item>
          ))}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}
