/** Whether this device keeps books of anybody, known without opening a database: most devices keep none, and load nothing for it. */

const key = "fabel_keeps_books";

export function deviceKeepsBooks(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function noteDeviceKeeps(keeps: boolean): void {
  try {
    if (keeps) localStorage.setItem(key, "1");
    else localStorage.removeItem(key);
  } catch {
    // Without storage no book can be downloaded.
  }
}
