import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon } from "./icon";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "./icons";

export type NoticeType = "success" | "error" | "warning" | "info";

export const noticeIcons = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info };

const looks: Record<NoticeType, string> = {
  success: "border-success bg-success-tint [--mark:var(--success)]",
  error: "border-error bg-error-tint [--mark:var(--error)]",
  warning: "border-warning bg-warning-tint [--mark:var(--warning)]",
  info: "border-info bg-info-tint [--mark:var(--info)]",
};

export function noticeLook(type: NoticeType): string {
  return looks[type];
}

type BannerProps = { type?: NoticeType; title?: string; children?: ReactNode; actions?: ReactNode };

/** A message about the page that stays visible. */
export function Banner({ type = "info", title, children, actions }: BannerProps) {
  return (
    <div
      role={type === "error" ? "alert" : undefined}
      className={classes(
        "flex flex-wrap items-start gap-x-3 gap-y-2 rounded-cover border p-4 @max-[16rem]:p-3",
        looks[type],
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-3 @max-[16rem]:flex-col @max-[16rem]:gap-1">
        <Icon of={noticeIcons[type]} size={24} className="text-(--mark)" />
        <div className="min-w-0 flex-1">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div>{children}</div>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
