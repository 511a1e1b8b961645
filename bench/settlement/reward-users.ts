import type { RunningPlatform } from '../../src/app/bootstrap/create-platform.ts'
import { createMissingWallets } from '../../src/modules/wallet/custody/create-missing-wallets.ts'
import { accountAddress } from '../../src/platform/chain/account-address.ts'

/** Users who are settled before the measurement, as a warm-up. */
export const WARM_UP_USERS = 300

/** Users with wallets and without rewards. */
export async function addUsers(platform: RunningPlatform, users: number): Promise<void> {
  const { db, chain } = platform
  await db`
    insert into user_account (id, email, username, created_at)
    select uuidv7(), 'settled' || number || '@example.com', 'settled_' || number, now()
    from generate_series(1, ${users + WARM_UP_USERS}) number`
  const { AccountFactory: factory, SmartAccount: implementation } = chain.contracts
  const origin = { factory: factory!, implementation: implementation! }
  await createMissingWallets(platform, (owner, salt) => accountAddress(origin, owner, salt), {
    now: new Date(),
    signal: new AbortController().signal,
  })
}

const USERS_A_TRANSFER = 500

/** Awards different amounts of XP and gems to users without rewards, a few hundred per transfer. */
export async function reward({ db }: RunningPlatform, users: number): Promise<void> {
  for (let done = 0; done < users; done += USERS_A_TRANSFER) {
    await db`
      with earner as (
        select 'user:' || id as account, row_number() over (order by id) as number from user_account
        where not exists (select from ledger_balance where account = 'user:' || id)
        order by id limit ${Math.min(USERS_A_TRANSFER, users - done)}
      ), leg as (
        select account, asset, 10 + number % 7 as amount from earner, unnest(array['XP', 'GEM']) as asset
      ), transfer as (
        insert into ledger_transfer (id, source, reason, created_at)
        values (uuidv7(), 'bench:' || uuidv7(), 'a benchmark', now()) returning id
      )
      insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
      select transfer.id, row_number() over (), account, asset, amount, now() from transfer, (
        select * from leg union all select 'house:issuance', asset, -sum(amount) from leg group by asset) as legs`
  }
  await db`analyze`
}
