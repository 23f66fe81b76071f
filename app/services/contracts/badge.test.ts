import { describe, expect, it } from "vitest";
import { badgeAddress, readBadge, spacedBadge } from "./badge";

const code = "0123456789ABCDEFGHJKMNPQRS";

describe("badge code", () => {
  it.each([
    code,
    code.toLowerCase(),
    spacedBadge(code),
    ` ${code.replace(/(.{5})/g, "$1-")} `,
    badgeAddress("https://www.example.se", code),
    code.replace("0", "O").replace("1", "l"),
  ])("is read from typed, pasted or scanned text: %s", (text) => {
    expect(readBadge(text)).toBe(code);
  });

  it.each(["", code.slice(1), `${code}A`, `${code.slice(0, 25)}U`, "https://www.example.se/login/qr#"])(
    "is not read from: %s",
    (text) => {
      expect(readBadge(text)).toBeNull();
    },
  );
});
