-- The block of the log indexes. After a re-org the same transaction is in another block: its events were applied before, at
-- other positions.
alter table applied_contract_event add column block_number bigint;
