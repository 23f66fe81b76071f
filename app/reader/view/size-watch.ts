import type { Size } from "~/epub/book";
import { stageSize } from "./spread-view";

/** Resize debounce. docs/product/reader.md#limits. */
const resizeDebounce = 500;

/** Reports another size of the stage once it has been the same for a while. */
export class SizeWatch {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly observer: ResizeObserver;

  /** @param known returns the size that the stage is laid out for */
  constructor(
    private readonly stage: HTMLElement,
    private readonly known: () => Size,
    private readonly changed: (size: Size) => void,
  ) {
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(stage);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.observer.disconnect();
  }

  private resized(): void {
    const size = stageSize(this.stage);
    clearTimeout(this.timer);
    if (size.width === this.known().width && size.height === this.known().height) return;
    this.timer = setTimeout(() => this.changed(size), resizeDebounce);
  }
}
