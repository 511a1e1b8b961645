import type { Database } from '../../src/platform/db/database.ts'

/** Creates the SQL barrier of `allConnectionsRunConcurrently` in this database. */
export async function installBarrier(database: Database): Promise<void> {
  await database.withSession(({ script }) =>
    script(`
      create sequence barrier;
      create function wait_at_barrier(expected bigint, max_wait interval) returns boolean language plpgsql as $$
      declare
        deadline timestamptz := clock_timestamp() + max_wait;
      begin
        perform nextval('barrier');
        while (select last_value from barrier) < expected loop
          if clock_timestamp() > deadline then return false; end if;
          perform pg_sleep(0.005);
        end loop;
        return true;
      end $$;`),
  )
}

/**
 * Whether as many statements as there are connections run concurrently: each waits until all the others have
 * started. So every connection works, on machines of any speed.
 */
export async function allConnectionsRunConcurrently(pool: Database, timeoutSeconds = 20): Promise<boolean> {
  const [row] = await pool.query<{ before: bigint }>`select nextval('barrier') as before`
  const expected = row!.before + BigInt(pool.poolSize)
  const results = await Promise.allSettled(
    Array.from(
      { length: pool.poolSize },
      () => pool.query<{ passed: boolean }>`
        select wait_at_barrier(${expected}, make_interval(secs => ${timeoutSeconds})) as "passed"`,
    ),
  )
  return results.every((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value[0]!.passed
  })
}
