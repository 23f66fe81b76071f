/** Whether storing failed because the device is full: caches and IndexedDB throw the same error. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}
