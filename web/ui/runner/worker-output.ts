import type { RunOutput, WorkerMessage } from './protocol.ts'

const MAX_OUTPUTS = 200
const MAX_CHARACTERS = 20_000

/** Sends the output of a run to the frame, up to a limit. */
export class WorkerOutput {
  readonly #post: (message: WorkerMessage) => void
  #outputs = 0
  #characters = 0
  #isCut = false

  constructor(post: (message: WorkerMessage) => void) {
    this.#post = post
  }

  print(output: RunOutput): void {
    if (this.#isCut) return
    this.#outputs++
    this.#characters += sizeOf(output)
    this.#isCut = this.#outputs > MAX_OUTPUTS || this.#characters > MAX_CHARACTERS
    // What the code throws is said in any case.
    if (!this.#isCut || output.type === 'error') this.#post(output)
    if (this.#isCut) this.#post({ type: 'cut' })
  }
}

function sizeOf(output: RunOutput): number {
  if (output.type === 'table') return output.rows.flat().join('').length
  return output.type === 'cut' ? 0 : output.text.length
}
