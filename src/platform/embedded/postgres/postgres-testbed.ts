import { chmodSync, copyFileSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts'
import { findServer, stopServer } from './server-process.ts'

/** Small memory settings for tests; fsync is on, as in production. */
const testSettings = { shared_buffers: '16MB', max_connections: '20' }

/** What a Lyceum process reports about its start. */
interface ServiceStart {
  pid?: number
  port?: number
  url?: string
  fault?: string
  name?: string
}

export interface Service {
  pid: number
  started: Promise<ServiceStart>
  /** Asks it to stop PostgreSQL and exit, as a shutdown does. */
  stop(): Promise<void>
  /** Kills it without a shutdown, and leaves its child processes running. */
  kill(): Promise<void>
}

const serviceCode = `
const { startEmbeddedPostgres } = await import(process.env.ENTRY)
process.on('SIGINT', () => {})
try {
  const postgres = await startEmbeddedPostgres(JSON.parse(process.env.OPTIONS))
  const { pid, port, url } = postgres
  process.stdout.write(JSON.stringify({ pid, port, url }) + '\\n')
  for await (const _ of process.stdin) break
  await postgres.stop()
} catch (error) {
  process.stdout.write(JSON.stringify({ fault: error.message, name: error.name }) + '\\n')
}
process.exit(0)
`

/** Creates folders, starts servers and services, and stops and removes all of them after each test. */
export class PostgresTestbed {
  #folders: string[] = []
  #services: Service[] = []
  #template: Promise<string> | undefined

  folder(mode = 0o755): string {
    const folder = newFolder()
    chmodSync(folder, mode)
    this.#folders.push(folder)
    return folder
  }

  /** A data folder with a new cluster. It is a copy: to create a cluster takes a second of processor time. */
  async folderWithCluster(): Promise<string> {
    this.#template ??= this.#createTemplate()
    const folder = this.folder()
    // With the owner of the files, who is the user of the database.
    await Bun.$`cp -a ${await this.#template}/. ${folder}`.quiet()
    return folder
  }

  async #createTemplate(): Promise<string> {
    const folder = newFolder()
    await (await this.start(folder)).stop()
    // What a start writes anew. A copy has its own port.
    for (const name of ['postgres.port', 'postgres.log', 'postgres.lock']) rmSync(join(folder, name))
    return folder
  }

  start(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    return startEmbeddedPostgres({ dataDir, ...options, settings: { ...testSettings, ...options.settings } })
  }

  /** Starts a Lyceum in its own process, optionally as another user. */
  startService(
    options: EmbeddedPostgresOptions,
    identity: { uid?: number; gid?: number } = {},
    entry = join(import.meta.dir, 'embedded-postgres.ts'),
  ): Service {
    const executable = identity.uid === undefined ? process.execPath : this.#executableOfAnyUser()
    const child = Bun.spawn([executable, '-e', serviceCode], {
      cwd: '/',
      env: {
        PATH: process.env.PATH,
        ENTRY: entry,
        OPTIONS: JSON.stringify({ ...options, settings: { ...testSettings, ...options.settings } }),
        BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0',
      },
      stdin: 'pipe',
      stdout: 'pipe',
      stderr: 'inherit',
      detached: true,
      ...identity,
    })
    const service: Service = {
      pid: child.pid,
      started: readFirstLine(child.stdout),
      async stop() {
        child.stdin.end()
        await child.exited
      },
      async kill() {
        child.kill('SIGKILL')
        await child.exited
      },
    }
    this.#services.push(service)
    return service
  }

  /** A copy, because the executable may be in a folder that only its owner may enter, such as the home of root. */
  #executableOfAnyUser(): string {
    const executable = join(this.folder(), 'bun')
    copyFileSync(process.execPath, executable)
    chmodSync(executable, 0o755)
    return executable
  }

  /** After the last test of a file. */
  async removeTemplate(): Promise<void> {
    if (this.#template) rmSync(await this.#template, { recursive: true, force: true })
  }

  async cleanUp(): Promise<void> {
    for (const service of this.#services.splice(0)) await service.kill()
    for (const folder of this.#folders.splice(0)) {
      for (const cluster of findClusters(folder)) {
        const server = findServer(cluster)
        if (server) await stopServer(server, cluster)
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    }
  }
}

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lyceum-postgres-test-')))
  chmodSync(folder, 0o755)
  return folder
}

function findClusters(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name === 'postgres')
    .map((entry) => join(entry.parentPath, entry.name))
}

async function readFirstLine(stream: ReadableStream<Uint8Array>): Promise<ServiceStart> {
  let text = ''
  for await (const chunk of stream as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString()
    if (text.includes('\n')) return JSON.parse(text)
  }
  return {}
}

/** Runs one statement on its own connection and returns the first column of the first row. */
export async function ask(url: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' })
    return (rows as unknown[][])[0]?.[0]
  } finally {
    await client.end()
  }
}

export async function startErrorOf(start: Promise<EmbeddedPostgres>): Promise<Error> {
  const outcome = await start.catch((error: Error) => error)
  if (outcome instanceof Error) return outcome
  await outcome.stop()
  throw new Error('It started where it should have failed.')
}

export async function until(condition: () => boolean, seconds = 60): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  while (!condition()) {
    if (performance.now() > deadline)
      throw new Error(`The condition was not true after ${seconds} seconds: ${condition}`)
    await Bun.sleep(2)
  }
}
