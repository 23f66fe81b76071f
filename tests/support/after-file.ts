/** Work that is left to do once a test file is through; the setup file of every test file does it. */
const left: Array<() => Promise<void>> = [];

export function afterFile(work: () => Promise<void>): void {
  left.push(work);
}

export async function finishFile(): Promise<void> {
  for (const work of left.splice(0).reverse()) await work();
}
