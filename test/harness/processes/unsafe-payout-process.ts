import { Database } from '../../../src/platform/db/database.ts'

/** Unsafe control: pays first and stores the payment afterwards. A test kills it in between. */
if (import.meta.main) {
  const { DATABASE_URL = '', PROVIDER_URL = '' } = process.env
  const { query } = new Database({ url: DATABASE_URL, poolSize: 1 })
  for (const _ of await query`select from unsafe_order where paid_at is null`) {
    await fetch(PROVIDER_URL, { method: 'POST' })
    await query`update unsafe_order set paid_at = now()`
  }
  process.exit(0)
}
