import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { collectOutcomes } from '../../../../test/harness/barrier.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { addMs, MINUTE_MS } from '../../../platform/clock.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { reactionTable } from '../../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../../platform/transaction/write.ts'
import { UNRESTRICTED_GEM_USE } from '../../accounts/public/require-gem-use.ts'
import { drawQuestions } from '../../questions/public/draw-questions.ts'
import { exportQuestions } from '../../questions/public/export-questions.ts'
import { importQuestions } from '../../questions/question-testbed.ts'
import { addUser, draftOf, gemsOf, QUESTIONS } from '../contest-testbed.ts'
import { joinContest } from '../join-contest.ts'
import { findContest } from '../queries.ts'
import { cancelContest } from './cancel-contest.ts'
import type { ContestId } from './contest.ts'
import {
  type ContestDraft,
  ContestDraftSchema,
  type ContestPatch,
  ContestPatchSchema,
} from './contest-draft.ts'
import { createContest } from './create-contest.ts'
import { getContestDraft } from './get-contest-draft.ts'
import { getContestView } from './get-contest-view.ts'
import { listContests } from './list-contests.ts'
import { updateContest } from './update-contest.ts'

const now = new Date('2026-11-02T08:00:00.000Z')
const soon = addMs(now, 30 * MINUTE_MS)
let fixture: TestDatabase
let write: Write
const db: TestDatabase['database']['query'] = (strings, ...values) =>
  fixture.database.query(strings, ...values)
beforeAll(async () => {
  fixture = await createTestDatabase()
  write = createWrite(fixture.another({ poolSize: 16 }), reactionTable([]), () => {})
})
afterAll(() => fixture.drop())

const editor = { userId: newId() as UserId, role: 'ADMIN' as const }
const upcoming = (changes: Partial<ContestDraft> = {}) =>
  draftOf(now, {
    startsAt: soon.toISOString(),
    endsAt: addMs(soon, 10 * MINUTE_MS).toISOString(),
    ...changes,
  })
const create = (draft = upcoming()) => write((tx) => createContest(tx, { author: null, draft, now }))
const update = (contestId: ContestId, patch: ContestPatch, at = now) =>
  write((tx) => updateContest(tx, { contestId, patch: ContestPatchSchema.parse(patch), editor, now: at }))
async function join(contestId: ContestId, gems = 10) {
  const userId = await addUser(db, gems)
  const contest = (await findContest(db, contestId))!
  await write((tx) =>
    joinContest(tx, { userId, contest, roomCode: undefined, gemUse: UNRESTRICTED_GEM_USE, now }),
  )
  return userId
}

