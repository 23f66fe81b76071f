import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { contentTypeOf } from "~/epub/content-types";
import { pulledStream } from "~/http/pulled-stream.server";
import type { ByteRange } from "./byte-range";
import { type BookStorage, isPlainPath } from "./storage";

/** Parallel uploads; more do not speed up one process. */
const parallelUploads = 8;

/**
 * Stores books in a bucket, under the same paths as on disk, so that a CDN in front of it serves the same addresses.
 * @param prefix without leading or trailing slash; may be empty
 */
export function s3Storage(bucket: string, prefix: string): BookStorage {
  const client = new S3Client({
    forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL),
  });
  const keyOf = (...parts: string[]) => [prefix, ...parts].filter(Boolean).join("/");
  const uploadOf = (id: string) => keyOf(".uploads", `${id}.epub`);
  const objectsBelow = async (folder: string) => {
    const objects: { key: string; size: number }[] = [];
    let next: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: `${folder}/`, ContinuationToken: next }),
      );
      for (const { Key, Size } of page.Contents ?? []) if (Key) objects.push({ key: Key, size: Size ?? 0 });
      next = page.NextContinuationToken;
    } while (next);
    return objects;
  };
  return {
    async publish(folder, bookId, version) {
      const files = await filesBelow(folder);
      const upload = async () => {
        for (let file = files.pop(); file; file = files.pop()) {
          const path = relative(folder, file).split(sep).join("/");
          const { size } = await stat(file);
          const body = { Body: createReadStream(file), ContentLength: size, ContentType: contentTypeOf(path) };
          await client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(bookId, version, path), ...body }));
        }
      };
      await Promise.all(Array.from({ length: parallelUploads }, upload));
    },
    async open(bookId, version, path) {
      if (![bookId, version, path].every(isPlainPath)) return null;
      const place = { Bucket: bucket, Key: keyOf(bookId, version, path) };
      const head = await client.send(new HeadObjectCommand(place)).catch((error: unknown) => {
        if (error instanceof NotFound) return null;
        throw error;
      });
      if (!head) return null;
      const bytes = async function* (range?: ByteRange) {
        const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
        const { Body } = await client.send(new GetObjectCommand({ ...place, Range }));
        if (Body) yield* Body as Readable;
      };
      return {
        size: head.ContentLength ?? 0,
        modified: head.LastModified ?? new Date(0),
        read: (range) => pulledStream(() => bytes(range)),
      };
    },
    async list(bookId, version) {
      const folder = keyOf(bookId, version);
      const objects = await objectsBelow(folder);
      return objects.map(({ key, size }) => ({ path: key.slice(folder.length + 1), size }));
    },
    async remove(bookId, version) {
      const keys = (await objectsBelow(keyOf(bookId, version))).map(({ key }) => key);
      for (let start = 0; start < keys.length; start += 1000) {
        const Objects = keys.slice(start, start + 1000).map((Key) => ({ Key }));
        await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }));
      }
    },
    async storeUpload(file, id) {
      const { size } = await stat(file);
      const body = { Body: createReadStream(file), ContentLength: size };
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: uploadOf(id), ...body }));
    },
    async fetchUpload(id, folder) {
      const target = join(folder, "upload.epub");
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: uploadOf(id) }));
        if (!Body) return null;
        await pipeline(Body as Readable, createWriteStream(target));
        return target;
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        throw error;
      }
    },
    async removeUpload(id) {
      await client.send(
        new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects: [{ Key: uploadOf(id) }], Quiet: true } }),
      );
    },
    workFolder: () => mkdtemp(join(tmpdir(), "fabel-book-")),
  };
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
