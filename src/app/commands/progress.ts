/** Where progress is written: the standard error, so that the standard output has only the result. */
interface ProgressOutput {
  isTTY?: boolean
  write(text: string): unknown
}

export interface Progress {
  /** Shows how many of the items of a step are done. */
  show(step: string, done: number, total: number): void
  /** Shows how many items are done if their number is not known. Only a terminal shows it. */
  count(step: string, done: number): void
  /** Removes the bar, so that other lines can follow. */
  end(): void
}

const BAR_WIDTH = 30

/** Draws a bar on a terminal. Elsewhere it writes one line when a step is complete. */
export function createProgress(output: ProgressOutput = process.stderr): Progress {
  let isDrawn = false
  return {
    show(step, done, total) {
      if (output.isTTY) {
        isDrawn = true
        output.write(`\r\x1b[K${barOf(done, total)} ${step} ${done}/${total}`)
      } else if (done === total && total > 0) output.write(`${step}: ${total} done\n`)
    },
    count(step, done) {
      if (!output.isTTY) return
      isDrawn = true
      output.write(`\r\x1b[K${step} ${done}`)
    },
    end() {
      if (isDrawn) output.write('\r\x1b[K')
      isDrawn = false
    },
  }
}

const QUIET_MS = 2_000
const TERMINAL_STEP_MS = 1_000
const LINE_STEP_MS = 10_000

/** Shows how long work takes that has no number of steps: from two seconds on, on a terminal every second. */
export async function withElapsed<Result>(
  step: string,
  work: Promise<Result>,
  output: ProgressOutput = process.stderr,
): Promise<Result> {
  const started = performance.now()
  const stepMs = output.isTTY ? TERMINAL_STEP_MS : LINE_STEP_MS
  let isDrawn = false
  const show = () => {
    const elapsedMs = performance.now() - started
    if (elapsedMs < QUIET_MS) return
    const text = `${step}: ${Math.round(elapsedMs / 1000)} s`
    output.write(output.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
    isDrawn = output.isTTY === true
  }
  const timer = setInterval(show, stepMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
    if (isDrawn) output.write('\r\x1b[K')
  }
}

function barOf(done: number, total: number): string {
  const filled = total === 0 ? BAR_WIDTH : Math.floor((done / total) * BAR_WIDTH)
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`
}
