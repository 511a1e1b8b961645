import { afterAll, beforeAll, expect, test } from 'bun:test'
import { waitUntil } from '../harness/wait-until.ts'
import { type BattleTestbed, createBattleTestbed, startBattleOfTwo } from './battle-testbed.ts'

let testbed: BattleTestbed
beforeAll(async () => {
  testbed = await createBattleTestbed()
})
afterAll(() => testbed.stopSettled())

test('a settlement that the server rejects is retried with growing pauses, and succeeds when the cause is gone', async () => {
  const { database } = testbed
  const here = await testbed.openProcess({ questionMs: 60_000 })
  const battle = await startBattleOfTwo(testbed, here, here, 5)
  // A sequence counts attempts that are rolled back. The error is that of a statement which an old server does not know.
  await database.withSession(({ script }) =>
    script(`
      create sequence attempt;
      create function reject_settlement() returns trigger language plpgsql as $$
      begin
        perform nextval('attempt');
        raise exception 'missing FROM-clause entry for table "old"' using errcode = '42P01';
      end $$;
      create trigger reject_settlement before update on battle_room for each row
        when (new.state is distinct from old.state) execute function reject_settlement()`),
  )
  const attempts = async () => {
    const [row] = await database.query<{ count: number }>`
      select case when is_called then last_value else 0 end::integer as count from attempt`
    return row!.count
  }
  battle.one.send('battle.forfeit')
  await waitUntil(async () => (await attempts()) >= 1)
  const first = performance.now()
  await waitUntil(async () => (await attempts()) >= 4)
  // The pauses are 300, 600 and 1,200 ms; three equal ones would be 900 ms together.
  expect(performance.now() - first).toBeGreaterThan(1_900)
  await database.withSession(({ script }) => script('drop trigger reject_settlement on battle_room'))
  expect((await battle.other.next('battle.end', 60)).data).toMatchObject({ result: 'WIN', gemsDelta: 5 })
})
