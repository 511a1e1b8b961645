-- On- and off-ramp payments: quotes, orders with their transitions, and token reservations.

-- A quote is valid for a few minutes and for one order. Amounts are in smallest units.
create table payment_quote (
  id            uuid primary key,
  user_id       uuid not null references user_account,
  direction     text not null check (direction in ('ON_RAMP', 'OFF_RAMP')),
  provider      text not null,
  fiat_currency text not null,
  fiat_amount   bigint not null check (fiat_amount > 0),
  asset         text not null check (asset in ('CHAIN_USDT', 'GEMS')),
  token_amount  bigint not null check (token_amount > 0),
  -- Fiat for one token, times 10^8.
  rate          bigint not null check (rate > 0),
  fee           bigint not null check (fee >= 0 and fee < fiat_amount),
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  used_at       timestamptz,
  check (direction = 'ON_RAMP' or asset = 'CHAIN_USDT')
);
create index payment_quote_unused on payment_quote (expires_at) where used_at is null;
create index payment_quote_user on payment_quote (user_id);

-- True if an order needs no further action: `isClosed` of order-states.ts in SQL.
create function payment_order_is_closed(direction text, status text) returns boolean language sql immutable
return status in ('COMPLETED', 'EXPIRED', 'CANCELLED', 'REFUNDED') or (direction = 'ON_RAMP' and status = 'FAILED');

-- Orders. Amounts are in smallest units.
create table payment_order (
  id                        uuid primary key,
  quote_id                  uuid not null unique references payment_quote,
  user_id                   uuid not null references user_account,
  direction                 text not null check (direction in ('ON_RAMP', 'OFF_RAMP')),
  status                    text not null check (status in ('PENDING_PAYMENT', 'PAYMENT_RECEIVED', 'PROCESSING',
    'PAYOUT_SENT', 'COMPLETED', 'EXPIRED', 'CANCELLED', 'FAILED', 'REFUND_PENDING', 'REFUNDED', 'UNDER_REVIEW')),
  provider                  text not null,
  fiat_currency             text not null,
  fiat_amount               bigint not null check (fiat_amount > 0),
  asset                     text not null,
  token_amount              bigint not null check (token_amount > 0),
  rate                      bigint not null,
  fee                       bigint not null check (fee >= 0 and fee < fiat_amount),
  method                    text not null,
  -- Phone number or bank account; erased when the account is deleted and the order is closed.
  recipient                 jsonb,
  erase_contact_when_closed boolean not null default false,
  provider_order_id         text,
  payment_url               text,
  account_details           jsonb,
  received_amount           bigint,
  -- When the tokens of an off-ramp arrived at the treasury. Money is paid out only after that.
  tokens_collected_at       timestamptz,
  transaction_hash          text,
  created_at                timestamptz not null,
  updated_at                timestamptz not null,
  expires_at                timestamptz,
  -- When to poll the provider next; null if no poll is needed.
  next_poll_at              timestamptz,
  -- The worker that polls the provider.
  claim_id                  uuid,
  claimed_until             timestamptz,
  poll_attempts             integer not null default 0,
  -- An unanswered request may take effect until this time.
  request_outstanding_until timestamptz,
  -- Why an operator must look at the order.
  review_note               text,
  -- The refund after delivery: what was taken back from the user, and what the house lost because the user no longer had it.
  taken_back                bigint check (taken_back >= 0),
  shortfall                 bigint check (shortfall >= 0),
  -- An operator paid the money back without the provider, which may still report the payment.
  is_refunded_by_hand       boolean not null default false,
  check ((taken_back is null) = (shortfall is null) and taken_back + shortfall = token_amount),
  check (direction = 'ON_RAMP' or status not in ('PENDING_PAYMENT', 'PAYMENT_RECEIVED', 'EXPIRED', 'CANCELLED')),
  check (direction = 'ON_RAMP' or status not in ('PAYOUT_SENT', 'COMPLETED') or tokens_collected_at is not null)
) with (fillfactor = 70);
-- The reference comes first, because staff search for it without the provider.
create unique index payment_order_provider on payment_order (provider_order_id, provider);
create index payment_order_user on payment_order (user_id, id desc);
-- Staff list orders by status, provider or time, newest first.
create index payment_order_of_status on payment_order (status, id desc);
create index payment_order_of_provider on payment_order (provider, id desc);
create index payment_order_created_at on payment_order (created_at);
create index payment_order_due on payment_order (next_poll_at) where next_poll_at is not null;
create index payment_order_open on payment_order (status) where not payment_order_is_closed(direction, status);

-- An order with the column names of the code.
create view payment_order_row as
select id, user_id as "userId", quote_id as "quoteId", direction, status, provider, fiat_currency as "fiatCurrency",
  fiat_amount as "fiatAmount", asset, token_amount as "tokenAmount", rate, fee, method, recipient,
  provider_order_id as "providerOrderId", payment_url as "paymentUrl", account_details as "accountDetails",
  received_amount as "receivedAmount", tokens_collected_at as "tokensCollectedAt",
  transaction_hash as "transactionHash", poll_attempts as "pollAttempts",
  request_outstanding_until as "requestOutstandingUntil", review_note as "reviewNote", taken_back as "takenBack", shortfall,
  is_refunded_by_hand as "isRefundedByHand", created_at as "createdAt", updated_at as "updatedAt",
  expires_at as "expiresAt"
from payment_order;

-- Every change of status with its reason. Rows are never changed.
create table payment_order_transition (
  id          uuid primary key,
  order_id    uuid not null references payment_order,
  from_status text,
  to_status   text not null,
  reason      text not null,
  at          timestamptz not null
);
create index payment_order_transition_order on payment_order_transition (order_id, id);

-- Tokens of a user that are reserved for orders and still in the user's account on the chain. `release_count` grows with
-- every release, which shows that a balance that was read before is out of date.
create table token_reservation (
  user_id       uuid primary key references user_account,
  reserved      bigint not null default 0 check (reserved >= 0),
  release_count bigint not null default 0
) with (fillfactor = 70);
