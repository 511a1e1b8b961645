import { waitUntil } from '../harness/wait-until.ts'
import type { RaceFixture } from './race-fixture.ts'
import type { Race } from './run-race.ts'

const STAKE = 5

/** A separate live contest with a fee. */
async function createContest(fixture: RaceFixture, changes: Record<string, unknown> = {}): Promise<string> {
  const { token } = await fixture.admin()
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
  return (await fixture.ask(token)('POST /admin/contests', body)).data.id
}

const countLiveEntries = (fixture: RaceFixture, id: string) =>
  fixture.count(fixture.db`select from battle_entry where user_id = ${id} and is_live`)

/** Contests and battles: fees, stakes, seats. */
export const CONTEST_AND_BATTLE_RACES: Race[] = [
  {
    operation: 'POST /user/contests/{id}/join',
    refused: ['ALREADY_JOINED'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner(100)
      const contestId = await createContest(fixture)
      return {
        token,
        path: { id: contestId },
        effects: async () => (await fixture.countTransfersOf(id)) - 1,
      }
    },
  },
  {
    operation: 'POST /user/contests/join',
    refused: ['ALREADY_JOINED'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner(100)
      const contestId = await createContest(fixture)
      const roomCode = `W3MK${fixture.ownStake()}`.replaceAll('0', 'A').replaceAll('1', 'B')
      await fixture.db`update contest set type = 'PRIVATE', room_code = ${roomCode} where id = ${contestId}`
      return { token, body: { roomCode }, effects: async () => (await fixture.countTransfersOf(id)) - 1 }
    },
  },
  {
    operation: 'POST /user/contests/{id}/submit',
    refused: ['ALREADY_SUBMITTED'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      const contestId = await createContest(fixture, { entryFeeGems: 0 })
      await fixture.ask(token)(`POST /user/contests/${contestId}/join`)
      const { questions } = (await fixture.ask(token)(`POST /user/contests/${contestId}/start`)).data
      const body = (index: number) => ({
        answers: [{ questionId: questions[0].id, selectedOption: index % 2 }],
        timeTakenSeconds: index,
      })
      return {
        token,
        path: { id: contestId },
        body,
        effects: () =>
          fixture.count(fixture.db`
            select from contest_participant
            where contest_id = ${contestId} and user_id = ${id} and submitted_at is not null`),
      }
    },
  },
  {
    operation: 'POST /admin/contests/{id}/cancel',
    refused: ['CONTEST_CANCELLED'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner(100)
      const contestId = await createContest(fixture)
      await fixture.ask(token)(`POST /user/contests/${contestId}/join`)
      // The gift and the fee; the refund of the fee is counted.
      return {
        token: (await fixture.admin()).token,
        path: { id: contestId },
        effects: async () => {
          await waitUntil(async () => (await fixture.countTransfersOf(id)) > 2)
          return (await fixture.countTransfersOf(id)) - 2
        },
      }
    },
  },
  {
    operation: 'POST /quiz-battles/queue/join',
    refused: ['ALREADY_IN_BATTLE'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner(100)
      const stakeAmount = fixture.ownStake()
      return { token, body: { stakeAmount }, effects: () => countLiveEntries(fixture, id) }
    },
  },
  {
    operation: 'DELETE /quiz-battles/queue/{ticket}',
    refused: ['TICKET_NOT_QUEUED'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner(100)
      const body = { stakeAmount: fixture.ownStake() }
      const { queueTicket } = (await fixture.ask(token)('POST /quiz-battles/queue/join', body)).data
      return {
        token,
        path: { ticket: queueTicket },
        effects: () =>
          fixture.count(fixture.db`select from battle_entry where user_id = ${id} and status = 'CANCELLED'`),
      }
    },
  },
  {
    operation: 'POST /quiz-battles/bot/start',
    refused: ['ALREADY_IN_BATTLE'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner()
      // The battle is cancelled after ten seconds without its player, so ended entries count too.
      const effects = () => fixture.count(fixture.db`select from battle_entry where user_id = ${id}`)
      return { token, body: { difficulty: 'EASY' }, effects }
    },
  },
  {
    operation: 'POST /quiz-battles/rooms',
    refused: ['ALREADY_IN_BATTLE'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner(100)
      return {
        token,
        body: { stakeAmount: STAKE },
        effects: async () => (await fixture.countTransfersOf(id)) - 1,
      }
    },
  },
  {
    operation: 'POST /quiz-battles/rooms/{roomCode}/join',
    refused: ['ALREADY_IN_BATTLE', 'ROOM_FULL'],
    stage: async (fixture) => {
      const host = await fixture.learner(100)
      const { roomCode } = (await fixture.ask(host.token)('POST /quiz-battles/rooms', { stakeAmount: STAKE }))
        .data
      const { id, token } = await fixture.learner(100)
      return { token, path: { roomCode }, effects: async () => (await fixture.countTransfersOf(id)) - 1 }
    },
  },
  {
    operation: 'DELETE /quiz-battles/rooms/{roomCode}',
    refused: ['NOT_FOUND'],
    stage: async (fixture) => {
      const { id, token } = await fixture.learner(100)
      const { roomCode } = (await fixture.ask(token)('POST /quiz-battles/rooms', { stakeAmount: STAKE })).data
      return { token, path: { roomCode }, effects: async () => (await fixture.countTransfersOf(id)) - 2 }
    },
  },
]
