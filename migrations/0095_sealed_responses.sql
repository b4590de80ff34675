-- The response of a request with a secret is sealed. These few are found here when SECRET_KEY gets a new key.
create index idempotency_keys_sealed on idempotency_keys (tenant_id, key) where body like 'v1.%';
