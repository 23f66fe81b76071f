/** An unpacked book during ingest: on disk, or in a browser's memory. */
export interface BookFolder {
  /** Files in the archive's order, relative to the folder that holds META-INF. */
  readonly paths: readonly string[];
  /** Null if the file does not exist. */
  read(path: string): Promise<Uint8Array | null>;
  write(path: string, content: string | Uint8Array): Promise<void>;
  remove(path: string): Promise<void>;
}

/**
 * A folder in memory.
 * @param files content by path; ingest adds and removes entries in this map
 */
export function memoryFolder(files: Map<string, Uint8Array>): BookFolder {
  const encoder = new TextEncoder();
  return {
    paths: [...files.keys()],
    read: async (path) => files.get(path) ?? null,
    async write(path, content) {
      files.set(path, typeof content === "string" ? encoder.encode(content) : content);
    },
    async remove(path) {
      files.delete(path);
    },
  };
}
