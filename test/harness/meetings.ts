import type { Database } from '../../src/platform/db/database.ts'

/** Makes what `connectionsMeet` needs in this database. */
export async function prepareMeetings(database: Database): Promise<void> {
  await database.withSession(({ script }) =>
    script(`
      create sequence meeting;
      create function meet(everybody bigint, patience interval) returns boolean language plpgsql as $$
      declare
        gives_up timestamptz := clock_timestamp() + patience;
      begin
        perform nextval('meeting');
        while (select last_value from meeting) < everybody loop
          if clock_timestamp() > gives_up then return false; end if;
          perform pg_sleep(0.005);
        end loop;
        return true;
      end $$;`),
  )
}

/**
 * Whether as many statements as there are connections run at the same time: each waits for all the others to have begun.
 * So every permit is free and every connection works, however slow the machine is.
 */
export async function connectionsMeet(pool: Database, patienceSeconds = 20): Promise<boolean> {
  const [row] = await pool.query<{ before: bigint }>`select nextval('meeting') as before`
  const everybody = row!.before + BigInt(pool.poolSize)
  const meetings = await Promise.allSettled(
    Array.from(
      { length: pool.poolSize },
      () => pool.query<{ hasMet: boolean }>`
        select meet(${everybody}, make_interval(secs => ${patienceSeconds})) as "hasMet"`,
    ),
  )
  return meetings.every((meeting) => {
    if (meeting.status === 'rejected') throw meeting.reason
    return meeting.value[0]!.hasMet
  })
}
