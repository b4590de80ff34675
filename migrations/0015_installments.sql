-- What a payer agreed to by paying in installments, as it was when the charge began; null where it is paid at once. The amount of the
-- transaction stays what is paid down: the payer pays the total, and the difference is the gateway's.
alter table transactions
  add column installments jsonb,
  add constraint transactions_installments check (
    installments is null
    or coalesce(
      gateway is not null
      and (installments ->> 'nInstallments')::bigint >= 2
      and (installments ->> 'installmentAmount')::bigint >= 1
      and (installments ->> 'total')::bigint between amount and 9007199254740991
      and (installments ->> 'total')::bigint = (installments ->> 'firstInstallmentAmount')::bigint
        + ((installments ->> 'nInstallments')::bigint - 1) * (installments ->> 'installmentAmount')::bigint,
      false
    )
  );

-- The simulated gateway remembers what it takes from the payer in how many installments; null where it takes the amount at once.
alter table simulator_charges
  add column installments int check (installments >= 2),
  add column total bigint check (total >= amount),
  add check ((installments is null) = (total is null));
