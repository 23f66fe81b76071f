/** URL of the second-factor check, which then redirects to a page of this app. */
export function stepUpHref(back: string): string {
  return `/login/escalate?redirect=${encodeURIComponent(back)}`;
}
