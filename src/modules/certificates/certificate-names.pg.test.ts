import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { newId } from '../../platform/ids.ts'
import { type CertificateTestbed, createCertificateTestbed, type TestCourse } from './certificate-testbed.ts'

let testbed: CertificateTestbed
let other: TestCourse
beforeAll(async () => {
  testbed = await createCertificateTestbed()
  other = await testbed.addCourse('Another course')
})
afterAll(() => testbed.stop())

const nameOf = async ({ accessToken: token }: TestUser) =>
  (await testbed.call('GET /user/certificate-name', { token })).body.data
const change = ({ accessToken: token }: TestUser, studentName: unknown) =>
  testbed.call('PUT /user/certificate-name', { token, body: { studentName } })
const namesOf = async (user: TestUser) =>
  (await testbed.listed(user)).map(({ studentName }) => studentName).sort()
const auditOf = ({ id }: TestUser) => testbed.test.database.query`
  select action, actor_id = ${id} as "isOwn", data from audit_entry
  join audit_entry_personal personal on personal.entry_id = audit_entry.id
  where audit_entry.user_id = ${id} order by audit_entry.id`

async function finishedUser(): Promise<TestUser> {
  const user = await testbed.register()
  await testbed.finish(user)
  await testbed.finish(user, other)
  return user
}

/** A user with the certificates of both courses. */
async function graduate(): Promise<TestUser> {
  const user = await finishedUser()
  for (const { id } of [testbed.course, other])
    expect((await testbed.claim(user, 'Amina Otieno', id)).status).toBe(201)
  return user
}

test('the first claim binds the name, and a claim in another name says how to change it', async () => {
  const user = await finishedUser()
  expect(await nameOf(user)).toEqual({
    studentName: null,
    boundAt: null,
    changedAt: null,
    nextChangeAt: null,
  })
  // A refused claim binds nothing.
  expect((await testbed.claim(user, 'Wrong Name', newId())).status).toBe(404)
  expect((await nameOf(user)).studentName).toBeNull()

  await testbed.claim(user, ' Amina  Otieno')
  expect(await nameOf(user)).toEqual({
    studentName: 'Amina Otieno',
    boundAt: expect.any(String),
    changedAt: null,
    nextChangeAt: null,
  })
  for (const courseId of [testbed.course.id, other.id]) {
    const { status, body } = await testbed.claim(user, 'Somebody Else', courseId)
    expect([status, body.error.code, body.error.studentName]).toEqual([
      409,
      'CERTIFICATE_NAME_BOUND',
      'Amina Otieno',
    ])
    expect(body.message).toContain('PUT /user/certificate-name')
  }
  expect((await testbed.claim(user, 'Amina Otieno', other.id)).status).toBe(201)
  expect(await namesOf(user)).toEqual(['Amina Otieno', 'Amina Otieno'])
})

test('a name that no font can print is refused with its characters, and binds nothing', async () => {
  const user = await finishedUser()
  const refused = [await testbed.claim(user, 'Amina 🫠 ༀ'), await change(user, 'Amina 🫠 ༀ')]
  for (const { status, body } of refused)
    expect([status, body.error.code, body.error.characters]).toEqual([
      422,
      'CERTIFICATE_NAME_NOT_PRINTABLE',
      ['🫠', 'ༀ'],
    ])
  expect((await nameOf(user)).studentName).toBeNull()
  expect((await testbed.claim(user, 'አበበ ቢቂላ प्रियंका 王小明 محمد')).status).toBe(201)
})

test('two first claims at once in different names bind one name', async () => {
  for (let round = 0; round < 5; round++) {
    const user = await finishedUser()
    const claims = await Promise.all([
      testbed.claim(user, 'Amina Otieno'),
      testbed.claim(user, 'Somebody Else', other.id),
    ])
    expect(claims.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await namesOf(user)).toEqual([(await nameOf(user)).studentName])
  }
})

test('the unsafe control without the lock of the account binds two names', async () => {
  const user = newId()
  const { database } = testbed.test
  await database.query`create table unsafe_name as select * from certificate_name with no data`
  // Both transactions have read before the first one writes.
  const barrier = createBarrier(2)
  const claim = (studentName: string) =>
    database.transaction(async ({ statement }) => {
      const bound = await statement`select student_name from unsafe_name where user_id = ${user}`
      await barrier()
      if (bound.length > 0) return
      await statement`insert into unsafe_name (user_id, student_name, bound_at) values (${user}, ${studentName}, now())`
    })
  await Promise.all(['Amina Otieno', 'Somebody Else'].map(claim))
  expect(await database.query`select distinct student_name from unsafe_name`).toHaveLength(2)
})

