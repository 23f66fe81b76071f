-- undone: a cancellation that the family has taken back, so that a later one of the same order counts.
alter table payment.contract_statements drop constraint contract_statements_status_check;
alter table payment.contract_statements add constraint contract_statements_status_check
  check (status in ('received', 'done', 'late', 'unknown', 'repeated', 'failed', 'undone'));
