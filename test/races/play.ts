import { until } from '../harness/until.ts'
import type { RaceBed } from './bed.ts'
import type { Race } from './race.ts'

const STAKE = 5

/** A live contest with a fee, of its own. */
async function contest(bed: RaceBed, changes: Record<string, unknown> = {}): Promise<string> {
  const { token } = await bed.admin()
  const body = {
    title: 'Sprint',
    description: '',
    entryFeeGems: 10,
    prizePoolGems: 0,
    startsAt: new Date().toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    questions: [{ prompt: 'Which?', options: ['a', 'b'], correctIndex: 0 }],
    ...changes,
  }
  return (await bed.ask(token)('POST /admin/contests', body)).data.id
}

const liveEntries = (bed: RaceBed, id: string) =>
  bed.count(bed.db`select from battle_entry where user_id = ${id} and is_live`)

/** Contests and battles: fees, stakes, seats. */
export const PLAY_RACES: Race[] = [
  {
    operation: 'POST /user/contests/{id}/join',
    refused: ['ALREADY_JOINED'],
    stage: async (bed) => {
      const { id, token } = await bed.learner(100)
      const contestId = await contest(bed)
      return {
        token,
        path: { id: contestId },
        effects: async () => (await bed.movesOf(id)) - 1,
      }
    },
  },
  {
    operation: 'POST /user/contests/join',
    refused: ['ALREADY_JOINED'],
    stage: async (bed) => {
      const { id, token } = await bed.learner(100)
      const contestId = await contest(bed)
      const roomCode = `W3MK${bed.ownStake()}`.replaceAll('0', 'A').replaceAll('1', 'B')
      await bed.db`update contest set type = 'PRIVATE', room_code = ${roomCode} where id = ${contestId}`
      return { token, body: { roomCode }, effects: async () => (await bed.movesOf(id)) - 1 }
    },
  },
  {
    operation: 'POST /user/contests/{id}/submit',
    refused: ['ALREADY_SUBMITTED'],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      const contestId = await contest(bed, { entryFeeGems: 0 })
      await bed.ask(token)(`POST /user/contests/${contestId}/join`)
      const { questions } = (await bed.ask(token)(`POST /user/contests/${contestId}/start`)).data
      const body = (index: number) => ({
        answers: [{ questionId: questions[0].id, selectedOption: index % 2 }],
        timeTakenSeconds: index,
      })
      return {
        token,
        path: { id: contestId },
        body,
        effects: () =>
          bed.count(bed.db`
            select from contest_participant
            where contest_id = ${contestId} and user_id = ${id} and submitted_at is not null`),
      }
    },
  },
  {
    operation: 'POST /admin/contests/{id}/cancel',
    refused: ['CONTEST_CANCELLED'],
    stage: async (bed) => {
      const { id, token } = await bed.learner(100)
      const contestId = await contest(bed)
      await bed.ask(token)(`POST /user/contests/${contestId}/join`)
      // The gift and the fee; what is counted is the fee's way back.
      return {
        token: (await bed.admin()).token,
        path: { id: contestId },
        effects: async () => {
          await until(async () => (await bed.movesOf(id)) > 2, 60)
          return (await bed.movesOf(id)) - 2
        },
      }
    },
  },
  {
    operation: 'POST /quiz-battles/queue/join',
    refused: ['ALREADY_IN_BATTLE'],
    stage: async (bed) => {
      const { id, token } = await bed.learner(100)
      const stakeAmount = bed.ownStake()
      return { token, body: { stakeAmount }, effects: async () => (await bed.movesOf(id)) - 1 }
    },
  },
  {
    operation: 'DELETE /quiz-battles/queue/{ticket}',
    refused: ['TICKET_NOT_QUEUED'],
    stage: async (bed) => {
      const { id, token } = await bed.learner(100)
      const body = { stakeAmount: bed.ownStake() }
      const { queueTicket } = (await bed.ask(token)('POST /quiz-battles/queue/join', body)).data
      return {
        token,
        path: { ticket: queueTicket },
        effects: async () => (await bed.movesOf(id)) - 2,
      }
    },
  },
  {
    operation: 'POST /quiz-battles/bot/start',
    refused: ['ALREADY_IN_BATTLE'],
    stage: async (bed) => {
      const { id, token } = await bed.learner()
      return { token, body: { difficulty: 'EASY' }, effects: () => liveEntries(bed, id) }
    },
  },
  {
    operation: 'POST /quiz-battles/rooms',
    refused: ['ALREADY_IN_BATTLE'],
    stage: async (bed) => {
      const { id, token } = await bed.learner(100)
      return {
        token,
        body: { stakeAmount: STAKE },
        effects: async () => (await bed.movesOf(id)) - 1,
      }
    },
  },
  {
    operation: 'POST /quiz-battles/rooms/{roomCode}/join',
    refused: ['ALREADY_IN_BATTLE', 'ROOM_FULL'],
    stage: async (bed) => {
      const host = await bed.learner(100)
      const { roomCode } = (await bed.ask(host.token)('POST /quiz-battles/rooms', { stakeAmount: STAKE }))
        .data
      const { id, token } = await bed.learner(100)
      return { token, path: { roomCode }, effects: async () => (await bed.movesOf(id)) - 1 }
    },
  },
  {
    operation: 'DELETE /quiz-battles/rooms/{roomCode}',
    refused: ['NOT_FOUND'],
    stage: async (bed) => {
      const { id, token } = await bed.learner(100)
      const { roomCode } = (await bed.ask(token)('POST /quiz-battles/rooms', { stakeAmount: STAKE })).data
      return { token, path: { roomCode }, effects: async () => (await bed.movesOf(id)) - 2 }
    },
  },
]
