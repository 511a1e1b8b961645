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

function barOf(done: number, total: number): string {
  const filled = total === 0 ? BAR_WIDTH : Math.floor((done / total) * BAR_WIDTH)
  return `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}]`
}
