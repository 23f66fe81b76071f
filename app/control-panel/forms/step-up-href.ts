/** Where a second factor is proved, and back to a page of ours. */
export function stepUpHref(back: string): string {
  return `/login/escalate?redirect=${encodeURIComponent(back)}`;
}
