import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { answerAll, insertTestPool } from '../../../test/harness/course-test-pool.ts'
import type { TestUser } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { findFreePort } from '../../platform/ports.ts'
import { type CertificateTestbed, createCertificateTestbed, type TestCourse } from './certificate-testbed.ts'
import { verifyCredential } from './credential/credential-testbed.ts'

setDefaultTimeout(120_000)

let testbed: CertificateTestbed
let course: TestCourse
beforeAll(async () => {
  testbed = await createCertificateTestbed({ CHAIN: 'on', EMBEDDED_CHAIN_PORT: String(await findFreePort()) })
  course = testbed.course
  await insertTestPool(testbed.test.database.query, course.id, ['blockchain', 'hashing'])
})
afterAll(() => testbed?.stop())

const ask = async (route: string, { accessToken: token }: TestUser, body: unknown = {}) => {
  const response = await testbed.call(route, { token, ...(route.startsWith('GET') ? {} : { body }) })
  if (response.status >= 300) throw new Error(`${route}: ${response.status} ${JSON.stringify(response.body)}`)
  return response.body.data
}
/** Starts a test and returns a function that submits right answers to it. */
async function startTest(user: TestUser): Promise<() => Promise<{ isPassed: boolean }>> {
  const { attemptId } = await ask(`POST /course-tests/${course.id}/attempts`, user)
  const answers = await answerAll(testbed.test.database.query, attemptId)
  return () => ask(`POST /course-tests/attempts/${attemptId}/submit`, user, { answers })
}
async function finishedUser(): Promise<TestUser> {
  const user = await testbed.register()
  await testbed.finish(user)
  return user
}
const verify = async (number: string) => (await testbed.call(`GET /certificates/verify/${number}`)).body.data
const pageOf = async (number: string) => (await fetch(`${testbed.url}/certificates/${number}`)).text()
const credentialOf = async (number: string) =>
  (await fetch(`${testbed.url}/certificates/${number}.json`)).json()
const VERIFIED = { score: 100, passPercent: 80, skills: ['blockchain', 'hashing'] }

test('a certificate after a passed test says its result everywhere, and the credential is signed with it', async () => {
  const user = await finishedUser()
  expect(await (await startTest(user))()).toMatchObject({ isPassed: true })
  const number = (await testbed.claim(user)).body.data.certificateNumber
  const [listed] = await testbed.listed(user)
  expect(listed.verified).toMatchObject(VERIFIED)
  expect((await verify(number)).verified).toEqual(listed.verified)
  const page = await pageOf(number)
  expect(page).toContain('and passed its test')
  expect(page).toContain('100 %, passed on')
  expect(page).toContain('blockchain, hashing')
  const credential = await credentialOf(number)
  const { result, achievement } = credential.credentialSubject
  expect(result).toEqual([
    { type: ['Result'], resultDescription: `urn:uuid:${course.id}#test`, value: '100' },
  ])
  expect(achievement).toMatchObject({
    achievementType: 'Course',
    resultDescription: [{ id: result[0].resultDescription, resultType: 'Percent', requiredValue: '80' }],
  })
  expect(await verifyCredential(credential, testbed.url)).toEqual({ verified: true, revoked: false })
  const forged = structuredClone(credential)
  forged.credentialSubject.result[0].value = '99'
  expect((await verifyCredential(forged, testbed.url)).verified).toBe(false)
  expect((await fetch(`${testbed.url}/certificates/${number}.png`)).status).toBe(200)
})

test('a test that is passed after the claim upgrades the certificate, and its token stays one', async () => {
  const user = await finishedUser()
  const number = (await testbed.claim(user)).body.data.certificateNumber
  await testbed.untilStatus(number, 'MINTED')
  const before = await verify(number)
  expect(before.verified).toBeNull()
  expect(await pageOf(number)).not.toContain('passed its test')
  expect((await credentialOf(number)).credentialSubject.result).toBeUndefined()

  await (await startTest(user))()
  await waitUntil(async () => (await verify(number)).onChain.tokenUri !== before.onChain.tokenUri, 60)
  const after = await verify(number)
  expect(after).toMatchObject({ valid: true, verified: VERIFIED })
  expect(after.onChain.tokenId).toBe(before.onChain.tokenId)
  const [listed] = await testbed.listed(user)
  expect([listed.metadataUri, listed.certificateNumber]).toEqual([after.onChain.tokenUri, number])
  expect((await credentialOf(number)).credentialSubject.result).toHaveLength(1)
})

test('claim and submission at once always give a verified certificate', async () => {
  const users = await Promise.all(Array.from({ length: 8 }, finishedUser))
  for (const user of users) {
    const submit = await startTest(user)
    const [claim] = await Promise.all([testbed.claim(user), submit()])
    expect(claim.status).toBe(201)
    const [listed] = await testbed.listed(user)
    expect(listed.verified).toMatchObject(VERIFIED)
  }
})

test('a course can demand its test for the certificate', async () => {
  const { query } = testbed.test.database
  const user = await finishedUser()
  const require = (isRequired: boolean) =>
    query`update course set test = jsonb_set(test, '{isRequiredForCertificate}', to_jsonb(${isRequired}::boolean))
      where id = ${course.id}`
  await require(true)
  const refused = await testbed.claim(user)
  expect([refused.status, refused.body.error.code]).toEqual([409, 'COURSE_TEST_REQUIRED'])
  await (await startTest(user))()
  expect((await testbed.claim(user)).status).toBe(201)
  await require(false)
})
