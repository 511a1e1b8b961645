-- Subscriptions from app stores, reported by RevenueCat.

-- Every event of a purchase. A subscriber is a user id, or an anonymous id that RevenueCat assigned before the user
-- signed in, so there is no foreign key to user_account.
create table subscription_event (
  id         text primary key,
  subscriber text not null,
  purchase   text not null,
  type       text not null,
  at_ms      bigint not null,
  details    jsonb not null
);
create index subscription_event_purchase on subscription_event (subscriber, purchase);

-- Transfers of purchases to another subscriber. Stored, because events from before a transfer may arrive after it.
create table subscription_transfer (
  id               text primary key,
  at_ms            bigint not null,
  from_subscribers text[] not null,
  to_subscriber    text not null
);
create index subscription_transfer_from on subscription_transfer using gin (from_subscribers);

-- The state of each purchase, derived from all its events. There is no column for access, which depends on the time.
create table subscription (
  subscriber        text not null,
  purchase          text not null,
  product_id        text,
  store             text,
  period_type       text,
  entitlement_ids   text[] not null,
  purchased_at      timestamptz,
  -- Null: never.
  expires_at        timestamptz,
  grace_ends_at     timestamptz,
  will_renew        boolean not null,
  billing_issue_at  timestamptz,
  pauses_at_end     boolean not null,
  auto_resume_at    timestamptz,
  cancel_reason     text,
  expiration_reason text,
  primary key (subscriber, purchase)
);
