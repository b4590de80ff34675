-- expand
-- One row: a file in which a bank answers about payment files: a status report (pain.002), or NACHA returns and notifications of change. The
-- same bytes are imported once.
create table bank_answers (
  tenant_id text collate "C" not null references tenants,
  id text collate "C" not null,
  own_account_id text collate "C" not null,
  format text collate "C" not null check (format in ('pain.002', 'nacha')),
  count int not null check (count >= 1),
  sha256 text collate "C" not null,
  metadata jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version int not null check (version >= 1),
  revision int not null check (revision >= 1),
  primary key (tenant_id, id),
  foreign key (tenant_id, own_account_id) references own_accounts
);
select protect('bank_answers');
create unique index bank_answers_once on bank_answers (tenant_id, own_account_id, sha256);

-- One row: what such a file says about one payment, or about a file of ours as a whole. `effect` is what it did, null until it is applied,
-- in the commit of what it does. So it is applied once.
create table bank_answer_items (
  tenant_id text collate "C" not null,
  answer_id text collate "C" not null,
  position int not null check (position >= 1),
  kind text collate "C" not null check (kind in ('rejection', 'acceptance', 'return', 'correction', 'other')),
  code text collate "C" not null,
  file_id text collate "C",
  line int,
  effect text collate "C" check (effect in ('rejected', 'returned', 'accepted', 'correction', 'known', 'waiting')),
  note text not null check (length(note) <= 500),
  primary key (tenant_id, answer_id, position),
  foreign key (tenant_id, answer_id) references bank_answers
);
select protect('bank_answer_items');
create index bank_answer_items_by_file on bank_answer_items (tenant_id, file_id) where file_id is not null;
