import type { ReactNode } from "react";
import { Icon, type IconShape } from "./icon";
import { CircleAlert } from "./icons";

type StateProps = {
  title: string;
  children?: ReactNode;
  /** The main next step. */
  action?: ReactNode;
  icon?: IconShape;
  picture?: ReactNode;
};

/** Empty state: why there is nothing, and what to do next. */
export function EmptyState({ title, children, action, icon, picture }: StateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center">
      {picture}
      {icon && (
        <span className="flex size-16 items-center justify-center rounded-full bg-primary-tint text-primary">
          <Icon of={icon} size={32} />
        </span>
      )}
      <h2 className="text-22">{title}</h2>
      {children && <div className="text-ink-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** Error state: what failed, and a way to retry. */
export function ErrorState({ title, children, action }: Omit<StateProps, "icon" | "picture">) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-12 text-center">
      <span className="flex size-16 items-center justify-center rounded-full bg-error-tint text-error">
        <Icon of={CircleAlert} size={32} />
      </span>
      <h2 className="text-22">{title}</h2>
      {children && <div className="text-ink-soft">{children}</div>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  );
}
