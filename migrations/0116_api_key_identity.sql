-- The primary key of an API key begins with its tenant, as that of every other row, so that a tenant can be copied to another cell. A request
-- still finds a key by its hash.
create unique index api_keys_by_hash on api_keys (hash);
alter table api_keys drop constraint api_keys_pkey;
alter table api_keys add constraint api_keys_pkey primary key using index api_keys_by_tenant;
