import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { getSession } from '../src/modules/review/get-session.ts'
import type { UserId } from '../src/platform/ids.ts'
import { answerRequest } from './review/answer-request.ts'
import { makeQuestions, makeQueues, makeReviewers } from './review/fill-reviews.ts'
import type { BenchEnvironment, Benchmark, Implementation, Prepared } from './runner/benchmark.ts'
import { sendRequest } from './runner/compare-responses.ts'
import { lyceumImplementation } from './runner/lyceum-implementation.ts'
import { signLyceumTokens } from './runner/lyceum-tokens.ts'
import { pgbenchImplementation } from './runner/pgbench-implementation.ts'
import { explain } from './runner/query-plans.ts'
import type { Request } from './runner/request.ts'
import type { RunningProcess } from './runner/start-process.ts'

const LEARNERS = 1_000
/** More cards than any implementation answers in a burst; they are due again before the next one. */
const CARDS = 60
/** More reads than a burst sends in a second. */
const MAX_READS_PER_SECOND = 20_000
const QUEUES = { 'queue-100': 100, 'queue-100k': 100_000 }
type Queue = keyof typeof QUEUES
const PEERS = join(import.meta.dir, 'peers')

function queueOf(name: Queue): Implementation {
  const title = `Lyceum, session of 20 from ${QUEUES[name].toLocaleString('en-US')} cards of a learner`
  return { ...lyceumImplementation, name, title, group: 'queue' }
}

/** Measures an answer to a card, and whether the queue costs the same for a learner with many cards. */
export const review: Benchmark = {
  name: 'review',
  summary: `POST /api/v2/review/cards/:id/answers, ${LEARNERS} users; GET /api/v2/review/session`,
  implementations: [
    { ...lyceumImplementation, group: 'answer' },
    {
      ...pgbenchImplementation({
        title: 'pgbench, the same rows by one SQL function',
        script: join(PEERS, 'review.pgbench'),
        learners: LEARNERS,
      }),
      group: 'answer',
    },
    queueOf('queue-100'),
    queueOf('queue-100k'),
  ],
  goals: [
    {
      title: 'throughput',
      figure: 'requestsPerSecond',
      contestant: 'lyceum',
      against: 'pgbench',
      atLeast: 0.6,
    },
    {
      title: 'cost',
      figure: 'costMicrosecondsPerRequest',
      contestant: 'queue-100k',
      against: 'queue-100',
      atMost: 1.3,
    },
  ],
  prepare,
  shape: (response) => {
    const { success, data } = response as { success: boolean; data: { cards?: unknown[] } }
    return { success, cards: data.cards?.length }
  },
}

interface Reviewers {
  userIds: string[]
  tokens: string[]
}

async function prepare(environment: BenchEnvironment): Promise<Prepared> {
  const { sql } = environment.database
  const lyceum = await lyceumImplementation.start(environment)
  await makeQuestions(sql, QUEUES['queue-100k'])
  await sql.unsafe(await Bun.file(join(PEERS, 'review.sql')).text()).simple()
  const withTokens = async (userIds: string[]): Promise<Reviewers> => ({
    userIds,
    tokens: await signLyceumTokens(environment, userIds),
  })
  // One extra learner for each implementation, who is used to compare rows and is not measured.
  const answering = { learners: LEARNERS + 1, cards: CARDS, due: CARDS }
  const own = await withTokens(await makeReviewers(sql, { name: 'lyceum', ...answering }))
  const driven = await makeReviewers(sql, { name: 'pgbench', ...answering })
  await sql`
    insert into bench_review_card (learner_number, pass, card_id, user_id)
    select number - 1, row_number() over (partition by user_id order by review_card.id) - 1, review_card.id, user_id
    from jsonb_array_elements_text(${driven}::jsonb) with ordinality as row (wanted_id, number)
    join review_card on user_id = wanted_id::uuid`
  const queues: Record<Queue, Reviewers> = {
    'queue-100': await withTokens(await makeQueues(sql, QUEUES['queue-100'], 50)),
    'queue-100k': await withTokens(await makeQueues(sql, QUEUES['queue-100k'], 4)),
  }
  await sql`vacuum analyze`
  return {
    isOnce: true,
    alreadyRunning: new Map([
      ['lyceum', lyceum],
      ['queue-100', lyceum],
      ['queue-100k', lyceum],
    ]),
    requests: async (name, seconds) => {
      if (name === 'queue-100' || name === 'queue-100k') return listSessions(queues[name], seconds)
      const reviewers = name === 'lyceum' ? own.userIds : driven
      await makeDue(sql, reviewers)
      return name === 'lyceum' ? listAnswers(sql, own) : []
    },
    check: (implementations) => requireSameRows(sql, implementations, own, driven[0]!),
    plans: () => explainSession(environment, queues['queue-100k'].userIds[0]!),
  }
}

