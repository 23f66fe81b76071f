/**
 * Shows the page on which the cardholder proves who they are, over the page. Resolves when it is done, with any outcome: the intent has
 * it.
 */
export function showChallenge(address: string, title: string): Promise<void> {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", title);
    // Set one by one: a content policy without inline styles allows that, and no style attribute.
    Object.assign(dialog.style, {
      position: "fixed",
      inset: "0",
      width: "100%",
      height: "100%",
      maxWidth: "none",
      maxHeight: "none",
      margin: "0",
      padding: "0",
      border: "0",
      background: "rgb(15 23 42 / 0.6)",
    });
    const frame = document.createElement("iframe");
    frame.title = title;
    frame.src = `${address}&framed=1`;
    Object.assign(frame.style, { width: "100%", height: "100%", border: "0", colorScheme: "light dark" });
    dialog.append(frame);
    // The challenge ends by its own buttons: Escape would leave the intent waiting.
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    const onMessage = (event: MessageEvent) => {
      if (event.source !== frame.contentWindow || event.data !== "challenge-done") return;
      window.removeEventListener("message", onMessage);
      dialog.close();
      dialog.remove();
      resolve();
    };
    window.addEventListener("message", onMessage);
    document.body.append(dialog);
    dialog.showModal();
    frame.focus();
  });
}
