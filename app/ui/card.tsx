import type { ReactNode } from "react";
import { classes } from "./classes";

type CardProps = { title?: ReactNode; actions?: ReactNode; children: ReactNode; className?: string; id?: string };

/** A section with an optional title and actions. */
export function Card({ title, actions, children, className, id }: CardProps) {
  return (
    // A card with an id can be a link target, for instance of an error summary, so it is focusable.
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      className={classes("rounded-card border border-line bg-raised p-4 sm:p-6", className)}
    >
      {(title || actions) && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          {title && <h2 className="text-22">{title}</h2>}
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
