import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../src/platform/ports.ts'
import { type ApiClient, createClient } from '../api-client.ts'
import { sharedWebBuild } from '../shared-web-build.ts'
import { COMMAND_LINE } from './command-line.ts'

const START_LIMIT_MS = 150_000

export interface ServiceProcess extends ApiClient {
  url: string
  pid: number
  /** The output so far. */
  output(): string
  kill(signal: NodeJS.Signals): Promise<number>
}

/** The service in its own process that tests can kill. Another program can replace the command line. */
export async function spawnService(
  environment: Record<string, string>,
  command = 'start',
  program = COMMAND_LINE,
): Promise<ServiceProcess> {
  // Outside of the ephemeral range: until the service listens, another process could get the port.
  const port = environment.PORT ?? String(await findFreePort())
  const dataDir = environment.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'lyceum-test-data-'))
  const child = Bun.spawn({
    cmd: [process.execPath, program, command],
    env: {
      PATH: process.env.PATH!,
      HOME: process.env.HOME ?? '/tmp',
      DEMO_CONTENT: 'off',
      CHAIN: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      ...sharedWebBuild(),
      ...environment,
      PORT: port,
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    void (async () => {
      for await (const chunk of stream) output += Buffer.from(chunk).toString()
    })()
  }
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + START_LIMIT_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}:\n${output}`)
    const ready = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) break
    if (performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the service was not ready in time:\n${output}`)
    }
    await Bun.sleep(50)
  }
  return {
    url,
    pid: child.pid,
    ...createClient(url),
    output: () => output,
    kill: async (signal) => {
      child.kill(signal)
      const code = await child.exited
      if (!environment.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
}
