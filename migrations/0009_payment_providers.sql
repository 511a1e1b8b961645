-- Payments of the built-in sandbox provider. Production has no rows here.
create table sandbox_payment (
  id          uuid primary key,
  reference   text not null unique,
  kind        text not null check (kind in ('COLLECTION', 'PAYOUT')),
  currency    text not null,
  -- Decimal text, as received.
  amount      text not null,
  received    text,
  state       text not null,
  outcome     text not null,
  webhook_url text,
  return_url  text,
  created_at  timestamptz not null,
  expires_at  timestamptz not null
);
