-- What a store said of a purchase, in full. A subscriber is a user's id, or a name that the store's middleman gave to
-- somebody who has not signed in yet; so there is no reference to accounts.
create table subscription_event (
  id         text primary key,
  subscriber text not null,
  purchase   text not null,
  type       text not null,
  at_ms      bigint not null,
  details    jsonb not null
);
create index subscription_event_purchase on subscription_event (subscriber, purchase);

-- Purchases that went from some subscribers to another. Kept, because what was said before may come after.
create table subscription_transfer (
  id               text primary key,
  at_ms            bigint not null,
  from_subscribers text[] not null,
  to_subscriber    text not null
);
create index subscription_transfer_from on subscription_transfer using gin (from_subscribers);

-- What follows from the events of each purchase, made anew by every one of them. There is no column that says whether
-- somebody has access: that follows from the clock.
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
