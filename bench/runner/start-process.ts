import { createServer } from 'node:net'

/** A started implementation: its process id for the CPU measurements, and its loopback port. */
export type RunningProcess = { pid: number; port: number }

type StartProcess = {
  command: string[]
  folder: string
  environment: Record<string, string>
  readyPath: string
  timeoutSeconds?: number
  /** The port of a server whose configuration already has one. */
  port?: number
}

/** Registered here and not by the callers, so that an interruption during a start also stops the process. */
const started = new Set<Bun.Subprocess>()
let isEnding = false

/** Stops every process that `startProcess` started, and prevents further starts. */
export async function stopStartedProcesses() {
  isEnding = true
  await Promise.all([...started].map(stopProcess))
}

/** Stops one process that `startProcess` started. */
export async function stopStartedProcess(pid: number) {
  const child = [...started].find((each) => each.pid === pid)
  if (child) await stopProcess(child)
}

/** Starts a server as a child process and returns when its ready path answers 200. */
export async function startProcess(options: StartProcess): Promise<RunningProcess> {
  const port = options.port ?? (await findFreePort())
  if (isEnding) throw new Error('the benchmark is ending')
  const child = Bun.spawn(options.command, {
    cwd: options.folder,
    // A short list instead of the inherited environment, so that a variable of the shell does not change a
    // result.
    env: { ...inheritedEnvironment(), ...options.environment, PORT: String(port) },
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  })
  started.add(child)
  await waitUntilReady(child, port, options)
  return { pid: child.pid, port }
}

async function waitUntilReady(child: Bun.Subprocess, port: number, options: StartProcess) {
  const deadline = Date.now() + (options.timeoutSeconds ?? 60) * 1000
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${options.command.join(' ')} ended with ${child.exitCode ?? child.signalCode}`)
    const ready = await fetch(`http://127.0.0.1:${port}${options.readyPath}`, {
      signal: AbortSignal.timeout(2000),
    }).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await Bun.sleep(50)
  }
  throw new Error(`${options.command.join(' ')} was not ready in time`)
}

/** Sends SIGTERM, and kills a server that does not exit within five seconds. */
async function stopProcess(child: Bun.Subprocess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const ended = await Promise.race([child.exited.then(() => true), Bun.sleep(5000).then(() => false)])
  if (!ended) child.kill('SIGKILL')
  await child.exited
}

function inheritedEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'TMPDIR', 'LANG']
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port)
        else reject(new Error('no free port was given'))
      })
    })
  })
}
