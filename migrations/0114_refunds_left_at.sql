-- When a refund left for a provider, by the world's clock: a sandbox's clock may be moved while it is there. Null at the simulator, and where
-- a person pays it. Refunds that are at a provider already age from now on, so that none is given up too early.
alter table refund_intents add left_at timestamptz;
update refund_intents set left_at = now() where status = 'processing' and connection_id is not null;

-- What is asked at a provider waits by the world's clock.
update jobs j set real_time = true from refund_intents r
where j.kind = 'resolve-refund' and r.tenant_id = j.tenant_id and r.id = j.payload ->> 'refundIntent' and r.connection_id is not null;
update jobs j set real_time = true from authorizations a
where j.kind = 'end-mandate' and a.tenant_id = j.tenant_id and a.id = j.payload ->> 'authorization' and a.connection_id is not null;
update jobs j set real_time = true from saved_methods s
where j.kind = 'remove-saved-method' and s.tenant_id = j.tenant_id and s.id = j.payload ->> 'savedMethod' and s.connection_id is not null;