describe('contest drafts', () => {
  const body = {
    title: 'Sprint',
    description: '',
    entryFeeGems: 0,
    prizePoolGems: 0,
    startsAt: soon.toISOString(),
    endsAt: addMs(soon, MINUTE_MS).toISOString(),
    questions: [{ prompt: 'A?', options: ['a', 'b'], correctIndex: 1 }],
  }

  test('a draft with only the required fields gets defaults', () => {
    expect(ContestDraftSchema.parse(body)).toMatchObject({
      type: 'PUBLIC',
      prizeTable: [50, 30, 20],
      minParticipants: 2,
      maxDurationSeconds: null,
      questionsPerAttempt: null,
      minPrizeScore: 50,
      questions: [{ explanation: '' }],
    })
  })

  test.each<[string, object]>([
    ['no questions', { questions: [] }],
    ['more drawn questions than there are', { questionsPerAttempt: 2 }],
    ['prizes for a score of 0', { minPrizeScore: 0 }],
    ['an unknown correct option', { questions: [{ ...body.questions[0], correctIndex: 2 }] }],
    ['two equal options', { questions: [{ ...body.questions[0], options: ['a', 'a'] }] }],
    ['an end before the start', { endsAt: now.toISOString() }],
    ['an end months later', { endsAt: '2027-06-01T00:00:00.000Z' }],
    ['a prize table below 100 percent', { prizeTable: [50, 30] }],
    ['an ascending prize table', { prizeTable: [40, 60] }],
    ['a fractional fee', { entryFeeGems: 0.5 }],
    ['a negative pool', { prizePoolGems: -1 }],
    ['no title', { title: ' ' }],
  ])('a draft with %s is refused', (_, changes) => {
    expect(ContestDraftSchema.safeParse({ ...body, ...changes }).success).toBe(false)
  })

  test('a draft that ends in the past is refused', async () => {
    const late = write((tx) =>
      createContest(tx, { author: null, draft: upcoming(), now: addMs(soon, 10 * MINUTE_MS) }),
    )
    await expect(late).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test('getContestDraft returns the draft as it was created', async () => {
    const draft = upcoming({ type: 'PRIVATE', prizeTable: [100], maxDurationSeconds: 60, minParticipants: 5 })
    const id = await create(draft)
    expect(await getContestDraft(db, id)).toEqual({
      ...draft,
      id,
      roomCode: expect.stringMatching(/^[2-9A-HJ-NP-Z]{6}$/),
    })
    const admin = await addUser(db)
    const seen = { contestId: id, userId: admin, now }
    await expect(getContestView(db, seen)).rejects.toMatchObject({ code: 'CONTEST_NOT_FOUND' })
    expect(await getContestView(db, { ...seen, includePrivate: true })).toMatchObject({ id, type: 'PRIVATE' })
    const page = { userId: admin, order: 'ASC' as const, page: 1, limit: 100, now }
    const ids = async (includePrivate: boolean) =>
      (await listContests(db, { ...page, includePrivate })).items.map((contest) => contest.id as ContestId)
    expect(await ids(false)).not.toContain(id)
    expect(await ids(true)).toContain(id)
  })
})

describe('the questions of a contest', () => {
  test('questions of a contest are not drawn, exported or archived by an import', async () => {
    const id = await create()
    const { questionIds } = (await findContest(db, id))!
    for (const use of ['CHALLENGE', 'PRACTICE'] as const)
      expect(await drawQuestions(db, { use, count: 1_000, seed: 'x' })).toEqual([])
    expect((await exportQuestions(db, 'test-pack')).questions).toEqual([])
    await write((tx) =>
      importQuestions(tx, { questions: [], topicIds: new Map(), archiveMissing: true, now }),
    )
    const rows = await db<{ key: string; archivedAt: Date | null }>`
      select key, archived_at as "archivedAt" from question where id = any(${questionIds}::uuid[])`
    expect(rows).toHaveLength(QUESTIONS.length)
    for (const { key, archivedAt } of rows) {
      expect(key).toStartWith(`contest:${id}:`)
      expect(archivedAt).toBeNull()
    }
  })
})

describe('updateContest', () => {
  test('all fields can change before the first join', async () => {
    const id = await create()
    const question = {
      type: 'SINGLE_CHOICE' as const,
      prompt: 'New?',
      options: ['yes', 'no'],
      correctIndex: 0,
      explanation: 'So.',
      optionFeedback: null,
      skill: 'counting',
    }
    const patch = {
      title: 'Another',
      entryFeeGems: 20,
      prizePoolGems: 5,
      prizeTable: [60, 40],
      minParticipants: 3,
      maxDurationSeconds: 30,
      startsAt: addMs(soon, MINUTE_MS).toISOString(),
      questions: [question],
    }
    await update(id, patch)
    expect(await getContestDraft(db, id)).toMatchObject(patch)
    const jobs = await db`select 1 from outbox where data ->> 'contestId' = ${id} and job = 'contests.finish'`
    expect(jobs).toHaveLength(2)
  })

  test('terms are locked after the first join or the start', async () => {
    const joined = await create()
    await join(joined)
    const started = await create()
    for (const [id, at] of [
      [joined, now],
      [started, addMs(soon, 1)],
    ] as const) {
      for (const patch of [
        { entryFeeGems: 11 },
        { entryFeeGems: 0 },
        { prizePoolGems: 99 },
        { prizeTable: [100] },
        { minParticipants: 1 },
        { maxDurationSeconds: 600 },
        { startsAt: addMs(soon, MINUTE_MS).toISOString() },
        { endsAt: addMs(soon, 5 * MINUTE_MS).toISOString() },
        { questions: QUESTIONS },
        { questionsPerAttempt: 2 },
        { minPrizeScore: 2 },
      ])
        await expect(update(id, patch, at)).rejects.toMatchObject({ code: 'CONTEST_UNDER_WAY' })
      await update(
        id,
        {
          title: 'Better words',
          description: 'And more.',
          entryFeeGems: 10,
          prizePoolGems: 200,
          endsAt: addMs(soon, 20 * MINUTE_MS).toISOString(),
        },
        at,
      )
      expect(await getContestDraft(db, id)).toMatchObject({ title: 'Better words', prizePoolGems: 200 })
    }
  })

  test('updates of ended or unknown contests and invalid time ranges are refused', async () => {
    const id = await create()
    await expect(update(id, { endsAt: now.toISOString() })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    await expect(update(id, { title: 'x' }, addMs(soon, 10 * MINUTE_MS))).rejects.toMatchObject({
      code: 'CONTEST_ENDED',
    })
    await write((tx) => cancelContest(tx, { contestId: id, now }))
    await expect(update(id, { title: 'x' })).rejects.toMatchObject({ code: 'CONTEST_ENDED' })
    const unknownId = Bun.randomUUIDv7() as ContestId
    await expect(update(unknownId, { title: 'x' })).rejects.toMatchObject({ code: 'CONTEST_NOT_FOUND' })
    await expect(write((tx) => cancelContest(tx, { contestId: unknownId, now }))).rejects.toMatchObject({
      code: 'CONTEST_NOT_FOUND',
    })
    await expect(write((tx) => cancelContest(tx, { contestId: id, now }))).rejects.toMatchObject({
      code: 'CONTEST_CANCELLED',
    })
  })

  test('users who join while the fee changes pay the fee they saw or nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await create()
      const contest = (await findContest(db, id))!
      const users = await Promise.all(Array.from({ length: 20 }, () => addUser(db, 100)))
      const joins = (some: typeof users) =>
        collectOutcomes(
          some.map((userId) =>
            write((tx) =>
              joinContest(tx, { userId, contest, roomCode: undefined, gemUse: UNRESTRICTED_GEM_USE, now }),
            ),
          ),
        )
      const outcome = Promise.all([joins(users.slice(0, 2 * round)), joins(users.slice(2 * round))])
      const changed = await update(id, { entryFeeGems: 50 }).then(
        () => true,
        () => false,
      )
      const [early, late] = await outcome
      // Either the change came first and the joins were refused, or the update was refused.
      expect(early.done + late.done).toBe(changed ? 0 : 20)
      expect(await gemsOf(db, `contest:${id}`)).toBe(changed ? 0 : 200)
    }
  })

  test('one of 20 concurrent cancellations succeeds', async () => {
    const id = await create()
    const outcome = await collectOutcomes(
      Array.from({ length: 20 }, () => write((tx) => cancelContest(tx, { contestId: id, now }))),
    )
    expect(outcome).toEqual({ done: 1, refused: { CONTEST_CANCELLED: 19 } })
  })
})
