import { Link } from "@remix-run/react";
import { DropdownMenu as Base } from "radix-ui";
import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon, type IconShape } from "./icon";

export type MenuItem = {
  label: string;
  icon?: IconShape;
  /** Leads somewhere, or does something: one of the two. */
  to?: string;
  onSelect?: () => void;
  danger?: boolean;
  disabled?: boolean;
};

type MenuProps = {
  /** A button; it gets aria-haspopup and aria-expanded. */
  trigger: ReactNode;
  items: readonly MenuItem[];
  align?: "start" | "end";
};

const itemLook =
  "flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-control px-3 outline-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-primary-tint";

/** A few acts behind one button. Needs script: what must work without goes onto the page itself. */
export function Menu({ trigger, items, align = "end" }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger asChild>{trigger}</Base.Trigger>
      <Base.Portal>
        <Base.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-52 animate-appear rounded-cover border border-line bg-raised p-1.5 shadow-high"
        >
          {items.map((item) => (
            <Base.Item
              key={item.label}
              disabled={item.disabled}
              onSelect={item.onSelect}
              asChild={item.to !== undefined}
              className={classes(itemLook, item.danger ? "text-error" : "text-ink")}
            >
              {item.to === undefined ? <ItemContent {...item} /> : <ItemLink {...item} to={item.to} />}
            </Base.Item>
          ))}
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
}

function ItemContent({ icon, label }: Pick<MenuItem, "icon" | "label">) {
  return (
    <>
      {icon && <Icon of={icon} />}
      {label}
    </>
  );
}

function ItemLink({ to, icon, label, ...rest }: MenuItem & { to: string }) {
  const { onSelect: _, danger: __, disabled: ___, ...link } = rest;
  return (
    <Link to={to} {...link}>
      <ItemContent icon={icon} label={label} />
    </Link>
  );
}
