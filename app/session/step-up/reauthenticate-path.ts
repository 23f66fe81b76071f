/**
 * Path of the step-up page with a target, for actions that require a recent proof even after a secure sign-in.
 * docs/security.md, line 17.
 */
export function reauthenticatePath(back: string): string {
  return `/login/escalate?${new URLSearchParams({ again: "true", redirect: back })}`;
}
