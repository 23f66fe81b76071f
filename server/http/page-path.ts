/** The path of the requested page, also for data requests (`.data`, by the framework's naming). */
export function pagePath(path: string): string {
  if (!path.endsWith(".data")) return path;
  return path.replace(/\.data$/, "").replace(/^\/_root$/, "/");
}
