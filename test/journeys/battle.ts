import { expect } from 'bun:test'
import {
  type Answer,
  type Api,
  createLyceum,
  type Fetch,
  type Live,
  type Lyceum,
} from '../../packages/client/src/lyceum.ts'
import { ESCROW_CHECKS } from '../../src/app/escrow-checks.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { gemBalanceOf, giveGems } from '../harness/give-gems.ts'
import type { Journey, JourneyEnvironment } from './journey.ts'

/** A player repeats a frame until there is a reply. */
const RESEND_INTERVAL_MS = 2_000
/** A message between two processes can be lost, also the last one of a battle: a player asks again. */
const RESUME_INTERVAL_MS = 10_000

interface Player {
  id: string
  lyceum: Lyceum
}

type End = Api.ReceivedFrames['battle.end']

interface BattlePlan {
  /** A unique stake, so that the two players are matched with each other. */
  stake: number
  fetch?: Fetch
  /** When all processes are killed, a battle may be interrupted so long that it is cancelled. */
  mayBreakOff?: boolean
}

/**
 * Two players who are matched by their stake and play to the end, over sockets that may close at any time.
 */
export function battleJourney(
  environment: () => JourneyEnvironment,
  { stake, fetch, mayBreakOff = false }: BattlePlan,
): Journey {
  let players: [Player, Player]
  let ends: [End, End]

  async function createPlayer(): Promise<Player> {
    const lyceum = createLyceum({ url: environment().url, ...(fetch ? { fetch } : {}) })
    const username = `battle_${newId().replaceAll('-', '').slice(0, 20)}`
    const body = { email: `${username}@example.com`, password: 'correct-horse-battery', username }
    const { data } = await signUp(lyceum, body)
    await giveGems(environment().database.query, data.user.id, stake)
    return { id: data.user.id, lyceum }
  }

  async function arrive(): Promise<void> {
    players = [await createPlayer(), await createPlayer()]
  }

  async function playOn(): Promise<void> {
    const [ada, bob] = players
    const { query } = environment().database
    ends = await Promise.all([
      playToTheEnd(ada, { db: query, stake, answersCorrectly: true }),
      playToTheEnd(bob, { db: query, stake, answersCorrectly: false }),
    ])
  }

  async function checkStakes(): Promise<void> {
    const [won, lost] = ends
    if (!mayBreakOff) {
      expect(won).toMatchObject({ result: 'WIN', reason: 'COMPLETED', gemsDelta: stake })
      expect(lost).toMatchObject({ result: 'LOSS', reason: 'COMPLETED', gemsDelta: -stake })
    }
    const { database } = environment()
    const gems = await Promise.all(players.map(({ id }) => gemBalanceOf(database.query, id)))
    expect(gems).toEqual([stake + won.gemsDelta, stake + lost.gemsDelta])
    expect(won.gemsDelta + lost.gemsDelta).toBe(0)
    if (mayBreakOff) return
    expect((await auditLedger(database, ESCROW_CHECKS)).faults).toEqual([])
  }

  return {
    name: 'battle',
    steps: [
      ['two players register and have their stakes', arrive],
      ['the two players play the battle to the end', playOn],
      ['the stakes are settled once', checkStakes],
    ],
  }
}

type SignUp = { email: string; password: string; username: string }

/** A retried registration is refused if the first one succeeded, and the client signs in. */
async function signUp(lyceum: Lyceum, body: SignUp): Promise<Answer<'POST /auth/register'>> {
  return lyceum.call('POST /auth/register', { body }).catch(async (error) => {
    if (error.status !== 409) throw error
    const { email, password } = body
    return (await lyceum.call('POST /auth/login', { body: { email, password } })) as never
  })
}

interface Play {
  db: Db
  stake: number
  answersCorrectly: boolean
}

/** Joins, gets ready and answers; reconnects after a disconnect, and joins again after a cancelled battle. */
function playToTheEnd({ lyceum }: Player, { db, stake, answersCorrectly }: Play): Promise<End> {
  const live = lyceum.live()
  const { promise, resolve } = Promise.withResolvers<End>()
  let playedRoom: string | undefined
  let lastSent: (() => void) | undefined
  const sendUntilAcknowledged = (send: () => void) => {
    lastSent = send
    send()
  }
  const join = () => void live.send('queue.join', { stakeAmount: stake })
  // Frames sent into a dead connection were lost.
  const resend = setInterval(() => live.state === 'open' && lastSent?.(), RESEND_INTERVAL_MS)

  const resume = setInterval(() => {
    if (playedRoom && live.state === 'open')
      live.send('battle.resume', { roomId: playedRoom, lastSeq: 0 }).catch(() => undefined)
  }, RESUME_INTERVAL_MS)

  sendUntilAcknowledged(join)
  const getReady = (roomId: string) => {
    playedRoom = roomId
    sendUntilAcknowledged(() => void live.send('battle.ready', { roomId }))
  }
  live.on('queue.matched', ({ roomId }) => getReady(roomId))
  // Joining again during a battle is answered with its room.
  live.on('queue.status', ({ roomId }) => roomId && getReady(roomId))
  live.on('queue.timeout', () => sendUntilAcknowledged(join))
  // The battle was cancelled while this player was away. Joining again returns the existing entry if there is
  // one.
  live.on('error', ({ replyTo }) => {
    if (replyTo === 'battle.ready') sendUntilAcknowledged(join)
  })
  live.on('battle.start', () => {
    lastSent = undefined
  })
  live.on('battle.question', async ({ questionId, options }, { roomId }) => {
    const selectedOption = await optionOf(db, questionId, options, answersCorrectly)
    sendUntilAcknowledged(
      () => void live.send('battle.answer', { roomId: roomId!, questionId, selectedOption }),
    )
  })
  live.on('battle.answered', ({ by }) => {
    if (by === 'you') lastSent = undefined
  })
  live.on('battle.roundResult', () => {
    lastSent = undefined
  })
  live.on('battle.end', (end) => {
    if (end.reason === 'CANCELLED') return sendUntilAcknowledged(join)
    resolve(end)
  })
  return promise.finally(() => {
    clearInterval(resend)
    clearInterval(resume)
    close(live)
  })
}

function close(live: Live): void {
  if (live.state !== 'closed') live.close()
}

async function optionOf(
  db: Db,
  questionId: string,
  options: string[],
  answersCorrectly: boolean,
): Promise<number> {
  const [question] = await db<{ right: string }>`
    select options[correct_index + 1] as right from question where id = ${questionId}`
  const right = options.indexOf(question!.right)
  return answersCorrectly ? right : (right + 1) % options.length
}
