import { formatPrinted } from './format-value.ts'
import { PendingTimers } from './pending-timers.ts'
import type { Job } from './protocol.ts'
import { WorkerOutput } from './worker-output.ts'

/* Runs a JavaScript program until it has ended, with its promises and timers. */

/** The constructor of functions puts two lines before the code. */
const LINES_BEFORE = 2

/** For a browser that reports no rejected promise. */
const SETTLE_LIMIT_MS = 100

const startTimer = setTimeout.bind(globalThis)
const post = postMessage.bind(globalThis)
const output = new WorkerOutput(post)
const timers = new PendingTimers()

addEventListener('message', ({ data }: MessageEvent<Job>) => void run(data.code), { once: true })

async function run(code: string): Promise<void> {
  installConsole()
  timers.install(globalThis, printError)
  addEventListener('unhandledrejection', (event) => {
    const { reason } = event as PromiseRejectionEvent
    event.preventDefault()
    if (reason === LAST_REJECTION) onSettled?.()
    else printError(reason)
  })
  post({ type: 'started' })
  try {
    const AsyncFunction = (async () => undefined).constructor as new (code: string) => () => Promise<unknown>
    await new AsyncFunction(code)()
  } catch (error) {
    printError(error)
  }
  await timers.untilNoneIsLeft(settle)
  post({ type: 'done' })
}

const LAST_REJECTION = Symbol('last rejection')
let onSettled: (() => void) | undefined

/** Waits until the browser has reported all rejected promises: it reports them in their order. */
async function settle(): Promise<void> {
  await new Promise<void>((resolve) => {
    onSettled = resolve
    startTimer(resolve, SETTLE_LIMIT_MS)
    void Promise.reject(LAST_REJECTION)
  })
}

function installConsole(): void {
  const printer =
    (isError: boolean) =>
    (...values: unknown[]) =>
      output.print({ type: 'line', text: formatPrinted(values), isError })
  const [print, printFault] = [printer(false), printer(true)]
  Object.assign(console, { log: print, info: print, debug: print, table: print, dir: print })
  Object.assign(console, { warn: printFault, error: printFault })
}

function printError(error: unknown): void {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : formatPrinted([error])
  const found = error instanceof Error ? /<anonymous>:(\d+):\d+/.exec(error.stack ?? '') : null
  const line = found ? Number(found[1]) - LINES_BEFORE : undefined
  output.print({ type: 'error', text, line: line !== undefined && line > 0 ? line : undefined })
}
