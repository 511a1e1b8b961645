import type { OpenPlatform } from '../../src/app/open-platform.ts'
import { makeMissingWallets } from '../../src/modules/wallet/accounts/make-missing-wallets.ts'
import { accountAddress } from '../../src/platform/chain/accounts/account-address.ts'

/** Whoever is settled before the measurement, so that no contestant is measured while it is compiled. */
export const WARM_UP_USERS = 300

/** Users with wallets, as the product makes them, who have earned nothing yet. */
export async function addUsers(platform: OpenPlatform, users: number): Promise<void> {
  const { db, chain } = platform
  await db`
    insert into user_account (id, email, username, created_at)
    select uuidv7(), 'settled' || number || '@example.com', 'settled_' || number, now()
    from generate_series(1, ${users + WARM_UP_USERS}) number`
  const { AccountFactory: factory, SmartAccount: implementation } = chain.contracts
  const origin = { factory: factory!, implementation: implementation! }
  await makeMissingWallets(platform, (owner, salt) => accountAddress(origin, owner, salt), {
    now: new Date(),
    signal: new AbortController().signal,
  })
}

/** XP and gems for so many users who have none, a few hundred users a transfer; not all the same. */
export async function reward({ db }: OpenPlatform, users: number): Promise<void> {
  await db`
    with earner as (
      select id, row_number() over (order by id) as number from user_account
      where not exists (select from ledger_balance where account = 'user:' || id) order by id limit ${users}
    ), amount as (
      select id, number, asset, 10 + number % 7 as amount from earner, unnest(array['XP', 'GEM']) as asset
    ), transfer as (
      insert into ledger_transfer (id, source, reason, created_at)
      select uuidv7(), 'bench:' || uuidv7(), 'a benchmark', now() from generate_series(0, ${Math.floor(users / 500)})
      returning id
    ), numbered as (select id, row_number() over (order by id) - 1 as number from transfer)
    insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
    select numbered.id, row_number() over (partition by numbered.id), leg.account, leg.asset, leg.amount, now()
    from amount join numbered on numbered.number = (amount.number - 1) / 500,
      lateral (values ('user:' || amount.id, asset, amount.amount), ('house:issuance', asset, -amount.amount))
        as leg (account, asset, amount)`
  await db`analyze`
}
