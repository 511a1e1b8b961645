import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { DatabaseError } from '../../platform/db/database-error.ts'
import { type AdminFixture, createAdminFixture } from '../admin/admin-testbed.ts'
import { changesBetween } from './public/record-audit-entry.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture()
})
afterAll(() => fixture.stop())

const db = () => fixture.service.test.database.query
const grant = (userId: string, reason = 'A lesson was lost.') =>
  fixture.call(`POST /admin/users/${userId}/grants`, { asset: 'GEM', amount: 1, reason })
async function sqlStateOf(statement: Promise<unknown>): Promise<string | undefined> {
  return statement.then(
    () => undefined,
    (error) => (error instanceof DatabaseError ? error.sqlState : String(error)),
  )
}

describe('audit entries', () => {
  test('the database rejects update, delete and truncate of the audit log', async () => {
    const user = await fixture.service.register()
    await grant(user.id)
    expect(await sqlStateOf(db()`update audit_entry set action = 'x'`)).toBe('55000')
    expect(await sqlStateOf(db()`delete from audit_entry`)).toBe('55000')
    expect(await sqlStateOf(db()`truncate audit_entry cascade`)).toBe('55000')
    expect(await sqlStateOf(db()`update audit_entry_personal set data = '{}'`)).toBe('55000')
    expect(await sqlStateOf(db()`delete from audit_entry_personal`)).toBe('55000')
    expect(await fixture.log(`&userId=${user.id}`)).toHaveLength(1)
  })

  test('deleting an account erases its personal details and keeps the entry', async () => {
    const user = await fixture.service.register()
    await grant(user.id, 'Reported a burglary.')
    const exported = await fixture.call('GET /user/export', undefined, user)
    expect(JSON.stringify(exported.body)).toContain('Reported a burglary.')
    expect(JSON.stringify(exported.body)).not.toContain(fixture.admin.id)
    const gone = await fixture.call('DELETE /user/account', { password: user.password }, user)
    expect(gone.status).toBe(200)
    const [row] = await fixture.log(`&userId=${user.id}`)
    expect(row).toMatchObject({ act: 'user.granted', after: { totalGems: 1 } })
    expect(row!.details).toEqual({ address: expect.any(String) })
    const left = await db()`select data from audit_entry_personal where user_id = ${user.id}`
    expect(left).toEqual([])
  })

  test('an entry contains the request id and no secret', async () => {
    const user = await fixture.service.register()
    await fixture.call(
      `POST /admin/users/${user.id}/grants`,
      { asset: 'GEM', amount: 1, reason: 'r', password: 'hunter2-hunter2' },
      fixture.admin,
      { 'x-request-id': 'known-request-7' },
    )
    const text = JSON.stringify(await fixture.log(`&userId=${user.id}`))
    expect(text).toContain('known-request-7')
    expect(text).not.toMatch(/hunter2|eyJ|password/)
    expect(text).not.toContain(user.email)
  })
})

describe('reading the audit log', () => {
  test('the log is paged, newest first, and filtered by actor, action, subject, user and time', async () => {
    const other = await fixture.staff('ADMIN')
    const user = await fixture.service.register()
    for (let index = 0; index < 3; index++) await grant(user.id)
    await fixture.call(`POST /admin/users/${user.id}/suspend`, {}, other)
    const read = async (query: string) => (await fixture.call(`GET /admin/audit?${query}`)).body
    const page = await read(`userId=${user.id}&limit=2&page=2`)
    expect(page.meta).toEqual({ total: 4, page: 2, limit: 2 })
    expect(page.data.map(({ act }: { act: string }) => act)).toEqual(['user.granted', 'user.granted'])
    expect((await read(`actorId=${other.id}`)).data).toHaveLength(1)
    expect((await read(`userId=${user.id}&act=user.suspended`)).meta.total).toBe(1)
    expect((await read(`subjectKind=user&subjectId=${user.id}`)).meta.total).toBe(4)
    const [newest] = (await read(`userId=${user.id}`)).data
    expect((await read(`userId=${user.id}&until=${newest.at}`)).meta.total).toBe(3)
    expect((await read(`userId=${user.id}&since=${newest.at}`)).meta.total).toBe(1)
    expect((await fixture.call('GET /admin/audit?act=user.eaten')).status).toBe(400)
    expect((await fixture.call('GET /admin/audit?actorId=7')).status).toBe(400)
  })
})

test('changesBetween returns only the fields that differ', () => {
  const at = new Date('2026-11-02T08:00:00.000Z')
  expect(
    changesBetween({ a: 1, b: [1, { c: 2 }], at }, { a: 1, b: [1, { c: 3 }], at: at.toISOString() }),
  ).toEqual({
    before: { b: [1, { c: 2 }] },
    after: { b: [1, { c: 3 }] },
  })
  expect(changesBetween({ a: 1n }, { a: 1 })).toBeUndefined()
  expect(changesBetween({ a: 1 }, { b: 2 })).toEqual({ before: { a: 1, b: null }, after: { a: null, b: 2 } })
})
