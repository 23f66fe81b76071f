import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon } from "./icon";
import { ChevronDown } from "./icons";

type DisclosureProps = {
  title: string;
  id?: string;
  open?: boolean;
  className?: string;
  children: ReactNode;
};

/** A collapsible section that works without script. */
export function Disclosure({ title, id, open, className, children }: DisclosureProps) {
  return (
    <details id={id} open={open} className={classes("group mt-4", className)}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold text-primary">
        {title}
        <Icon of={ChevronDown} className="transition group-open:rotate-180" />
      </summary>
      {children}
    </details>
  );
}
