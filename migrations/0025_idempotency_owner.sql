-- Which session stands for the process that works under a key: when it is gone, the key is free at once.
alter table idempotency_record add column locked_by_process integer;
