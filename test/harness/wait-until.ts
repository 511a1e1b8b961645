const FIRST_PAUSE_MS = 2
/** Frequent questions would take the processor from the process that is waited for. */
const LONGEST_PAUSE_MS = 50

/**
 * Waits until `condition` is true; fails with its source text after a timeout. The timeout is for a test that
 * hangs, so it is far above the time that a slow machine needs.
 */
export async function waitUntil(condition: () => boolean | Promise<boolean>, seconds = 150): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  let pauseMs = FIRST_PAUSE_MS
  while (!(await condition())) {
    if (performance.now() > deadline)
      throw new Error(`It did not come true in ${seconds} seconds: ${condition}`)
    await Bun.sleep(pauseMs)
    pauseMs = Math.min(pauseMs * 1.3, LONGEST_PAUSE_MS)
  }
}
