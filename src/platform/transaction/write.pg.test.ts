import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { seededRandom } from '../../../test/harness/random.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import type { Database } from '../db/database.ts'
import { DatabaseError } from '../db/database-error.ts'
import { defineRefusals, type Refusal, withCommit } from '../errors.ts'
import { type DomainEvent, defineEvent } from './define-event.ts'
import { defineJob } from './define-job.ts'
import { type EventHandler, on, type Reactions, reactionTable } from './reactions.ts'
import type { Tx } from './tx.ts'
import { createWrite, type Write } from './write.ts'

const lessonDone = defineEvent<{ learner: number }>('test.lesson_done')
const xpGained = defineEvent<{ learner: number; xp: number }>('test.xp_gained')
const levelReached = defineEvent<{ learner: number }>('test.level_reached')
const wheelTurned = defineEvent<{ turn: number }>('test.wheel_turned')
const reactionFails = defineEvent<{ learner: number }>('test.reaction_fails')
const guestCame = defineEvent<{ learner: number }>('test.guest_came')
const unhandled = defineEvent<{ learner: number }>('test.unheard')
const praise = defineJob<DomainEvent<{ learner: number }>>('test-praise')
const reminder = defineJob<{ learner: number }>('test-reminder')
const errors = defineRefusals({ wrong_guess: { kind: 'conflict', message: 'That was wrong.' } })

const noteGuest: EventHandler<{ learner: number }> = async (tx, { data }) => {
  await tx`insert into journal (learner, line) values (${data.learner}, 'guest')`
}
noteGuest.handleBatch = async (tx, events) => {
  const guests = events.map(({ data }) => data.learner).join(' ')
  await tx`insert into journal (learner, line) values (${events[0]!.data.learner}, ${`guests ${guests}`})`
}

let testDatabase: TestDatabase
let database: Database
let write: Write
let reactions: Reactions
let wakeUps = 0

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = testDatabase.database
  await database.withSession(({ script }) =>
    script(`
      create table journal (id bigint generated always as identity, learner integer not null, line text not null);
      create table counter (id integer primary key, value bigint not null);
      insert into counter select id, 0 from generate_series(1, 20) id;`),
  )
  reactions = reactionTable([
    on(lessonDone, {
      inTransaction: [
        async (tx, { data }) => {
          await tx`insert into journal (learner, line) values (${data.learner}, 'xp')`
          tx.emit(xpGained({ learner: data.learner, xp: 10 }))
        },
        async (tx, { data }) => {
          await tx`insert into journal (learner, line) values (${data.learner}, 'badge')`
        },
      ],
      jobs: [praise],
    }),
    on(xpGained, {
      inTransaction: [
        async (tx, { data }) => {
          await tx`insert into journal (learner, line) values (${data.learner}, ${`xp ${data.xp}`})`
          tx.emit(levelReached({ learner: data.learner }))
        },
      ],
    }),
    on(levelReached, {
      inTransaction: [
        async (tx, { data }) => {
          await tx`insert into journal (learner, line) values (${data.learner}, 'level')`
        },
      ],
      jobs: [praise],
    }),
    on(guestCame, { inTransaction: [noteGuest], jobs: [praise] }),
    on(wheelTurned, {
      inTransaction: [async (tx, { data }) => tx.emit(wheelTurned({ turn: data.turn + 1 }))],
    }),
    on(reactionFails, {
      inTransaction: [
        async (tx, { data }) => {
          await tx`insert into journal (learner, line) values (${data.learner}, 'before the fault')`
          throw new Error('the handler fails')
        },
      ],
    }),
  ])
  write = createWrite(database, reactions, () => {
    wakeUps++
  })
})

afterAll(() => testDatabase.drop())
afterEach(async () => {
  wakeUps = 0
  await database.query`delete from outbox`
})

async function linesOf(learner: number): Promise<string[]> {
  const rows = await database.query<{
    line: string
  }>`select line from journal where learner = ${learner} order by id`
  return rows.map(({ line }) => line)
}

async function outboxJobs(): Promise<
  { job: string; data: Record<string, unknown>; startAfter: Date | null }[]
> {
  return database.query`select job, data, start_after as "startAfter" from outbox order by id`
}

function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error: unknown) => error,
  )
}

