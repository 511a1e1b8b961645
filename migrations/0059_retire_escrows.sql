-- Only the escrows of battles lost their row when they were empty; those of contests and orders stayed for ever.
-- Empty ones of before stay: a migration changes no balance.
create or replace function ledger_update_balances() returns trigger language plpgsql as $$
declare
  change record;
  remaining bigint;
begin
  if exists (select from fresh group by transfer_id, asset having sum(amount) <> 0) then
    raise exception 'the entries of a transfer must sum to zero in each asset' using errcode = '23514',
      constraint = 'ledger_entry_sums_to_zero';
  end if;
  -- Updates accounts in one order, so that opposite transfers do not deadlock. A debit is an update: an upsert would
  -- check the negative amount itself against the rule of the balance.
  for change in
    select account, asset, sum(amount)::bigint as amount from fresh where account !~ '^house:'
    group by account, asset
    order by account, asset
  loop
    if change.amount < 0 then
      update ledger_balance as stored set balance = stored.balance + change.amount
      where stored.account = change.account and stored.asset = change.asset
      returning stored.balance into remaining;
      if not found then
        raise exception '% has no % balance', change.account, change.asset using errcode = '23514',
          table = 'ledger_balance', constraint = 'ledger_balance_balance_check';
      end if;
      -- An escrow is used for one battle, contest or order. A missing row is a balance of zero.
      if remaining = 0 and change.account !~ '^user:' then
        delete from ledger_balance as stored
        where stored.account = change.account and stored.asset = change.asset;
      end if;
    else
      insert into ledger_balance as stored (account, asset, balance)
      values (change.account, change.asset, change.amount)
      on conflict (account, asset) do update set balance = stored.balance + excluded.balance;
    end if;
  end loop;
  return null;
end $$;
