import { Button } from "~/ui/button";
import { Icon, type IconShape } from "~/ui/icon";

type ChoiceNoticeProps = {
  icon: IconShape;
  /** Its name for a screen reader, where the text alone does not say what it is about. */
  label?: string;
  text: string;
  /** What may be done, and the button that leaves all as it is. */
  action: string;
  onAction(): void;
  closing: string;
  onClose(): void;
};

/** Something that the reader can do or leave, told until one is chosen. */
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
