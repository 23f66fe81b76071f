import type { ReactNode, RefObject } from "react";
import { Breadcrumb, type Crumb } from "./breadcrumb";

type PageHeaderProps = {
  title: ReactNode;
  /** Of a heading that takes the focus: `useHeadingFocus`. */
  heading?: RefObject<HTMLHeadingElement>;
  /** Number beside the title ('1,204'). */
  count?: string;
  intro?: ReactNode;
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
};

/** Header of a page: breadcrumb, title with count, introduction and actions. */
export function PageHeader({ title, heading, count, intro, crumbs, actions }: PageHeaderProps) {
  return (
    <header className="mb-6">
      {crumbs && crumbs.length > 0 && <Breadcrumb crumbs={crumbs} />}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={heading && -1} className="wrap-anywhere text-28 outline-none sm:text-36">
            {title}
            {count !== undefined && (
              // The space is for screen readers: 'Pupils 12', not 'Pupils12'.
              <span className="ml-2 font-normal text-22 text-ink-soft">{` ${count}`}</span>
            )}
          </h1>
          {intro && <div className="mt-2 max-w-[70ch] text-ink-soft">{intro}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}
