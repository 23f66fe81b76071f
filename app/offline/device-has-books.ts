/**
 * Whether any user has downloaded books to this device, known without opening a database: most devices have none and
 * load no code for it.
 */

const key = "fabel_keeps_books";

export function deviceHasBooks(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function setDeviceHasBooks(hasBooks: boolean): void {
  try {
    if (hasBooks) localStorage.setItem(key, "1");
    else localStorage.removeItem(key);
  } catch {
    // Without storage no book can be downloaded.
  }
}