describe('events', () => {
  test('events run their inTransaction handlers before the commit, in order, and so do events of handlers', async () => {
    await write(async (tx) => {
      tx.emit(lessonDone({ learner: 1 }))
      await tx`insert into journal (learner, line) values (1, 'lesson')`
    })
    expect(await linesOf(1)).toEqual(['lesson', 'xp', 'badge', 'xp 10', 'level'])
  })

  test('events are rolled back with all their handlers when a later step fails', async () => {
    const outcome = await outcomeOf(
      write(async (tx) => {
        tx.emit(lessonDone({ learner: 2 }))
        tx.emit(reactionFails({ learner: 2 }))
      }),
    )
    expect(String(outcome)).toContain('the handler fails')
    expect(await linesOf(2)).toEqual([])
    expect(await outboxJobs()).toEqual([])
    expect(wakeUps).toBe(0)
  })

  test('concurrent handlers leave nothing behind when one of them fails', async () => {
    const isDone = Promise.withResolvers<void>()
    const parted = defineEvent<{ learner: number }>('test.parted')
    const goOn: EventHandler<{ learner: number }> = async (tx, { data }) => {
      try {
        await tx`select pg_sleep(0.1)`
        await tx`insert into journal (learner, line) values (${data.learner}, 'too late')`
      } finally {
        isDone.resolve()
      }
    }
    const fail: EventHandler<{ learner: number }> = async () => {
      throw new Error('no')
    }
    const parting = createWrite(
      database,
      reactionTable([on(parted, { inTransaction: [goOn, fail] })]),
      () => {},
    )
    await expect(parting(async (tx) => tx.emit(parted({ learner: 77 })))).rejects.toThrow('no')
    await isDone.promise
    expect(await linesOf(77)).toEqual([])
  })

  test('events in a cycle are a broken invariant, and nothing is written', async () => {
    const outcome = await outcomeOf(
      write(async (tx) => {
        await tx`insert into journal (learner, line) values (3, 'before the circle')`
        tx.emit(wheelTurned({ turn: 1 }))
      }),
    )
    expect(String(outcome)).toContain('Broken invariant')
    expect(String(outcome)).toContain('cycle')
    expect(await linesOf(3)).toEqual([])
  })

  test('consecutive events of one name are handled as a batch if possible, and each enqueues its jobs', async () => {
    await write(async (tx) => {
      for (const learner of [71, 72, 73]) tx.emit(guestCame({ learner }))
      tx.emit(unhandled({ learner: 71 }))
      tx.emit(guestCame({ learner: 71 }))
    })
    expect(await linesOf(71)).toEqual(['guests 71 72 73', 'guest'])
    expect((await outboxJobs()).map(({ data }) => (data.data as { learner: number }).learner)).toEqual([
      71, 72, 73, 71,
    ])
  })

  test('events without a handler do nothing', async () => {
    await write(async (tx) => tx.emit(unhandled({ learner: 4 })))
    expect(await outboxJobs()).toEqual([])
  })

  test('events with jobs become one outbox row each, with the event as data', async () => {
    const event = lessonDone({ learner: 5 })
    await write(async (tx) => tx.emit(event))
    const rows = await outboxJobs()
    expect(rows.map(({ job, data }) => [job, data.name])).toEqual([
      ['test-praise', 'test.lesson_done'],
      ['test-praise', 'test.level_reached'],
    ])
    expect(rows[0]!.data).toEqual({ ...event })
    expect(wakeUps).toBe(1)
  })

  test('a second reaction for an event is rejected at the start', () => {
    expect(() => reactionTable([on(lessonDone, {}), on(lessonDone, {})])).toThrow(
      'Two reactions for test.lesson_done',
    )
  })
})

describe('an enqueued job', () => {
  test('an enqueued job is in the outbox with its data and its time after the commit', async () => {
    const startAfter = new Date('2031-02-03T04:05:06.789Z')
    await write(async (tx) => {
      tx.enqueue(reminder, { learner: 6 })
      tx.enqueue(reminder, { learner: 7 }, { startAfter })
    })
    expect(await outboxJobs()).toEqual([
      { job: 'test-reminder', data: { learner: 6 }, startAfter: null },
      { job: 'test-reminder', data: { learner: 7 }, startAfter },
    ])
    expect(wakeUps).toBe(1)
  })

  test('a job enqueued by a failed transaction does not exist', async () => {
    await outcomeOf(
      write(async (tx) => {
        tx.enqueue(reminder, { learner: 8 })
        throw errors.wrong_guess()
      }),
    )
    expect(await outboxJobs()).toEqual([])
    expect(wakeUps).toBe(0)
  })
})