test('a change renames every certificate that is not revoked, and is recorded in the audit log', async () => {
  const user = await graduate()
  const { query } = testbed.test.database
  await query`
    update certificate set status = 'REVOKED', token_id = '1', transaction_hash = '0x0', pending_step = null,
      revoked_at = now(), revocation_reason = 'MISCONDUCT'
    where user_id = ${user.id} and course_id = ${other.id}`
  const unchanged = await change(user, 'Amina Otieno')
  expect([unchanged.status, unchanged.body.data.changedAt]).toEqual([200, null])
  expect(await auditOf(user)).toEqual([])

  const { status, body } = await change(user, ' Amina   Wanjiru ')
  expect([status, body.data.studentName]).toEqual([200, 'Amina Wanjiru'])
  expect(await namesOf(user)).toEqual(['Amina Otieno', 'Amina Wanjiru'])
  expect(await auditOf(user)).toEqual([
    {
      action: 'certificate_name.changed',
      isOwn: true,
      data: {
        address: expect.any(String),
        studentNameBefore: 'Amina Otieno',
        studentName: 'Amina Wanjiru',
      },
    },
  ])
  expect((await testbed.claim(user, 'Amina Wanjiru')).status).toBe(201)
  expect((await testbed.claim(user, 'Amina Otieno')).status).toBe(409)
})

test('a name is changed once in 90 days', async () => {
  const user = await graduate()
  const { nextChangeAt, changedAt } = (await change(user, 'Amina One')).body.data
  expect(Date.parse(nextChangeAt) - Date.parse(changedAt)).toBe(90 * 86_400_000)
  const refused = await change(user, 'Amina Two')
  expect([refused.status, refused.body.error.code, refused.body.error.nextChangeAt]).toEqual([
    409,
    'CERTIFICATE_NAME_CHANGED_RECENTLY',
    nextChangeAt,
  ])
  const age = (days: number) => testbed.test.database.query`
    update certificate_name set changed_at = now() - make_interval(days => ${days}) where user_id = ${user.id}`
  await age(89)
  expect((await change(user, 'Amina Two')).status).toBe(409)
  await age(91)
  expect((await change(user, 'Amina Two')).status).toBe(200)
  expect(await namesOf(user)).toEqual(['Amina Two', 'Amina Two'])
})

test('twenty changes and a claim at once leave one name on all certificates', async () => {
  const user = await finishedUser()
  await testbed.claim(user, 'Amina Otieno')
  const [claim, ...changes] = await Promise.all([
    testbed.claim(user, 'Amina Otieno', other.id),
    ...Array.from({ length: 20 }, (_, index) => change(user, `Amina ${index}`)),
  ])
  expect(changes.filter(({ status }) => status === 200)).toHaveLength(1)
  expect([201, 409]).toContain(claim.status)
  const { studentName } = await nameOf(user)
  expect(new Set(await namesOf(user))).toEqual(new Set([studentName]))
  expect(await auditOf(user)).toHaveLength(1)
})

test('a name that is set before the first claim is bound and does not count as a change', async () => {
  const user = await finishedUser()
  expect((await change(user, 'Amina Otieno')).body.data).toMatchObject({
    changedAt: null,
    nextChangeAt: null,
  })
  expect((await testbed.claim(user, 'Somebody Else')).status).toBe(409)
  expect((await change(user, 'Amina Wanjiru')).status).toBe(200)
  expect((await testbed.claim(user, 'Amina Wanjiru')).status).toBe(201)
  expect((await change(user, 'A')).status).toBe(400)
})

test('the deletion of the account erases the name', async () => {
  const user = await graduate()
  await change(user, 'Amina Unforgettable')
  const { accessToken: token, password } = user
  const exported = await testbed.call('GET /user/export', { token })
  expect(exported.body.data.certificateName).toMatchObject({ studentName: 'Amina Unforgettable' })
  expect((await testbed.call('DELETE /user/account', { token, body: { password } })).status).toBe(200)
  const left = await testbed.test.database.query`
    select 1 from certificate_name as t where t::text like '%Unforgettable%'
    union all select 1 from audit_entry_personal as t where t::text like '%Unforgettable%'`
  expect(left).toEqual([])
})
