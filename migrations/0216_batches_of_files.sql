-- expand
-- Which batch of its file a payment is in: banks book each batch as one sum, and answer about it by its number.
alter table payment_file_lines add column batch int not null default 1;
