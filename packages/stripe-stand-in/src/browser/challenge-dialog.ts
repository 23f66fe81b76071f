/** Shows the authentication page (3-D Secure) in a dialog. Resolves when it is done; the outcome is in the intent. */
export function showChallenge(address: string, title: string): Promise<void> {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", title);
    // Set individually: a content security policy without inline styles forbids style attributes, but allows this.
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
    // Only the challenge's own buttons may close it: Escape would leave the intent pending.
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
