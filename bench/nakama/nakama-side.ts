import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { BenchEnvironment } from '../runner/benchmark.ts'
import { sendRequest } from '../runner/compare-responses.ts'
import type { Request } from '../runner/request.ts'
import { startProcess } from '../runner/start-process.ts'
import type { Side } from './flow.ts'

const FOLDER = join(import.meta.dir, '../peers/nakama')
/** As in `peers/nakama/config.yml`. */
const SESSION_KEY = 'bench-session-key-of-loopback-only'
const USERS = 20_000
const FIRST_GEMS = 1_000_000
const PRICE = 50

/** The program: `NAKAMA_BINARY`, or `nakama` on the path. */
export function nakamaProgram(): string | null {
  return Bun.which(process.env.NAKAMA_BINARY ?? 'nakama')
}

export function nakamaVersion(): string {
  return Bun.spawnSync([nakamaProgram()!, '--version']).stdout.toString().trim()
}

/** Nakama in a database of its own in the same PostgreSQL. */
export async function startNakama({ database, scratchFolder }: BenchEnvironment): Promise<Side> {
  await database.sql.unsafe('create database nakama')
  const url = Object.assign(new URL(database.url), { pathname: '/nakama' })
  const address = url.toString().replace(/^postgres(ql)?:\/\//, '')
  const program = nakamaProgram()!
  const migration = Bun.spawn([program, 'migrate', 'up', '--database.address', address], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if ((await migration.exited) !== 0) throw new Error('the tables of Nakama were not created')
  const server = await startProcess({
    // Nakama takes its ports as arguments; it also uses the three around the console's port.
    command: [
      'sh',
      '-c',
      'exec "$@" --socket.port "$PORT" --console.port "$((PORT > 60000 ? PORT - 20 : PORT + 20))"',
      'nakama',
      program,
      ...['--config', join(FOLDER, 'config.yml'), '--runtime.path', join(FOLDER, 'modules')],
      ...['--data_dir', join(scratchFolder, 'nakama'), '--database.address', address],
    ],
    folder: FOLDER,
    environment: {},
    readyPath: '/',
  })

  const sql = new Bun.SQL(url, { max: 1 })
  const users: { id: string; username: string }[] = await sql`
    insert into users (id, username, wallet)
    select gen_random_uuid(), 'user_' || number, jsonb_build_object('gems', ${FIRST_GEMS}::integer)
    from generate_series(1, ${USERS}) number
    returning id, username`
  await sql`vacuum analyze`
  const headers = users.map(({ id, username }) => authorization(signToken(id, username)))
  const boardWrites = headers.map((each) => boardWrite(each))
  const spends = headers.map((each) => spend(each))
  let nextPlayer = 0

  return {
    process: server,
    requests: async (flow) => ({
      requests: flow === 'board' ? boardWrites.slice(0, 2_000) : spends,
      expectedStatus: 200,
      requestsPerOperation: 1,
    }),
    playerTokens: async (count) =>
      Array.from({ length: count }, () => {
        const { id, username } = users[nextPlayer++ % users.length]!
        return signToken(id, username)
      }),
    check: async () => {
      const record = await sendRequest('nakama', server.port, boardWrites[0]!)
      if (record.rank !== '1' || record.score !== '20')
        throw new Error(`no rank in ${JSON.stringify(record)}`)
      await sendRequest('nakama', server.port, spends[0]!)
      const [row] = await sql`
        select (wallet->>'gems')::integer as gems,
          (select count(*)::integer from wallet_ledger where user_id = users.id) as lines
        from users where id = ${users[0]!.id}`
      if (row.gems !== FIRST_GEMS - PRICE || row.lines !== 1)
        throw new Error(`Nakama's wallet is ${JSON.stringify(row)}`)
    },
  }
}

function boardWrite(headers: Record<string, string>): Request {
  return { method: 'POST', path: '/v2/leaderboard/weekly', headers, body: '{"score":"20"}' }
}

function spend(headers: Record<string, string>): Request {
  return { method: 'POST', path: '/v2/rpc/spend', headers, body: '"{}"' }
}

function authorization(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
}

/** A session token as Nakama issues them. */
function signToken(userId: string, username: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const seconds = Math.floor(Date.now() / 1000)
  const claims = { tid: crypto.randomUUID(), uid: userId, usn: username, exp: seconds + 86_000, iat: seconds }
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', SESSION_KEY).update(text).digest('base64url')}`
}
