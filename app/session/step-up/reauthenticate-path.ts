/**
 * The path for proving a second factor and coming back, also after a secure login, for actions that need a recent proof.
 * docs/security.md, line 17.
 */
export function reauthenticatePath(back: string): string {
  return `/login/escalate?${new URLSearchParams({ again: "true", redirect: back })}`;
}
