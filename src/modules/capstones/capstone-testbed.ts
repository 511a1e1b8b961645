import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import type { ApiResponse } from '../../../test/harness/api-client.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { serveModule } from '../../../test/harness/module-server.ts'
import { openTestPlatform } from '../../../test/harness/platform.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { offlineChain } from '../../app/chain/connect-chain.ts'
import { createReactions } from '../../app/reactions.ts'
import { now } from '../../platform/clock.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { WriteResult } from '../../platform/transaction/run-transaction.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CapstoneProject } from '../catalog/public/capstone-project.ts'
import { assessSubmission } from './assessment/assess-submission.ts'
import type { Assessor } from './assessment/assessor.ts'
import { rulesAssessor } from './assessment/rules-assessor.ts'
import { submissionFileRoutes } from './file-routes.ts'
import type { SubmissionId } from './public/submission.ts'
import { capstoneRoutes } from './routes.ts'

export const JAR: CapstoneProject = {
  title: 'A savings jar',
  description: 'Build a jar that takes deposits and gives them back. Write tests for both.',
  submissionTypes: ['GITHUB_REPO', 'FILE_UPLOAD', 'TEXT', 'WEBSITE_URL', 'GOOGLE_DRIVE_URL', 'VIDEO_URL'],
  passingScore: 70,
  reward: { xp: 300, gems: 100 },
  rubric: [
    {
      criterion: 'Money comes in and goes out safely',
      points: 60,
      evidence: ['deposit', 'withdraw', 'balance'],
    },
    { criterion: 'Both ways are tested', points: 40, evidence: ['test', 'revert'] },
  ],
}

/** Gives the points of the built-in rules, and may pass a submission as a model may. */
export const DECIDING_RULES: Assessor = { ...rulesAssessor, canPass: true }

/** Notes that get full points from the built-in rules. */
export const GOOD_NOTES = [
  'Every deposit of money raises the balance of its sender before anything goes out.',
  'A withdraw call is safe, because the amount is taken off both ways of accounting first.',
  'Twelve tests check each path, and an overdrawn jar must revert with a clear error.',
].join(' ')

export interface CapstoneTestbed {
  test: TestDatabase
  platform: Platform
  url: string
  addUser(): Promise<UserId>
  /** Creates a course with this project and enrolls the given users. */
  addCourse(project: CapstoneProject | null, ...enrolled: UserId[]): Promise<string>
  /** Creates a user who is enrolled in a new course. */
  addLearner(project?: CapstoneProject): Promise<{ userId: UserId; courseId: string }>
  call(route: string, userId: UserId | undefined, body?: unknown): Promise<ApiResponse>
  /** Runs the assessment that a job would run; without an assessor with `DECIDING_RULES`. */
  assess(
    id: string,
    options?: { assessor?: Assessor; clock?: () => Date; signal?: AbortSignal },
  ): Promise<void>
  /** Names of all stored files. */
  storedFiles(): string[]
  balanceOf(userId: UserId, asset: 'XP' | 'GEM'): Promise<bigint>
  /** Jobs in the outbox. */
  pendingJobs(): Promise<{ job: string; data: Record<string, unknown>; startAfter: Date | null }[]>
  /** Emitted events, in order. */
  events: DomainEvent[]
  stop(): Promise<void>
}

/** Serves the endpoints on a new database, with all reactions of the service and without jobs. */
export async function createCapstoneTestbed(settings: Record<string, string> = {}): Promise<CapstoneTestbed> {
  const test = await createTestDatabase()
  const testPlatform = await openTestPlatform(test, {
    settings,
    reactions: (config, live) => createReactions(config, live, offlineChain(config)),
  })
  const originalWrite = testPlatform.write
  const events: DomainEvent[] = []
  const withEvents = <Result>(
    work: (tx: Tx) => Promise<Result>,
    buildResponse: (tx: Tx, result: WriteResult<Result>) => Promise<unknown> = async (_, result) => result,
  ) =>
    originalWrite.withEvents(work, (tx, result) => {
      tx.afterCommit(() => events.push(...result.events))
      return buildResponse(tx, result)
    })
  const write = Object.assign(
    (<Result>(work: (tx: Tx) => Promise<Result>) =>
      withEvents(work, async (_, { result }) => result)) as typeof originalWrite,
    { withEvents: withEvents as typeof originalWrite.withEvents },
  )
  const platform: Platform = { ...testPlatform, write }
  const server = serveModule({
    config: platform.config,
    autocommitDb: platform.autocommitDb,
    write,
    endpoints: capstoneRoutes(platform),
    plainRoutes: submissionFileRoutes(platform),
  })
  const topicId = newId()
  await platform.db`insert into topic (id, key, title) values (${topicId}, 'jars', 'Jars')`

  const testbed: CapstoneTestbed = {
    test,
    platform,
    url: server.url,
    events,
    addUser: () => insertUser(platform.db),
    addCourse: async (project, ...enrolled) => {
      const id = newId()
      await platform.db`
        insert into course (id, key, title, description, category, level, topic_id, bonus_xp, bonus_gems, project, updated_at)
        values (${id}, ${id}, 'Jars', 'About jars.', 'BLOCKCHAIN', 'ADVANCED', ${topicId}, 0, 0, ${project}::jsonb, now())`
      for (const userId of enrolled) {
        await platform.db`
          insert into enrollment (id, user_id, course_id, enrolled_at) values (${newId()}, ${userId}, ${id}, now())`
      }
      return id
    },
    addLearner: async (project = JAR) => {
      const userId = await testbed.addUser()
      return { userId, courseId: await testbed.addCourse(project, userId) }
    },
    call: server.call,
    assess: (id, { assessor = DECIDING_RULES, clock = now, signal = new AbortController().signal } = {}) =>
      assessSubmission({ platform, assessor, clock }, id as SubmissionId, signal),
    storedFiles: () => {
      try {
        return readdirSync(join(platform.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => entry.name)
      } catch {
        return []
      }
    },
    balanceOf: async (userId, asset) => {
      const [row] = await platform.db<{ balance: bigint }>`
        select balance from ledger_balance where account = ${`user:${userId}`} and asset = ${asset}`
      return row?.balance ?? 0n
    },
    pendingJobs: () =>
      platform.db`select job, data, start_after as "startAfter" from outbox where job like 'capstones.%' order by id`,
    stop: async () => {
      await server.stop()
      await testPlatform.close()
      await test.drop()
    },
  }
  return testbed
}

/** Builds a multipart body of fields, and of files as `[part, name, content]`. */
export function formOf(
  fields: Record<string, string>,
  ...files: [part: string, name: string, content: Uint8Array | string][]
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const [part, name, content] of files)
    form.append(part, new File([content as Uint8Array<ArrayBuffer>], name, { type: 'text/plain' }))
  return form
}

/** Builds a zip archive. `claimedBytes` declares a wrong unpacked size. */
export function zipOf(
  entries: { name: string; content: Uint8Array | string; claimedBytes?: number }[],
): Uint8Array {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedBytes } of entries) {
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain)
    const title = Buffer.from(name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(plain), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(claimedBytes ?? plain.length, 18)
    fields.writeUInt16LE(title.length, 22)
    parts.push(Buffer.from([0x50, 0x4b, 3, 4]), fields, title, packed)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.from([0x50, 0x4b, 1, 2, 20, 0]), fields, tail, title)
    offset += 30 + title.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, listed, end])
}