describe('an afterCommit callback', () => {
  test('an afterCommit callback runs when other sessions can see the rows, and not before', async () => {
    const other = testDatabase.another({ poolSize: 1 })
    const seen = Promise.withResolvers<string[]>()
    let ranInside = false
    await write(async (tx) => {
      tx.afterCommit(async () => {
        ranInside = true
        const rows = await other.query<{ line: string }>`select line from journal where learner = 9`
        seen.resolve(rows.map(({ line }) => line))
      })
      await tx`insert into journal (learner, line) values (9, 'seen')`
      expect(ranInside).toBe(false)
    })
    expect(await seen.promise).toEqual(['seen'])
  })

  test('an afterCommit callback does not run when the work throws, refuses, or fails at the commit', async () => {
    let runs = 0
    await database.withSession(({ script }) =>
      script(`create table parent (id integer primary key);
        create table child (parent integer references parent deferrable initially deferred);`),
    )
    const fails: ((tx: Parameters<Parameters<Write>[0]>[0]) => Promise<unknown>)[] = [
      () => Promise.reject(new Error('thrown')),
      () => Promise.reject(errors.wrong_guess()),
      (tx) => tx`select 1 / 0`,
      (tx) => tx`insert into child (parent) values (1)`,
    ]
    for (const fail of fails) {
      const outcome = await outcomeOf(
        write(async (tx) => {
          tx.afterCommit(() => runs++)
          await fail(tx)
        }),
      )
      expect(outcome).toBeInstanceOf(Error)
    }
    expect(runs).toBe(0)
  })

  test('an afterCommit callback that throws or rejects affects neither the caller nor other callbacks', async () => {
    const ran: string[] = []
    const result = await write(async (tx) => {
      tx.afterCommit(() => {
        throw new Error('thrown by an effect')
      })
      tx.afterCommit(() => Promise.reject(new Error('rejected by an effect')))
      tx.afterCommit(() => ran.push('the one after'))
      await tx`insert into journal (learner, line) values (10, 'stays')`
      return 'the result'
    })
    expect(result).toBe('the result')
    expect(ran).toEqual(['the one after'])
    expect(await linesOf(10)).toEqual(['stays'])
    await Bun.sleep(10)
  })
})

describe('a refusal in a transaction', () => {
  test('a refusal rolls everything back', async () => {
    const outcome = await outcomeOf(
      write(async (tx) => {
        await tx`insert into journal (learner, line) values (11, 'guess')`
        throw errors.wrong_guess()
      }),
    )
    expect((outcome as Refusal).code).toBe('WRONG_GUESS')
    expect(await linesOf(11)).toEqual([])
  })

  test('a refusal marked withCommit commits rows, handlers, jobs and callbacks, and is then thrown', async () => {
    let effects = 0
    const outcome = await outcomeOf(
      write(async (tx) => {
        await tx`insert into journal (learner, line) values (12, 'guess')`
        tx.emit(levelReached({ learner: 12 }))
        tx.afterCommit(() => effects++)
        throw withCommit(errors.wrong_guess())
      }),
    )
    expect((outcome as Refusal).code).toBe('WRONG_GUESS')
    expect(await linesOf(12)).toEqual(['guess', 'level'])
    expect((await outboxJobs()).map(({ job }) => job)).toEqual(['test-praise'])
    expect(effects).toBe(1)
    expect(wakeUps).toBe(1)
  })

  test('a refusal marked withCommit is not thrown when the commit fails', async () => {
    const outcome = await outcomeOf(
      write(async (tx) => {
        await tx`insert into journal (learner, line) values (13, 'guess')`
        await tx`insert into child (parent) values (99)`
        throw withCommit(errors.wrong_guess())
      }),
    )
    expect(outcome).toBeInstanceOf(DatabaseError)
    expect((outcome as DatabaseError).sqlState).toBe('23503')
    expect(await linesOf(13)).toEqual([])
  })
})

