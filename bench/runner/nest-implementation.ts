import { join } from 'node:path'
import type { BenchEnvironment, Implementation } from './benchmark.ts'
import { startProcess } from './start-process.ts'

const FOLDER = join(import.meta.dir, '../peers/nest')
const INSTALL_TIMEOUT_SECONDS = 300
const COMPILE_TIMEOUT_SECONDS = 60

/** NestJS with TypeORM on Express and Node, written and configured as its documentation recommends. */
export const nestImplementation: Implementation = {
  name: 'nest',
  title: 'NestJS + TypeORM on Express, Node',
  build,
  start: (environment) => start(environment, 'dist/main.js'),
  versions,
}

/** The course read by a team that looks for speed: Fastify, cached courses and tokens, and one prepared query. */
export const fastNestImplementation: Implementation = {
  name: 'nest-fast',
  title: 'NestJS on Fastify, cached course, one query, Node',
  build,
  start: (environment) => start(environment, 'dist/fast/main.js'),
  versions,
}

let building: Promise<void> | undefined

/** Both have the same packages and are compiled together. */
function build(): Promise<void> {
  building ??= (async () => {
    await run([process.execPath, 'install', '--frozen-lockfile', '--silent'], INSTALL_TIMEOUT_SECONDS)
    await run([process.execPath, 'node_modules/typescript/bin/tsc', '-p', '.'], COMPILE_TIMEOUT_SECONDS)
  })()
  return building
}

function start({ database, peerTokenSecret, publicUrl }: BenchEnvironment, program: string) {
  return startProcess({
    command: ['node', program],
    folder: FOLDER,
    environment: {
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      JWT_SECRET: peerTokenSecret,
      PUBLIC_URL: publicUrl,
    },
    readyPath: '/health/ready',
  })
}

async function versions(): Promise<Record<string, string>> {
  const { dependencies } = await Bun.file(join(FOLDER, 'package.json')).json()
  const node = Bun.spawnSync(['node', '--version']).stdout.toString().trim().replace(/^v/, '')
  return { node, ...dependencies }
}

async function run(command: string[], timeoutSeconds: number) {
  const child = Bun.spawn(command, {
    cwd: FOLDER,
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
    timeout: timeoutSeconds * 1000,
  })
  if ((await child.exited) !== 0)
    throw new Error(
      `${command.slice(1).join(' ')} in bench/peers/nest failed or took over ${timeoutSeconds} s`,
    )
}
