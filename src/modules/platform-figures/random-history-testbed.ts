import { seededRandom } from '../../../test/harness/random.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { dayOf as dayInZone } from '../streaks/public/streak.ts'

/** One row and when it is written. */
interface HistoryRow {
  writtenAt: number
  statement: string
}

export const HISTORY_START = new Date('2026-05-01T00:00:00.000Z')
export const HISTORY_DAYS = 130

const ZONES = ['UTC', 'Asia/Tokyo', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Midway']
const REASONS = ['lesson completed', 'streak milestone', 'streak freeze', 'contest entry fee']

/** Random rows of the tables that are counted, in the order in which they are written. Foreign keys and triggers are off. */
export function randomHistory(seed: number): HistoryRow[] {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const pick = <Item>(items: readonly Item[]) => items[below(items.length)]!
  const end = HISTORY_START.getTime() + HISTORY_DAYS * DAY_MS
  const between = (from: number, to = end) => Math.floor(from + random() * (to - from))
  const idAt = (at: number) => {
    const time = at.toString(16).padStart(12, '0')
    const rest = Array.from({ length: 12 }, () => below(16).toString(16)).join('')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6)}${rest.slice(6)}`
  }
  const text = (at: number) => `'${new Date(at).toISOString()}'`
  const rows: HistoryRow[] = []
  const add = (writtenAt: number, statement: string) => rows.push({ writtenAt, statement })

  for (let user = 0; user < 120; user++) {
    const signedUpAt = between(HISTORY_START.getTime())
    const id = idAt(signedUpAt)
    const zone = pick(ZONES)
    add(
      signedUpAt,
      `insert into user_account (id, email, username, time_zone, created_at)
       values ('${id}', '${id}@example.com', 'user${user}', '${zone}', ${text(signedUpAt)})`,
    )
    // Activities are reported in their order, some of them by a device that was offline for up to two days.
    let lastDay = ''
    for (let at = signedUpAt; at < end; at += between(HOUR_MS, random() < 0.1 ? 45 * DAY_MS : 4 * DAY_MS)) {
      const day = dayInZone({ at: new Date(at), zone })
      if (day <= lastDay) continue
      lastDay = day
      const status = random() < 0.9 ? 'DONE' : 'FROZEN'
      add(
        Math.min(end - 1, at + (random() < 0.3 ? below(2 * DAY_MS) : 0)),
        `insert into streak_day (user_id, day, status) values ('${id}', '${day}', '${status}')`,
      )
    }
    for (let lesson = below(4); lesson > 0; lesson--) {
      const at = between(signedUpAt)
      const seconds = random() < 0.2 ? 'null' : below(900)
      add(
        at,
        `insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at, time_spent_seconds)
         values ('${idAt(at)}', '${id}', '${idAt(at)}', '${idAt(at)}', ${text(at)}, ${seconds})`,
      )
    }
    if (random() < 0.5) {
      const at = between(signedUpAt)
      const completedAt = random() < 0.6 ? text(at) : 'null'
      add(
        at,
        `insert into enrollment (id, user_id, course_id, enrolled_at, completed_at)
         values ('${idAt(at)}', '${id}', '${idAt(at)}', ${text(signedUpAt)}, ${completedAt})`,
      )
    }
    if (random() < 0.3) {
      const at = between(signedUpAt)
      add(
        at,
        `insert into certificate (id, user_id, course_id, number, course_title, course_description, issued_at, metadata_cid)
         values ('${idAt(at)}', '${id}', '${idAt(at)}', 'LYC-2026-${String(user).padStart(8, '0')}', '', '', ${text(at)}, '')`,
      )
    }
    for (let transfer = below(12); transfer > 0; transfer--) {
      const at = between(signedUpAt)
      const [transferId, amount] = [idAt(at), 1 + below(50)]
      const [from, to] = pick([
        ['house:issuance', `user:${id}`],
        [`user:${id}`, 'house:fees'],
        [`user:${id}`, `contest:${id}`],
        [`battle:${id}`, `user:${id}`],
      ])
      const asset = pick(['GEM', 'GEM', 'XP', 'USDT'])
      const entry = (line: number, account: string, change: number) =>
        `('${transferId}', ${line}, '${account}', '${asset}', ${change}, ${text(at)})`
      add(
        at,
        `insert into ledger_transfer (id, source, reason, created_at)
           values ('${transferId}', '${transferId}', '${pick(REASONS)}', ${text(at)});
         insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
           values ${entry(1, from!, -amount)}, ${entry(2, to!, amount)}`,
      )
    }
  }
  for (let order = 0; order < 60; order++) {
    const at = between(HISTORY_START.getTime())
    const id = idAt(at)
    add(
      at,
      `insert into payment_order (id, quote_id, user_id, direction, status, provider, fiat_currency, fiat_amount, asset,
         token_amount, rate, fee, method, created_at, updated_at, tokens_collected_at)
       values ('${id}', '${id}', '${id}', '${pick(['ON_RAMP', 'OFF_RAMP'])}', 'PROCESSING', '${pick(['sandbox', 'other'])}',
         '${pick(['KES', 'GHS'])}', ${1_000 + below(9_000)}, '${pick(['GEMS', 'CHAIN_USDT'])}', 1, 1, ${below(100)}, 'MPESA',
         ${text(at)}, ${text(at)}, ${text(at)})`,
    )
    let status = 'PROCESSING'
    let changedAt = at
    for (const next of pick([['COMPLETED'], ['COMPLETED', 'REFUNDED'], ['FAILED'], []])) {
      changedAt = Math.min(end - 1, changedAt + below(3 * DAY_MS) + 1)
      add(
        changedAt,
        `insert into payment_order_transition (id, order_id, from_status, to_status, reason, at)
         values ('${idAt(changedAt)}', '${id}', '${status}', '${next}', '', ${text(changedAt)})`,
      )
      status = next
    }
  }
  for (let battle = 0; battle < 150; battle++) {
    const at = between(HISTORY_START.getTime())
    const id = idAt(at)
    const kind = pick(['QUEUE', 'FRIEND', 'BOT'])
    const [state, reason] = pick([
      ['FINISHED', 'COMPLETED'],
      ['FINISHED', 'FORFEIT'],
      ['ABANDONED', 'ABANDONED'],
      ['CANCELLED', 'CANCELLED'],
    ])
    add(
      at,
      `insert into battle_room (id, kind, state, stake, seed, bot_difficulty, start_deadline, created_at)
       values ('${id}', '${kind}', 'WAITING', ${kind === 'BOT' ? 0 : below(20)}, '${id}', ${kind === 'BOT' ? "'EASY'" : 'null'},
         ${text(at)}, ${text(at)})`,
    )
    const endedAt = Math.min(end - 1, at + below(20 * MINUTE_MS))
    add(
      endedAt,
      `update battle_room set state = '${state}', reason = '${reason}', ended_at = ${text(endedAt)} where id = '${id}'`,
    )
  }
  return rows.sort((one, other) => one.writtenAt - other.writtenAt)
}

/** Writes the rows up to a time and returns those that are left. */
export async function writeHistory(
  database: Database,
  rows: HistoryRow[],
  until: Date,
): Promise<HistoryRow[]> {
  const due = rows.filter(({ writtenAt }) => writtenAt <= until.getTime())
  if (due.length > 0)
    await database.withSession(async ({ script }) => {
      await script('set session_replication_role = replica')
      await script(due.map(({ statement }) => statement).join(';\n'))
      await script('set session_replication_role = origin')
    })
  return rows.slice(due.length)
}

/** A time after all rows, when nothing waits any more. */
export const HISTORY_END = addMs(HISTORY_START, HISTORY_DAYS * DAY_MS + 10 * MINUTE_MS)
