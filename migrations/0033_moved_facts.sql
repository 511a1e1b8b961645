-- The block in which the places of a contract fact are. After a re-org the same transaction is in another block, and what it did
-- there is what was told before, at whatever place. Null: noted before blocks were.
alter table applied_contract_event add column block_number bigint;
