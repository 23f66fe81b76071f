/**
 * Where a second factor is proved, and back: also for somebody whose login is secure already, where an act asks for proof of a
 * moment ago. docs/security.md, line 17.
 */
export function reauthenticatePath(back: string): string {
  return `/login/escalate?${new URLSearchParams({ again: "true", redirect: back })}`;
}
