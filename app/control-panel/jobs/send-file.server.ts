/** Part of a file from a service, base64-encoded. */
type FilePart = { content: string; isLast: boolean };

/**
 * Streams a file part by part as the browser reads it: the whole file is never in memory, and no public URL exists.
 * @param read returns the parts in order, from 0
 */
export function sendFile(
  { name, type, size }: { name: string; type: string; size?: number },
  read: (part: number) => Promise<FilePart>,
): Response {
  let next = 0;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { content, isLast } = await read(next);
      next += 1;
      controller.enqueue(new Uint8Array(Buffer.from(content, "base64")));
      if (isLast) controller.close();
    },
  });
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return new Response(stream, {
    headers: {
      "Content-Type": type,
      ...(size === undefined ? {} : { "Content-Length": String(size) }),
      "Content-Disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