describe('building the response', () => {
  const done = (learner: number) => async (tx: Tx) => {
    tx.emit(lessonDone({ learner }))
    return 'the result'
  }
  const linesIn = async (tx: Tx, learner: number) =>
    (await tx<{ line: string }>`select line from journal where learner = ${learner} order by id`).map(
      ({ line }) => line,
    )

  test('building the response sees the effects of all handlers in the same transaction, and runs last', async () => {
    const response = await write.withEvents(done(101), async (tx, { result, events }) => {
      const lines = await linesIn(tx, 101)
      await tx`insert into journal (learner, line) values (101, 'concluded')`
      tx.enqueue(reminder, { learner: 101 })
      return { result, lines, events: events.map(({ name }) => name) }
    })
    expect(response).toEqual({
      result: 'the result',
      lines: ['xp', 'badge', 'xp 10', 'level'],
      events: ['test.lesson_done', 'test.xp_gained', 'test.level_reached'],
    })
    expect((await linesOf(101)).at(-1)).toBe('concluded')
    expect((await outboxJobs()).map(({ job }) => job).sort()).toEqual([
      'test-praise',
      'test-praise',
      'test-reminder',
    ])
  })

  test('an error while building the response rolls everything back', async () => {
    const outcome = await outcomeOf(
      write.withEvents(done(102), async () => {
        throw errors.wrong_guess()
      }),
    )
    expect((outcome as Refusal).code).toBe('WRONG_GUESS')
    expect([await linesOf(102), await outboxJobs()]).toEqual([[], []])
  })

  test('emitting an event while building the response throws', async () => {
    const outcome = await outcomeOf(
      write.withEvents(done(103), async (tx) => tx.emit(levelReached({ learner: 103 }))),
    )
    expect(String(outcome)).toContain('Broken invariant')
    expect(await linesOf(103)).toEqual([])
  })

  test('no response is built for a refusal marked withCommit', async () => {
    let concluded = 0
    const guess = async (tx: Tx) => {
      await tx`insert into journal (learner, line) values (104, 'guess')`
      throw withCommit(errors.wrong_guess())
    }
    const outcome = await outcomeOf(write.withEvents(guess, async () => ++concluded))
    expect([(outcome as Refusal).code, concluded, await linesOf(104)]).toEqual(['WRONG_GUESS', 0, ['guess']])
  })
})

