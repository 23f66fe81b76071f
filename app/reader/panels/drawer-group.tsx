import { type ReactNode, useState } from "react";
import { Icon } from "~/ui/icon";
import { ChevronDown } from "~/ui/icons";

/** A part of a panel that is opened when it is needed. @param isOpen whether it is open at first */
export function DrawerGroup({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  // Later choices neither open nor close it.
  const [isOpenAtFirst] = useState(isOpen);
  return (
    <details className="group mt-2 border-t border-line pt-2" open={isOpenAtFirst}>
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-2 rounded-control px-3 text-16 font-semibold hover:text-primary focus-visible:outline-3 focus-visible:outline-focus [&::-webkit-details-marker]:hidden">
        {title}
        <Icon of={ChevronDown} className="size-5 transition group-open:rotate-180 motion-reduce:transition-none" />
      </summary>
      <div className="pb-3">{children}</div>
    </details>
  );
}
