import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import { newId } from '../../../platform/ids.ts'
import { type AdminFixture, createAdminFixture } from '../admin-testbed.ts'

let fixture: AdminFixture
let author: TestUser
beforeAll(async () => {
  fixture = await createAdminFixture()
  author = await fixture.staff('SUPPORT')
})
afterAll(() => fixture.stop())

const write = async (userId: string, text: string, as = author): Promise<string> =>
  (await fixture.call(`POST /admin/users/${userId}/notes`, { text }, as)).body.data.id
const list = async (userId: string) =>
  (await fixture.call(`GET /admin/users/${userId}/notes`, undefined, author)).body
const remove = (userId: string, noteId: string, as: TestUser) =>
  fixture.call(`DELETE /admin/users/${userId}/notes/${noteId}`, undefined, as)

test('staff write notes, which are listed newest first', async () => {
  const user = await fixture.service.register()
  const first = await write(user.id, '  Called about a streak.  ')
  const second = await write(user.id, 'It was repaired.', fixture.admin)
  const { data, meta } = await list(user.id)
  expect(meta.total).toBe(2)
  expect(data).toMatchObject([
    { id: second, authorId: fixture.admin.id, text: 'It was repaired.' },
    { id: first, authorId: author.id, text: 'Called about a streak.' },
  ])
  for (const text of ['', '   ', 'x'.repeat(2_001)])
    expect((await fixture.call(`POST /admin/users/${user.id}/notes`, { text }, author)).status).toBe(400)
  expect((await fixture.call(`POST /admin/users/${newId()}/notes`, { text: 'x' }, author)).status).toBe(404)
})

test('a note is deleted once, by its author or an administrator, and through its own user only', async () => {
  const [user, other] = [await fixture.service.register(), await fixture.service.register()]
  const [own, foreign] = [await write(user.id, 'Mine.'), await write(user.id, 'Not mine.', fixture.admin)]
  const refused = await remove(user.id, foreign, author)
  expect([refused.status, refused.body.error.code]).toEqual([403, 'NOTE_OF_ANOTHER'])
  expect((await remove(other.id, own, fixture.admin)).status).toBe(404)
  expect((await list(user.id)).meta.total).toBe(2)
  const responses = await Promise.all([1, 2, 3].map(() => remove(user.id, own, author)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  const third = await write(user.id, 'Of support.')
  expect((await remove(user.id, third, fixture.admin)).status).toBe(200)
  expect((await list(user.id)).data).toMatchObject([{ id: foreign }])
})

test('the audit log says who wrote and deleted a note, without its text', async () => {
  const user = await fixture.service.register()
  const note = await write(user.id, 'A burglary at home.')
  await remove(user.id, note, fixture.admin)
  const entries = await fixture.log(`&userId=${user.id}`)
  expect(entries).toMatchObject([
    { act: 'user.note_deleted', subjectId: note, before: { authorId: author.id } },
    { act: 'user.note_added', subjectId: note, actorId: author.id },
  ])
  expect(JSON.stringify(entries)).not.toContain('burglary')
})

test('the user gets the notes with the export, without their author, and they are deleted with the account', async () => {
  const user = await fixture.service.register()
  await write(user.id, 'A burglary at home.')
  const exported = JSON.stringify((await fixture.call('GET /user/export', undefined, user)).body)
  expect(exported).toContain('A burglary at home.')
  expect(exported).not.toContain(author.id)
  await fixture.call('DELETE /user/account', { password: user.password }, user)
  const rows = await fixture.service.test.database.query`select from user_note where user_id = ${user.id}`
  expect(rows).toEqual([])
})
