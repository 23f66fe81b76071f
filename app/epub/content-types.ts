/** Media types for serving book content; scripts are excluded. */
const types: Record<string, string> = {
  xhtml: "application/xhtml+xml; charset=utf-8",
  html: "application/xhtml+xml; charset=utf-8",
  xht: "application/xhtml+xml; charset=utf-8",
  htm: "application/xhtml+xml; charset=utf-8",
  svg: "image/svg+xml; charset=utf-8",
  css: "text/css; charset=utf-8",
  opf: "application/oebps-package+xml; charset=utf-8",
  ncx: "application/x-dtbncx+xml; charset=utf-8",
  smil: "application/smil+xml; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  pls: "application/pls+xml; charset=utf-8",
  json: "application/json; charset=utf-8",
  txt: "text/plain; charset=utf-8",
  vtt: "text/vtt; charset=utf-8",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg; codecs=opus",
  wav: "audio/wav",
  otf: "font/otf",
  ttf: "font/ttf",
  woff: "font/woff",
  woff2: "font/woff2",
};

/** Media type by file extension; unknown extensions are served as a download, which browsers do not interpret. */
export function contentTypeOf(path: string): string {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? "";
  return types[ending] ?? "application/octet-stream";
}
