-- Who drafted what is to be approved, where somebody else sent it: under four eyes neither of them decides. Null: who asked had made it.
alter table approval_requests add column drafted_by text;
