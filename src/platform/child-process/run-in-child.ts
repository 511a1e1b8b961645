import type { Subprocess } from 'bun'
import { commonErrors } from '../errors.ts'
import { CHILD_PROGRAM, type ChildRequest, type ChildResponse, type ChildTask } from './child-task.ts'

export class ChildTaskFailed extends Error {}

interface ChildPoolOptions {
  /** Processes that work at the same time. */
  processes: number
  /** Tasks that may wait. */
  queueLimit: number
  waitLimitMs: number
  /** A process without work ends after this time. */
  idleMs: number
}

export interface RunOptions {
  /** A user who has a task in the pool cannot start a second one. */
  owner?: string
  /** The process is ended when the client of the task is gone. */
  signal?: AbortSignal
}

interface Child {
  process: Subprocess
  onResponse: (response: ChildResponse) => void
  idleTimer: Timer | undefined
  isEnded: boolean
}

/**
 * Runs tasks in a few child processes, which start on demand and end when idle. A task that exceeds its time limit
 * ends its process. Callers that find the queue full, or wait too long, are rejected with OVERLOADED.
 */
export class ChildPool {
  readonly #options: ChildPoolOptions
  readonly #idle: Child[] = []
  readonly #waiting: { start: () => void; reject: (reason: Error) => void }[] = []
  readonly #owners = new Set<string>()
  #busy = 0

  constructor(options: ChildPoolOptions) {
    this.#options = options
  }

  async run<Input, Output>(
    task: ChildTask<Input, Output>,
    input: Input,
    { owner, signal }: RunOptions = {},
  ): Promise<Output> {
    if (owner !== undefined && this.#owners.has(owner))
      throw commonErrors.rate_limited({ retryAfterSeconds: 1 })
    if (owner !== undefined) this.#owners.add(owner)
    try {
      await this.#permit(signal)
      try {
        return (await this.#work({ file: task.file, input }, task.timeLimitMs, signal)) as Output
      } finally {
        this.#release()
      }
    } finally {
      if (owner !== undefined) this.#owners.delete(owner)
    }
  }

  #permit(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (this.#busy < this.#options.processes) {
      this.#busy++
      return undefined
    }
    if (this.#waiting.length >= this.#options.queueLimit)
      throw commonErrors.overloaded({ retryAfterSeconds: 2 })
    return new Promise((resolve, reject) => {
      const leave = (reason: Error) => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        waiter.reject(reason)
      }
      const timer = setTimeout(
        () => leave(commonErrors.overloaded({ retryAfterSeconds: 2 })),
        this.#options.waitLimitMs,
      )
      const onAbort = () => leave(new ChildTaskFailed('The client is gone.'))
      const end = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
      const waiter = {
        start: () => {
          end()
          resolve()
        },
        reject: (reason: Error) => {
          end()
          reject(reason)
        },
      }
      signal?.addEventListener('abort', onAbort)
      this.#waiting.push(waiter)
    })
  }

  #release(): void {
    const next = this.#waiting.shift()
    if (next) next.start()
    else this.#busy--
  }

  #work(request: ChildRequest, timeLimitMs: number, signal: AbortSignal | undefined): Promise<unknown> {
    if (signal?.aborted) throw new ChildTaskFailed('The client is gone.')
    const child = this.#idle.pop() ?? this.#start()
    clearTimeout(child.idleTimer)
    return new Promise((resolve, reject) => {
      const end = (reason: string) => {
        child.isEnded = true
        child.process.kill('SIGKILL')
        finish({ error: reason })
      }
      const timer = setTimeout(() => end(`The task took longer than ${timeLimitMs} ms.`), timeLimitMs)
      const onAbort = () => end('The client is gone.')
      signal?.addEventListener('abort', onAbort)
      let isFinished = false
      const finish = (response: ChildResponse) => {
        if (isFinished) return
        isFinished = true
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
        if (!child.isEnded) this.#rest(child)
        if ('error' in response) reject(new ChildTaskFailed(response.error))
        else resolve(response.output)
      }
      child.onResponse = finish
      child.process.send(request)
    })
  }

  #rest(child: Child): void {
    child.onResponse = () => {}
    child.idleTimer = setTimeout(() => {
      this.#idle.splice(this.#idle.indexOf(child), 1)
      child.process.kill()
    }, this.#options.idleMs)
    child.idleTimer.unref()
    this.#idle.push(child)
  }

  #start(): Child {
    const child: Child = {
      onResponse: () => {},
      idleTimer: undefined,
      isEnded: false,
      process: Bun.spawn(CHILD_PROGRAM, {
        // Without the secrets of the service, because the input is not trusted.
        env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR },
        stdio: ['ignore', 'ignore', 'ignore'],
        serialization: 'advanced',
        ipc: (response: ChildResponse) => child.onResponse(response),
        onExit: () => {
          child.isEnded = true
          clearTimeout(child.idleTimer)
          const index = this.#idle.indexOf(child)
          if (index !== -1) this.#idle.splice(index, 1)
          child.onResponse({ error: 'The process has ended.' })
        },
      }),
    }
    child.process.unref()
    return child
  }
}

const pool = new ChildPool({ processes: 2, queueLimit: 16, waitLimitMs: 10_000, idleMs: 30_000 })

/** Runs a task in a child process of this service. */
export function runInChild<Input, Output>(
  task: ChildTask<Input, Output>,
  input: Input,
  options?: RunOptions,
): Promise<Output> {
  return pool.run(task, input, options)
}
