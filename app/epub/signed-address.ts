/** Query parameters of a signed URL policy in book addresses. docs/product/reader.md#access. */

const policyNames = ["Policy", "Signature", "Key-Pair-Id"];

/**
 * The book address in a reader page's query, completed with policy parameters of the query itself: other systems write it unencoded, so
 * that everything after its first `&` becomes a parameter of the page.
 * @returns null if the query has no `fileUrl`
 */
export function completeFileUrl(query: URLSearchParams): string | null {
  const fileUrl = query.get("fileUrl");
  if (fileUrl === null || fileUrl === "") return null;
  const [address = "", own = ""] = splitQuery(fileUrl);
  const named = new URLSearchParams(own);
  const added = policyNames.flatMap((name) => {
    const value = query.get(name);
    return value === null || named.has(name) ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  const all = [...(own === "" ? [] : [own]), ...added].join("&");
  return all === "" ? address : `${address}?${all}`;
}

/** The address without policy parameters, also inside a `fileUrl` parameter, so that it can be stored. */
export function withoutPolicy(address: string): string {
  const [path = "", query] = splitQuery(address);
  if (query === undefined) return address;
  const [pairs = "", hash] = query.split(/(?=#)/, 2);
  const remaining = pairs.split("&").flatMap((pair) => {
    const [name, value] = [...new URLSearchParams(pair)][0] ?? ["", ""];
    if (policyNames.includes(name)) return [];
    return name === "fileUrl" ? [`fileUrl=${encodeURIComponent(withoutPolicy(value))}`] : [pair];
  });
  return `${path}${remaining.length > 0 ? `?${remaining.join("&")}` : ""}${hash ?? ""}`;
}

function splitQuery(address: string): [string, string?] {
  const at = address.indexOf("?");
  return at < 0 ? [address] : [address.slice(0, at), address.slice(at + 1)];
}
