/** Waits until `condition` is true; fails with its source text after a timeout. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`It did not come true in ${seconds} seconds: ${condition}`)
    await Bun.sleep(2)
  }
}
