import { join } from 'node:path'
import { observeMachine, shareOfOthers } from './runner/machine-load.ts'
import { listProcesses } from './runner/processes.ts'
import { Answers } from './soak/answers.ts'
import { keepBattling } from './soak/battles.ts'
import { keepContests } from './soak/contests.ts'
import { openWorld, type World } from './soak/open-world.ts'
import { type Sample, takeSample, WATCHED } from './soak/sample.ts'
import { judge, type Verdict } from './soak/slope.ts'
import { chooseVisit, type Town, type Visitor, walletOf } from './soak/visits.ts'

const RESULTS = join(import.meta.dir, 'results')
const LEARNERS = 4_000
const BATTLERS = 40
const CAPACITY_SECONDS = 20
const VISITORS_AT_ONCE = 32
const LOAD_SHARE = 0.7
const SAMPLE_EVERY_MS = 10_000
/** Whoever comes when so many are there already is sent home: then it was no 70 per cent. */
const MOST_AT_ONCE = 1_000

export const SOAK_SUMMARY =
  'a mix of learners, contests, battles, payments and webhooks at 70 % of capacity; memory, connections, handles and queues stay flat (itself)'

type Moment = Sample & {
  at: number
  visitsPerSecond: number
  p50Milliseconds: number
  p99Milliseconds: number
}

/** Says whether everything that is watched stayed flat and every answer was one that may come. */
export async function benchSoak(minutes: number): Promise<boolean> {
  await using world = await openWorld(LEARNERS, { DATABASE_POOL_SIZE: '16' })
  const { surroundings, server, learners } = world
  await linkWallets(world)
  const contests = await keepContests(surroundings.database.url)
  const answers = new Answers()
  const town: Town = {
    port: server.port,
    lessons: world.lessons,
    contestId: contests.current,
    note: (...answer) => answers.note(...answer),
  }
  const visitors: Visitor[] = learners.slice(BATTLERS).map((learner) => ({ ...learner, next: 0 }))
  const battles = keepBattling(
    server.port,
    learners.slice(0, BATTLERS).map(({ token }) => token),
  )
  process.stderr.write(`soak: measuring the capacity for ${CAPACITY_SECONDS} s …\n`)
  const capacity = await measureCapacity(town, visitors)
  answers.take()
  answers.bad.clear()
  process.stderr.write(
    `soak: ${capacity.toFixed(0)} visits/s; ${minutes} minutes at ${LOAD_SHARE * 100} % of it\n`,
  )
  const before = observeMachine(listProcesses(), surroundings.database.serverPid)
  const moments = await soak(world, town, visitors, { rate: LOAD_SHARE * capacity, minutes, answers })
  const others = shareOfOthers(before, observeMachine(listProcesses(), surroundings.database.serverPid))
  await battles.stop()
  await contests.stop()
  return report({ minutes, capacity, others, battles: battles.ended(), moments, bad: answers.bad })
}

/** Whom contracts tell of. */
async function linkWallets({ surroundings, learners }: World): Promise<void> {
  const rows = learners.map(({ id }) => ({ id, address: walletOf({ id }) }))
  await surroundings.database.sql`
    insert into linked_wallet (address, user_id, linked_at)
    select address, id, now() from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, address text)`
}

/** So many visitors at once, each followed by the next: what comes through is the capacity. */
async function measureCapacity(town: Town, visitors: Visitor[]): Promise<number> {
  const endsAt = performance.now() + CAPACITY_SECONDS * 1000
  let visits = 0
  await Promise.all(
    Array.from({ length: VISITORS_AT_ONCE }, async (_, lane) => {
      for (let turn = lane; performance.now() < endsAt; turn += VISITORS_AT_ONCE) {
        await chooseVisit(Math.random)(town, visitors[turn % visitors.length]!)
        visits++
      }
    }),
  )
  return visits / CAPACITY_SECONDS
}

interface Soak {
  rate: number
  minutes: number
  answers: Answers
}

/** Visitors come when they come, and not when others have gone. */
async function soak(world: World, town: Town, visitors: Visitor[], plan: Soak): Promise<Moment[]> {
  const { sql } = world.surroundings.database
  const started = performance.now()
  const moments: Moment[] = []
  let [come, there, turn, lastCome, lastAt] = [0, 0, 0, 0, started]
  const arrive = setInterval(() => {
    const due = ((performance.now() - started) / 1000) * plan.rate
    for (; come < due; come++) {
      if (there >= MOST_AT_ONCE) plan.answers.note('sent home', 503, 0, 'TOO_MANY_AT_ONCE')
      else {
        there++
        void chooseVisit(Math.random)(town, visitors[turn++ % visitors.length]!).finally(() => there--)
      }
    }
  }, 5)
  while (performance.now() - started < plan.minutes * 60_000) {
    await Bun.sleep(SAMPLE_EVERY_MS)
    const now = performance.now()
    const { p50Milliseconds, p99Milliseconds } = plan.answers.take()
    const visitsPerSecond = ((come - lastCome) * 1000) / (now - lastAt)
    ;[lastCome, lastAt] = [come, now]
    const sample = await takeSample(sql, world.server)
    moments.push({ at: (now - started) / 1000, visitsPerSecond, p50Milliseconds, p99Milliseconds, ...sample })
    if (moments.length % 6 === 0) process.stderr.write(`soak: ${Math.round((now - started) / 60_000)} min\n`)
  }
  clearInterval(arrive)
  while (there > 0) await Bun.sleep(50)
  return moments
}

interface Outcome {
  minutes: number
  capacity: number
  others: number
  battles: number
  moments: Moment[]
  bad: Map<string, number>
}

function report({ moments, bad, ...figures }: Outcome): boolean {
  const verdicts = Object.fromEntries(
    Object.entries(WATCHED).map(([name, tolerance]): [string, Verdict] => [
      name,
      judge(
        moments.map((moment) => ({ at: moment.at, value: moment[name as keyof Sample] })),
        tolerance,
      ),
    ]),
  )
  console.table(
    Object.fromEntries(
      Object.entries(verdicts).map(([name, { mean, growth, allowed, isFlat }]) => [
        name,
        {
          first: rounded(moments[0]?.[name as keyof Sample] ?? 0),
          mean: rounded(mean),
          last: rounded(moments.at(-1)?.[name as keyof Sample] ?? 0),
          'growth after a third': rounded(growth),
          allowed: rounded(allowed),
          flat: isFlat ? 'yes' : 'NO',
        },
      ]),
    ),
  )
  const visits = moments.reduce((sum, moment) => sum + moment.visitsPerSecond, 0) / (moments.length || 1)
  const worst = Math.max(...moments.map((moment) => moment.p99Milliseconds))
  console.log(
    `capacity ${rounded(figures.capacity)} visits/s, soaked at ${rounded(visits)}; ${figures.battles} battles; ` +
      `worst p99 of ten seconds ${rounded(worst)} ms; others took ${rounded(figures.others * 100)} % of the cores`,
  )
  for (const [what, count] of bad) console.log(`bad answer, ${count} times: ${what}`)
  const result = {
    ...figures,
    verdicts,
    bad: Object.fromEntries(bad),
    moments,
    bun: Bun.version,
    at: new Date().toISOString(),
  }
  Bun.write(join(RESULTS, 'soak.json'), `${JSON.stringify(result, null, 2)}\n`)
  return bad.size === 0 && Object.values(verdicts).every(({ isFlat }) => isFlat)
}

function rounded(value: number): number {
  return Number(value.toFixed(1))
}
