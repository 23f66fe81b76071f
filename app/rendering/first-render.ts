/**
 * Waits until a first render will find what it needs. Remix reads the page's data within that render and suspends at the very root,
 * where nothing catches it: a key that is pressed meanwhile makes React render at once, give up (its error 345), and the page stays
 * without script. So what the render would wait for is waited for before.
 */
export async function untilReady(render: () => unknown): Promise<void> {
  try {
    render();
  } catch (thrown) {
    // Anything else is thrown once more by the render itself, where there is a page to say so.
    if (thrown instanceof Promise) await thrown;
  }
}
