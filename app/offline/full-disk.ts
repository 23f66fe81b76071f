/** Whether something could not be stored since the device has no room for it: caches and IndexedDB say it alike. */
export function isFullDisk(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}
