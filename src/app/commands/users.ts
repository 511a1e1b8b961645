import { findAccountByEmail } from '../../modules/accounts/public/account.ts'
import { getUserRecord, searchUsers } from '../../modules/accounts/public/user-records.ts'
import { userAccount } from '../../modules/ledger/public/account.ts'
import { listAccountBalances } from '../../modules/ledger/public/list-balances.ts'
import { type Environment, readConfig } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { isId, type UserId } from '../../platform/ids.ts'
import type { RunningPlatform } from '../bootstrap/create-platform.ts'
import { EXIT_CODES, failWith } from './exit-codes.ts'
import { type Output, printJson, printTable } from './table.ts'
import { withUnchangedPlatform } from './with-platform.ts'

const MIN_SEARCH = 3
const LIMIT = 50

/** Lists accounts whose username or e-mail address contains the text, newest first. */
export async function findUsers(environment: Environment, text: string, { json }: Output): Promise<void> {
  const search = text.trim()
  if (search.length < MIN_SEARCH) return failWith(`Search for at least ${MIN_SEARCH} characters.`)
  const find = async ({ db }: RunningPlatform) => {
    const { users, total } = await searchUsers(db, { search, page: 1, limit: LIMIT })
    if (json) return printJson({ users, total })
    const rows = users.map(({ id, email, username, role, suspendedAt, createdAt }) => [
      id,
      email,
      username,
      role,
      suspendedAt ? 'suspended' : 'active',
      createdAt.toISOString().slice(0, 10),
    ])
    printTable(['id', 'email', 'username', 'role', 'state', 'created'], rows, 'No account matches.')
    if (total > users.length) console.log(`${users.length} of ${total}. Search for more characters.`)
  }
  await withUnchangedPlatform(readConfig(environment), find)
}

/** Shows one account, by its id or e-mail address. */
export async function showUser(environment: Environment, given: string, { json }: Output): Promise<void> {
  await withUnchangedPlatform(readConfig(environment), async ({ db }) => {
    const id = isId(given)
      ? (given as UserId)
      : (await findAccountByEmail(db, given.trim().toLowerCase()))?.id
    if (!id) return failWith(`No account has the address ${given}.`, EXIT_CODES.refused)
    const user = await getUserRecord(db, id)
    const balances = await readBalances(db, id)
    if (json) return printJson({ ...user, balances })
    const lines: [string, string][] = [
      ['id', user.id],
      ['email', `${user.email}${user.isEmailVerified ? '' : ' (not verified)'}`],
      ['username', user.username],
      ['role', user.role],
      ['state', user.suspendedAt ? `suspended since ${user.suspendedAt.toISOString()}` : 'active'],
      ['two-factor', user.isTwoFactorEnabled ? 'on' : 'off'],
      ['language', user.language],
      ['created', user.createdAt.toISOString()],
      ...Object.entries(balances).map(([asset, amount]): [string, string] => [asset, String(amount)]),
    ]
    for (const [name, value] of lines) console.log(`${name.padEnd(11)} ${value}`)
  })
}

const SHOWN_ASSETS = ['XP', 'GEM'] as const

async function readBalances(db: Db, id: UserId): Promise<Record<string, bigint>> {
  const balances: Record<string, bigint> = {}
  for (const asset of SHOWN_ASSETS) {
    const [row] = await listAccountBalances(db, asset, [userAccount(id)])
    balances[asset] = row?.balance ?? 0n
  }
  return balances
}
