import { lookup } from "node:dns";
import { expect, test, vi } from "vitest";
import { guardedLookup, isPrivateAddress, privateName, sourceAddress } from "./source-address";

/** Addresses that a source may have; docs/security.md. */

const refuse = { privateAddresses: "refuse" } as const;
const addressOf = (text: string) => sourceAddress(text, refuse).href;

test.each(["https://sis.example/api", "https://sis.example:8080/", " https://93.184.216.34/x "])(
  "accepts the address %s",
  (text) => {
    expect(addressOf(text)).toBe(new URL(text.trim()).href);
  },
);

test.each([
  "sis.example",
  "",
  "file:///etc/passwd",
  "ftp://sis.example/",
  "javascript:alert(1)",
  "https://user:secret@sis.example/",
  "http://sis.example/",
  "http://93.184.216.34/",
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://10.1.2.3:5432/",
  "https://172.31.0.1/",
  "https://192.168.1.1/",
  "https://169.254.169.254/latest/meta-data",
  "https://100.64.0.1/",
  "https://0.0.0.0/",
  "https://[::1]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::7f00:1]/",
  "https://[::127.0.0.1]/",
  "https://[fd00::1]/",
  "https://[fe80::1]/",
  "https://[64:ff9b::7f00:1]/",
])("rejects the address %s", (text) => {
  expect(() => addressOf(text)).toThrow(expect.objectContaining({ code: "bad_address" }));
});

test("accepts http where sources may be in private networks", () => {
  expect(sourceAddress("http://10.1.2.3:8080/", { privateAddresses: "allow" }).href).toBe("http://10.1.2.3:8080/");
});

test("reports a rejected address without user, password, query and fragment", () => {
  const failed = (() => {
    try {
      return addressOf("https://user:secret@sis.example/path?key=hidden#part");
    } catch (error) {
      return error;
    }
  })();
  expect(failed).toMatchObject({ values: { address: "https://sis.example/path" } });
});

test.each([
  ["8.8.8.8", false],
  ["2606:4700::1111", false],
  ["255.255.255.255", true],
  ["::ffff:10.0.0.1", true],
  ["::", true],
  ["::1", true],
  ["::7f00:1", true],
  ["::10.0.0.1", true],
  ["::ffff:0:7f00:1", true],
  ["64:ff9b::a00:1", true],
  ["64:ff9b:1::a00:1", true],
  ["100::1", true],
  ["2001:0:4136:e378:8000:63bf:f5ff:fffe", true],
  ["2001:20::1", true],
  ["2001:db8::1", true],
  ["2001:4860:4860::8888", false],
  ["2002:7f00:1::", true],
  ["3fff::1", true],
  ["4000::1", true],
  ["5f00::1", true],
  ["fd00::1", true],
  ["fe80::1%eth0", true],
  ["fec0::1", true],
  ["ff02::1", true],
  ["0.0.0.1", true],
  ["100.127.255.255", true],
  ["192.0.0.1", true],
  ["192.88.99.1", true],
  ["198.19.255.255", true],
  ["224.0.0.1", true],
  ["240.0.0.1", true],
  ["no address", true],
])("given %s, then isPrivateAddress returns %s", (address, isPrivate) => {
  expect(isPrivateAddress(address)).toBe(isPrivate);
});

vi.mock("node:dns", () => ({ lookup: vi.fn() }));

test("rejects a host name if one of its addresses is private, unless private addresses are allowed", async () => {
  const addresses = [
    { address: "93.184.216.34", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ];
  vi.mocked(lookup).mockImplementation(((_name: string, _options: object, done: (...of: unknown[]) => void) =>
    done(null, addresses)) as unknown as typeof lookup);
  const found = (rule: Parameters<typeof guardedLookup>[0]) =>
    new Promise((resolve) => {
      guardedLookup(rule)("sis.example", {}, (error, address) => resolve(error?.code ?? address));
    });
  expect(await found(refuse)).toBe(privateName);
  expect(await found({ privateAddresses: "allow" })).toBe("93.184.216.34");
});