function listSessions({ tokens }: Reviewers, seconds: number): Request[] {
  const requests = tokens.map((token) => ({
    method: 'GET',
    path: '/api/v2/review/session?limit=20',
    headers: { Authorization: `Bearer ${token}` },
  }))
  return Array.from(
    { length: seconds * MAX_READS_PER_SECOND },
    (_, index) => requests[index % requests.length]!,
  )
}

/** Makes all cards due again, so that each burst has as many to answer. */
async function makeDue(sql: Bun.SQL, userIds: string[]): Promise<void> {
  await sql`
    update review_card set due_on = current_date - 2
    where due_on <> current_date - 2
      and user_id in (select wanted.id::uuid from jsonb_array_elements_text(${userIds}::jsonb) as wanted (id))`
  await sql`vacuum analyze review_card, review_log, review_learner`
}

/** The next answer to each card: first one card of each learner, then the next one, so that a learner's answers are far apart. */
async function listAnswers(sql: Bun.SQL, { userIds, tokens }: Reviewers): Promise<Request[]> {
  const rows: { userId: string; cardId: string; repetition: number }[] = await sql`
    select user_id as "userId", id as "cardId", repetitions + 1 as repetition from review_card
    where user_id in (select wanted.id::uuid from jsonb_array_elements_text(${userIds.slice(1)}::jsonb) as wanted (id))
    order by row_number() over (partition by user_id order by id), user_id`
  const tokenOf = new Map(userIds.map((userId, index) => [userId, tokens[index]!]))
  return rows.map(({ userId, cardId, repetition }) => answerRequest(cardId, repetition, tokenOf.get(userId)!))
}

/** One learner of each implementation answers some cards; the number and the shape of the rows must be equal. */
async function requireSameRows(
  sql: Bun.SQL,
  implementations: Map<string, RunningProcess | undefined>,
  own: Reviewers,
  drivenId: string,
): Promise<void> {
  const server = implementations.get('lyceum')
  if (!server || !implementations.has('pgbench')) return
  const cards: { id: string }[] = await sql`
    select id from review_card where user_id = ${own.userIds[0]!} order by id limit 3`
  for (const [pass, { id }] of cards.entries()) {
    await sendRequest('lyceum', server.port, answerRequest(id, 1, own.tokens[0]!))
    await sql`select bench_review(0, ${pass})`
  }
  const [one, other] = [await comparableRowsOf(sql, own.userIds[0]!), await comparableRowsOf(sql, drivenId)]
  if (!isDeepStrictEqual(one, other))
    throw new Error(
      `lyceum and pgbench write differently:\n${JSON.stringify(one, null, 1)}\n${JSON.stringify(other, null, 1)}`,
    )
}

/** The rows of a learner without ids, times and what depends on the rating. */
async function comparableRowsOf(sql: Bun.SQL, userId: string): Promise<unknown> {
  const [row] = await sql`
    select jsonb_build_object(
      'card', (select jsonb_agg(jsonb_build_array(repetitions, logged_answers, stability is null, due_on > current_date)
        order by repetitions, id) from review_card where user_id = ${userId}),
      'log', (select jsonb_agg(jsonb_build_array(number, repetition, source, answer, used_hint, time_ms,
        (select array_agg(key order by key) from jsonb_object_keys(before || after) as key)) order by card_id)
        from review_log where user_id = ${userId}),
      'learner', (select jsonb_build_array(answers_of_last_day, recent_times_ms, last_number)
        from review_learner where user_id = ${userId})
    ) as rows`
  return row.rows
}

async function explainSession({ database }: BenchEnvironment, userId: string): Promise<string> {
  const sql = new Bun.SQL(database.url, { max: 1, bigint: true })
  try {
    return await explain(sql, (db) =>
      getSession(db, { userId: userId as UserId, now: new Date(), limit: 20 }).then(() => undefined),
    )
  } finally {
    await sql.close()
  }
}
