import { fileURLToPath } from "node:url";
import { diskStorage } from "./disk-storage";
import { s3Storage } from "./s3-storage";
import type { BookStorage } from "./storage";

/**
 * The storage at STORAGE_URL: `file:///path` or `s3://bucket/prefix`. The AWS SDK reads the region, keys and a custom endpoint of the
 * latter from the environment (AWS_REGION, AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL_S3, …).
 * @throws Error for another scheme
 */
export function storageFor(url: string): BookStorage {
  const { protocol, hostname, pathname } = new URL(url);
  if (protocol === "file:") return diskStorage(fileURLToPath(url));
  if (protocol === "s3:") return s3Storage(hostname, pathname.replace(/^\/+|\/+$/g, ""));
  throw new Error(`STORAGE_URL: ${protocol} is not supported, use file: or s3:`);
}
