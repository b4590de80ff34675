-- Amounts are at most 2^53 - 1, and a thousand of them are more than a bigint holds: a sum that does not fit could never be added up again.
alter table tallies alter column n type numeric;
alter table analytics_sums alter column amount type numeric, alter column paid type numeric, alter column refunded type numeric;
alter table analytics_customer_days alter column paid type numeric, alter column late_amount type numeric;
alter table analytics_customers alter column paid type numeric, alter column late_amount type numeric;
