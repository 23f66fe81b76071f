/** Whether a link may lead there: a page of the caller's own origin, and nothing but http(s). */
export function isOwnPage(address: string, origin: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin: own, protocol, username, password } = new URL(address);
  return own === origin && /^https?:$/.test(protocol) && username === "" && password === "";
}
