import type { FrameMessage, FrameRequest, Job, RunOutput } from './protocol.ts'
import { readOutput } from './read-output.ts'

/** Filled in by the build: the paths of the sandbox, of the workers and of SQLite. */
declare const RUNNER_FILES: { sandbox: string; javascript: string; sql: string; sqlite: string }

export type RunLanguage = 'javascript' | 'sql'

/** How a run ended. `unavailable`: the sandbox or its files cannot be loaded, for example offline. */
export type RunEnd = 'done' | 'timeout' | 'unavailable'

/** For a frame that does not answer because its page could not be loaded. */
const LOAD_LIMIT_MS = 15_000
/** The frame ends a run sooner. This is for a frame that does not. */
const RUN_LIMIT_MS = 60_000

export function runLanguageOf(language: string): RunLanguage {
  return language.toLowerCase() === 'sql' ? 'sql' : 'javascript'
}

/** Loads what a run needs, so that it also works offline later. */
export async function preloadRunner(language: RunLanguage): Promise<void> {
  await Promise.all([fetch(RUNNER_FILES.sandbox), loadJob(language, '', undefined)])
}

/** A frame without access to this page and to any network, in which the code of the learner runs. */
export class Sandbox {
  readonly #frame = document.createElement('iframe')
  #loaded: Promise<boolean> | undefined

  constructor() {
    this.#frame.setAttribute('sandbox', 'allow-scripts')
    this.#frame.src = RUNNER_FILES.sandbox
    this.#frame.title = 'Sandbox'
    this.#frame.hidden = true
  }

  async run(
    language: RunLanguage,
    { code, setup }: { code: string; setup: string | undefined },
    onOutput: (output: RunOutput) => void,
  ): Promise<RunEnd> {
    this.#loaded ??= this.#load()
    const [isLoaded, request] = await Promise.all([
      this.#loaded,
      loadJob(language, code, setup).catch(() => undefined),
    ])
    if (!isLoaded || !request) {
      this.close()
      return 'unavailable'
    }
    return this.#send(request, RUN_LIMIT_MS, 'timeout', (message) => {
      if (message.type === 'done' || message.type === 'timeout') return message.type
      const output = readOutput(message)
      if (output) onOutput(output)
      return undefined
    })
  }

  close(): void {
    this.#frame.remove()
    this.#loaded = undefined
  }

  async #load(): Promise<boolean> {
    const arrived = new Promise((resolve) => this.#frame.addEventListener('load', resolve, { once: true }))
    document.body.append(this.#frame)
    await arrived
    return this.#send({}, LOAD_LIMIT_MS, false, ({ type }) => type === 'loaded' || undefined)
  }

  /** Sends a request and resolves with the first message that `read` accepts. */
  #send<Result>(
    request: FrameRequest,
    limitMs: number,
    late: Result,
    read: (message: FrameMessage) => Result | undefined,
  ): Promise<Result> {
    const { port1, port2 } = new MessageChannel()
    return new Promise((resolve) => {
      const end = (result: Result) => {
        clearTimeout(timer)
        port1.close()
        resolve(result)
      }
      const timer = setTimeout(() => {
        port1.postMessage('stop')
        end(late)
      }, limitMs)
      port1.onmessage = ({ data }: MessageEvent<FrameMessage>) => {
        const result = read(data)
        if (result !== undefined) end(result)
      }
      // The origin of the frame is opaque, so no name of a target origin fits.
      this.#frame.contentWindow?.postMessage(request, '*', [port2])
    })
  }
}

async function loadJob(language: RunLanguage, code: string, setup: string | undefined) {
  const [source, wasm] = await Promise.all([
    load(RUNNER_FILES[language]).then((response) => response.text()),
    language === 'sql' ? load(RUNNER_FILES.sqlite).then((response) => response.arrayBuffer()) : undefined,
  ])
  const job: Job = { code, setup, wasm }
  return { source, job }
}

async function load(path: string): Promise<Response> {
  const response = await fetch(path)
  if (!response.ok) throw new Error(`${path} was answered ${response.status}.`)
  return response
}
