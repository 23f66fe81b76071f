import { expect, it } from "vitest";
import session from "../../locales/en-UK/session.json";
import shell from "../../locales/en-UK/shell.json";
import sessionUs from "../../locales/en-US/session.json";
import shellUs from "../../locales/en-US/shell.json";

/** English texts that the specification quotes. docs/product/choices.md#books. */
it.each([
  [session, shell],
  [sessionUs, shellUs],
])("English texts are exactly as the specification quotes them", (ofSession, ofShell) => {
  expect(ofSession.login.problems.no_code).toBe("No code received");
  expect(ofShell.menu.escalateLogin).toBe("Escalate login");
});
