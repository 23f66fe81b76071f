/** Cleanup to run after a test file; every test file's setup file calls finishFile. */
const left: Array<() => Promise<void>> = [];

export function afterFile(work: () => Promise<void>): void {
  left.push(work);
}

export async function finishFile(): Promise<void> {
  for (const work of left.splice(0).reverse()) await work();
}
