import type { OrderId } from '../../../events/payment-orders.ts'
import { findTransactions } from '../../../platform/chain/relayer/list-transactions.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isId, type UserId } from '../../../platform/ids.ts'
import { z } from '../../../platform/zod.ts'
import { type FoundAccount, findAccountById, searchAccounts } from '../../accounts/public/user-records.ts'
import { findEntry } from '../../battle-records/public/entries.ts'
import { findRoom } from '../../battle-records/public/rooms.ts'
import { type EntryId, type RoomId, readTicket } from '../../battle-records/public/ticket.ts'
import type { CertificateId } from '../../certificates/public/certificate.ts'
import { findCertificateById, findCertificateByNumber } from '../../certificates/public/list-certificates.ts'
import type { ContestId } from '../../contests/public/contest.ts'
import { findContestById, searchContestTitles } from '../../contests/public/list-contests.ts'
import { findOrders } from '../../payment-orders/public/list-orders.ts'
import { listUsersByAddress } from '../../wallet/public/wallet-addresses.ts'

export const ResultSchema = z
  .object({
    kind: z.enum([
      'USER',
      'WALLET',
      'ORDER',
      'CERTIFICATE',
      'CHAIN_TRANSACTION',
      'CONTEST',
      'BATTLE',
      'TICKET',
    ]),
    id: z.string(),
    title: z.string(),
    detail: z.string(),
    userId: z.string().nullable().openapi({ description: 'The user that the item belongs to, if any' }),
  })
  .openapi('AdminSearchResult')
type SearchResult = z.output<typeof ResultSchema>
type Found = SearchResult & { isExact: boolean }

export const MAX_RESULTS = 20

const ADDRESS = /^0x[0-9a-f]{40}$/
const HASH = /^0x[0-9a-f]{64}$/

/** Searches for what the text can be by its shape, with one query for each kind. Exact matches come first. */
export async function searchConsole(db: Db, text: string): Promise<SearchResult[]> {
  return firstOf((await Promise.all(searchesFor(db, text))).flat())
}

/** Searches for users by id, username and e-mail address. */
export async function searchUsersOnly(db: Db, text: string): Promise<SearchResult[]> {
  const lower = text.toLowerCase()
  return firstOf(await (isId(lower) ? searchUserId(db, lower) : searchUserTexts(db, text)))
}

function firstOf(found: Found[]): SearchResult[] {
  const ordered = [...found.filter(({ isExact }) => isExact), ...found.filter(({ isExact }) => !isExact)]
  return ordered.slice(0, MAX_RESULTS).map(({ isExact: _, ...result }) => result)
}

function searchesFor(db: Db, text: string): Promise<Found[]>[] {
  const lower = text.toLowerCase()
  if (isId(lower))
    return [
      searchUserId(db, lower),
      searchOrders(db, text, lower),
      searchCertificates(findCertificateById(db, lower as CertificateId)),
      searchTransactions(db, { id: lower, hash: null }),
      searchContests(findContestById(db, lower as ContestId).then((contest) => (contest ? [contest] : []))),
      searchBattles(db, lower),
      searchTickets(db, lower as EntryId),
    ]
  const ticket = readTicket(text)
  if (ticket) return [searchTickets(db, ticket.entryId)]
  if (ADDRESS.test(lower)) return [searchWallets(db, lower)]
  if (HASH.test(lower)) return [searchTransactions(db, { id: null, hash: lower })]
  return [
    searchUserTexts(db, text),
    searchOrders(db, text, null),
    searchCertificates(findCertificateByNumber(db, text)),
    searchContests(searchContestTitles(db, text, MAX_RESULTS)),
  ]
}

async function searchUserId(db: Db, id: string): Promise<Found[]> {
  const account = await findAccountById(db, id as UserId)
  return account ? [userResult(account)] : []
}

async function searchUserTexts(db: Db, text: string): Promise<Found[]> {
  return (await searchAccounts(db, text, MAX_RESULTS)).map(userResult)
}

function userResult({ id, email, username, isExact }: FoundAccount): Found {
  return { kind: 'USER', id, title: username, detail: email, userId: id, isExact }
}

async function searchWallets(db: Db, address: string): Promise<Found[]> {
  const users = await listUsersByAddress(db, [address])
  return [...users].map(([id, userId]) => ({
    kind: 'WALLET',
    id,
    title: id,
    detail: `Wallet of ${userId}`,
    userId,
    isExact: true,
  }))
}

async function searchOrders(db: Db, reference: string, id: string | null): Promise<Found[]> {
  const orders = await findOrders(db, { id: id as OrderId | null, reference })
  return orders.map((order) => ({
    kind: 'ORDER',
    id: order.id,
    title: order.providerOrderId ?? order.id,
    detail: `${order.direction} ${order.status} ${order.provider}`,
    userId: order.userId,
    isExact: true,
  }))
}

async function searchCertificates(finding: ReturnType<typeof findCertificateById>): Promise<Found[]> {
  const certificate = await finding
  if (!certificate) return []
  const { id, number, courseTitle, status, userId } = certificate
  return [
    { kind: 'CERTIFICATE', id, title: number, detail: `${courseTitle} ${status}`, userId, isExact: true },
  ]
}

async function searchTransactions(
  db: Db,
  wanted: { id: string | null; hash: string | null },
): Promise<Found[]> {
  const transactions = await findTransactions(db, wanted)
  return transactions.map(({ id, kind, reference, status, transactionHash }) => ({
    kind: 'CHAIN_TRANSACTION',
    id,
    title: transactionHash ?? wanted.hash ?? reference,
    detail: `${kind} ${status} ${reference}`,
    userId: null,
    isExact: true,
  }))
}

async function searchContests(finding: ReturnType<typeof searchContestTitles>): Promise<Found[]> {
  return (await finding).map(({ id, title, startsAt, outcome, isExact }) => ({
    kind: 'CONTEST',
    id,
    title,
    detail: `${startsAt.toISOString()} ${outcome ?? 'OPEN'}`,
    userId: null,
    isExact,
  }))
}

async function searchBattles(db: Db, id: string): Promise<Found[]> {
  const battle = await findRoom(db, id as RoomId)
  if (!battle) return []
  const detail = `${battle.kind} ${battle.state} ${battle.createdAt.toISOString()}`
  return [{ kind: 'BATTLE', id, title: id, detail, userId: null, isExact: true }]
}

/** The place of a user in the queue or in a room, for which the app has a ticket. */
async function searchTickets(db: Db, id: EntryId): Promise<Found[]> {
  const entry = await findEntry(db, id)
  if (!entry) return []
  const { userId, status, stake, joinedAt, roomId } = entry
  const detail = [status, `${stake} GEM`, joinedAt.toISOString(), roomId].filter(Boolean).join(' ')
  return [{ kind: 'TICKET', id, title: id, detail, userId, isExact: true }]
}
