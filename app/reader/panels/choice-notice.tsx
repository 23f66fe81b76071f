import { Button } from "~/ui/button";
import { Icon, type IconShape } from "~/ui/icon";

type ChoiceNoticeProps = {
  icon: IconShape;
  /** Accessible name, if the text alone doesn't state the subject. */
  label?: string;
  text: string;
  /** Label of the offered action. */
  action: string;
  onAction(): void;
  closing: string;
  onClose(): void;
};

/** Notice with an optional action, shown until the action or the closing button is pressed. */
export function ChoiceNotice({ icon, label, text, action, onAction, closing, onClose }: ChoiceNoticeProps) {
  return (
    <section
      role="status"
      aria-label={label}
      className="flex w-fit max-w-2xl animate-rise flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-raised p-4 text-16 text-ink shadow-high @max-[16rem]:p-3"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-center gap-3 @max-[16rem]:flex-col @max-[16rem]:items-start @max-[16rem]:gap-1">
        <Icon of={icon} size={24} className="shrink-0 text-primary" />
        {text}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="button" variant="primary" onClick={onAction}>
          {action}
        </Button>
        <Button type="button" onClick={onClose}>
          {closing}
        </Button>
      </div>
    </section>
  );
}
