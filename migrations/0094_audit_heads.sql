-- One row: how far the audit chain of a tenant was sealed, and the hash of its last link. A chain that ends before it has lost its end.
create table audit_heads (
  tenant_id text collate "C" not null,
  sealed bigint not null,
  hash text collate "C" not null,
  primary key (tenant_id)
);
select protect('audit_heads');
alter table audit_heads add constraint audit_heads_sealed check (sealed >= 1);
insert into audit_heads (tenant_id, sealed, hash)
select distinct on (tenant_id) tenant_id, seq + cardinality(entry_ids) - 1, hash from audit_chain order by tenant_id, seq desc;