describe('a transaction that is run again', () => {
  test('onCommitted gets each committed event once, and no event of a rolled-back run', async () => {
    const handled: string[][] = []
    const counted = createWrite(
      database,
      reactions,
      () => {},
      (events) => handled.push(events.map(({ name }) => name)),
    )
    let runs = 0
    await counted(async (tx) => {
      tx.emit(lessonDone({ learner: 70 }))
      if (++runs === 1) await tx`do $$ begin raise exception 'once' using errcode = '40001'; end $$`
    })
    const error = await counted(async (tx) => {
      tx.emit(unhandled({ learner: 70 }))
      throw new Error('given up')
    }).catch((thrown) => thrown)
    expect(error.message).toBe('given up')
    await counted(async (tx) => {
      tx.emit(unhandled({ learner: 70 }))
      throw withCommit(errors.wrong_guess())
    }).catch(() => undefined)
    expect(runs).toBe(2)
    expect(handled).toEqual([['test.lesson_done', 'test.xp_gained', 'test.level_reached'], ['test.unheard']])
  })

  test('a serialization failure runs the transaction again, with events, jobs and callbacks counted once', async () => {
    let runs = 0
    let effects = 0
    await write(async (tx) => {
      runs++
      await tx`set transaction isolation level repeatable read`
      const [row] = await tx<{ value: bigint }>`select value from counter where id = 1`
      // In the first two runs another session has changed the row.
      if (runs <= 2) await database.query`update counter set value = value + 1 where id = 1`
      await tx`update counter set value = ${row!.value + 10n} where id = 1`
      tx.emit(lessonDone({ learner: 20 }))
      tx.enqueue(reminder, { learner: 20 })
      tx.afterCommit(() => effects++)
    })
    expect(runs).toBe(3)
    expect(effects).toBe(1)
    expect(await database.query`select value from counter where id = 1`).toEqual([{ value: 12n }] as never)
    expect(await linesOf(20)).toEqual(['xp', 'badge', 'xp 10', 'level'])
    expect((await outboxJobs()).map(({ job }) => job)).toEqual([
      'test-reminder',
      'test-praise',
      'test-praise',
    ])
    expect(wakeUps).toBe(1)
  })

  test('real concurrent deadlocks run transactions again, and each write counts once (seeded)', async () => {
    const random = seededRandom(4_711)
    // A short deadlock timeout: there are hundreds of them, and each would take a second.
    await database.query`do $$ begin execute format('alter database %I set deadlock_timeout = ''20ms''', current_database()); end $$`
    const writeThere = createWrite(testDatabase.another(), reactions, () => {})
    const countDeadlocks = async () => {
      const [row] = await database.query<{ deadlocks: bigint }>`
        select deadlocks from pg_stat_database where datname = current_database()`
      return Number(row!.deadlocks)
    }
    const before = await countDeadlocks()
    let runs = 0
    let effects = 0
    const WRITES = 300
    const ROWS = 8
    const planned = new Map<number, bigint>()
    await Promise.all(
      Array.from({ length: WRITES }, (_, index) => {
        const first = 2 + Math.floor(random() * ROWS)
        const second = 2 + ((first - 2 + 1 + Math.floor(random() * (ROWS - 1))) % ROWS)
        for (const id of [first, second]) planned.set(id, (planned.get(id) ?? 0n) + 1n)
        return writeThere(async (tx) => {
          runs++
          await tx`update counter set value = value + 1 where id = ${first}`
          await Bun.sleep(2)
          await tx`update counter set value = value + 1 where id = ${second}`
          tx.emit(levelReached({ learner: 1_000 + index }))
          tx.afterCommit(() => effects++)
        })
      }),
    )
    // A session reports its statistics with a delay, the last one after ten idle seconds.
    await waitUntil(async () => (await countDeadlocks()) - before > 10)
    const deadlocks = (await countDeadlocks()) - before
    reportMeasurement(`${WRITES} writes, ${runs} runs, ${deadlocks} deadlocks`)
    expect(runs).toBeGreaterThanOrEqual(WRITES + deadlocks)
    expect(effects).toBe(WRITES)
    const rows = await database.query<{ id: number; value: bigint }>`
      select id, value from counter where id >= 2 and value > 0`
    expect(new Map(rows.map(({ id, value }) => [id, value]))).toEqual(planned)
    expect(
      await database.query`
      select count(*) as lines, count(distinct learner) as learners from journal where learner >= 1000`,
    ).toEqual([{ lines: BigInt(WRITES), learners: BigInt(WRITES) }] as never)
    expect(await outboxJobs()).toHaveLength(WRITES)
  })

  test('a conflict hidden behind errors of concurrent statements runs the transaction again', async () => {
    await database.withSession(({ script }) =>
      script(`create function conflict() returns void language plpgsql as
        $$ begin perform pg_sleep(0.02); raise exception 'once' using errcode = '40001'; end $$`),
    )
    const conflict = async (tx: Tx) => void (await tx`select conflict()`)
    const deeper = async (tx: Tx) => void (await Promise.all([conflict(tx)]))
    const deepest = async (tx: Tx) => void (await deeper(tx))
    for (let turn = 0; turn < 30; turn++) {
      let runs = 0
      await write(async (tx) => {
        await tx`select 1`
        if (++runs > 1) return
        const both = Promise.all([deepest(tx), tx`select 1`])
        // Both responses have arrived when they are read, as on a busy machine.
        await Bun.sleep(1)
        Bun.sleepSync(30)
        await both
      })
      expect(runs).toBe(2)
    }
  })

  test('error 0A000, which a migration causes in prepared statements, runs the transaction again', async () => {
    const pool = testDatabase.another({ poolSize: 1 })
    const writeThere = createWrite(pool, reactionTable([]), () => {})
    await database.withSession(({ script }) =>
      script('create table shape (id integer); insert into shape values (1)'),
    )
    let runs = 0
    const readShape = () =>
      writeThere(async (tx) => {
        runs++
        return tx`select * from shape`
      })
    await readShape()
    await database.withSession(({ script }) => script('alter table shape add column name text'))
    expect(await readShape()).toEqual([{ id: 1, name: null }] as never)
    expect(runs).toBe(3)
  })

  test('other errors do not run the transaction again, and retries are limited', async () => {
    let runs = 0
    await outcomeOf(
      write(async (tx) => {
        runs++
        await tx`select 1 / 0`
      }),
    )
    expect(runs).toBe(1)
    runs = 0
    const outcome = await outcomeOf(
      write(async (tx) => {
        runs++
        await tx`do $$ begin raise exception 'always' using errcode = '40001'; end $$`
      }),
    )
    expect((outcome as DatabaseError).sqlState).toBe('40001')
    expect(runs).toBe(10)
  })

  test('a lost connection never runs the transaction again, because the commit may have succeeded', async () => {
    let runs = 0
    const outcome = await outcomeOf(
      write(async (tx) => {
        runs++
        await tx`select pg_terminate_backend(pg_backend_pid())`
      }),
    )
    expect(outcome).toBeInstanceOf(DatabaseError)
    expect(runs).toBe(1)
  })
})
