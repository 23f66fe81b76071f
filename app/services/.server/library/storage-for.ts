import { fileURLToPath } from "node:url";
import { diskStorage } from "./disk-storage";
import { s3Storage } from "./s3-storage";
import type { BookStorage } from "./storage";

/**
 * The storage that STORAGE_URL names: `file:///path` or `s3://bucket/prefix`. The latter's region, keys and another endpoint come
 * from the environment as the AWS SDK reads it (AWS_REGION, AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL_S3, …).
 * @throws Error for another scheme
 */
export function storageFor(url: string): BookStorage {
  const { protocol, hostname, pathname } = new URL(url);
  if (protocol === "file:") return diskStorage(fileURLToPath(url));
  if (protocol === "s3:") return s3Storage(hostname, pathname.replace(/^\/+|\/+$/g, ""));
  throw new Error(`STORAGE_URL: ${protocol} is not supported, use file: or s3:`);
}
