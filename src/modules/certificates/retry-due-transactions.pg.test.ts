import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { addMs, MINUTE_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { log } from '../../platform/log.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite } from '../../platform/transaction/write.ts'
import { newCertificateNumber } from './public/certificate.ts'
import { retryDueTransactions } from './retry-due-transactions.ts'

let testbed: TestDatabase
const { level } = log
beforeAll(async () => {
  log.level = 'silent'
  testbed = await createTestDatabase()
})
afterAll(async () => {
  log.level = level
  await testbed.drop()
})

test('an error of one certificate does not stop the retries of the others', async () => {
  const { query } = testbed.database
  const now = new Date()
  const numbers = [1, 2, 3].map(() => newCertificateNumber(now))
  for (const [index, number] of numbers.entries()) {
    await query`
      insert into certificate (id, user_id, course_id, number, student_name, course_title, course_description,
        metadata_cid, issued_at, retry_at)
      values (${newId()}, ${await insertUser(query)}, ${newId()}, ${number}, 'Ada Obi', 'Jars', 'About jars.', 'cid',
        ${now}, ${addMs(now, index - 10)})`
  }
  await query`create table bad_row as select ${numbers[0]}::text as number`
  await query`
    create function refuse_bad_row() returns trigger language plpgsql as $$
    begin
      if exists (select from bad_row where number = new.number) then raise exception 'a bad row'; end if;
      return new;
    end $$`
  await query`
    create trigger refuse_bad_row before update on certificate for each row execute function refuse_bad_row()`
  const deps = { db: query, write: createWrite(testbed.database, reactionTable([]), () => {}) }
  // The users have no wallet, so the other two certificates are scheduled for later.
  await expect(retryDueTransactions(deps, { now })).rejects.toThrow('a bad row')
  const due = await query<{ number: string }>`
    select number from certificate where retry_at < ${addMs(now, MINUTE_MS)} order by retry_at`
  expect(due.map(({ number }) => number)).toEqual([numbers[0]!])
})
