/**
 * Whether the shown pages are those of another reader, who leads this screen: none of them is saved as the position here, not even after that has
 * ended, until a page is turned here. Decision 106.
 */
export class LedPages {
  private state: "own" | "led" | "left" = "own";

  get areOwn(): boolean {
    return this.state === "own";
  }

  set(isLed: boolean): void {
    if (isLed) this.state = "led";
    else if (this.state === "led") this.state = "left";
  }

  /** To be called with each turn and jump. */
  moved(): void {
    if (this.state === "left") this.state = "own";
  }
}
