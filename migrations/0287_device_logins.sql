-- expand
-- One row: a machine that asks a person to let it in, until it has fetched its API key. It belongs to the installation, because no tenant
-- is known before a person has answered. It holds no secret: both codes are hashes, and the key is made when the machine fetches it.
create table device_logins (
  device_hash text collate "C" not null primary key,
  code_hash text collate "C" not null unique, -- keyed, because the short code could be guessed from a plain hash
  machine text not null, -- as it names itself
  address text not null, -- where it asked from
  role text collate "C", -- what it asks for; null: the person chooses
  days int,
  status text collate "C" not null,
  approved_tenant text collate "C",
  approved_user text collate "C",
  approved_epoch int, -- signing out everywhere begins a new one, which withdraws the answer
  approved_role text collate "C",
  approved_days int,
  interval_s int not null,
  polled_at timestamptz,
  created_at timestamptz not null, -- by the real time, as all times of sign-in
  expires_at timestamptz not null
);
alter table device_logins add constraint device_logins_status check (status in ('waiting', 'approved', 'denied'));
alter table device_logins add constraint device_logins_answer check (
  (status = 'approved') = (approved_tenant is not null)
  and num_nulls(approved_tenant, approved_user, approved_epoch, approved_role, approved_days) in (0, 5)
);
create index device_logins_expiring on device_logins (expires_at, device_hash);
