import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, http } from 'viem'
import { CourseCertificate } from '../../../contracts/artifacts/CourseCertificate.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { type ServiceProcess, spawnService } from '../../../test/harness/processes/service-process.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { newId } from '../../platform/ids.ts'
import { findFreePort } from '../../platform/ports.ts'

const LEARNERS = 12

const folder = mkdtempSync(join(tmpdir(), 'lyceum-certificates-'))
let database: TestDatabase
let service: ServiceProcess
let chainPort: number
beforeAll(async () => {
  database = await createTestDatabase()
  chainPort = await findFreePort()
  service = await start()
})
afterAll(async () => {
  await service?.kill('SIGTERM')
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const start = () =>
  spawnService({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    CHAIN: 'on',
    EMBEDDED_CHAIN_PORT: String(chainPort),
  })

async function addCourse(): Promise<{ courseId: string; lessonId: string }> {
  const { query } = database.database
  const [courseId, lessonId] = [newId(), newId()]
  await query`insert into topic (id, key, title) values (${courseId}, 'topic', 'A topic')`
  await query`
    insert into course (id, key, title, description, category, level, topic_id, bonus_xp, bonus_gems, updated_at)
    values (${courseId}, 'course', 'A course', 'A course.', 'GENERAL', 'BEGINNER', ${courseId}, 0, 0, now())`
  await query`
    insert into lesson (id, course_id, key, title, position, xp_reward, gem_reward, slides)
    values (${lessonId}, ${courseId}, 'lesson', 'A lesson', 1, 0, 0, '[]')`
  await query`update catalog_version set version = version + 1`
  return { courseId, lessonId }
}

test('claimed certificates are minted exactly once when the service is killed after its responses', async () => {
  const { courseId, lessonId } = await addCourse()
  for (let number = 0; number < LEARNERS; number++) {
    const { accessToken: token } = await service.register()
    await service.call(`POST /user-lessons/${lessonId}/complete`, { token, body: {} })
    const claimed = await service.call('POST /certificates/claim', {
      token,
      body: { courseId, studentName: `Learner ${number}` },
    })
    expect(claimed.status).toBe(201)
    // Kills the service at different moments: the transaction may be queued, signed, sent or mined.
    if (number % 4 !== 3) continue
    await Bun.sleep(number * 15)
    await service.kill('SIGKILL')
    service = await start()
  }
  const { query } = database.database
  await waitUntil(async () => {
    const [row] = await query<{ minted: number }>`
      select count(*)::int as minted from certificate where status = 'MINTED'`
    return row!.minted === LEARNERS
  })
  const user = await service.register()
  const config = await service.call('GET /blockchain/config', { token: user.accessToken })
  const chain = createPublicClient({ transport: http(`http://127.0.0.1:${chainPort}`) })
  const contract = { address: config.body.data.contracts.CourseCertificate, abi: CourseCertificate.abi }
  expect(await chain.readContract({ ...contract, functionName: 'totalMinted' })).toBe(BigInt(LEARNERS))
  const owned = await query<{ owner: `0x${string}`; token: string }>`
    select owner_address as owner, token_id as token from certificate`
  for (const { owner, token } of owned)
    expect(await chain.readContract({ ...contract, functionName: 'ownerOf', args: [BigInt(token)] })).toBe(
      owner,
    )
})
