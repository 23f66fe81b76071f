-- failed: a plan has ended early, and the provider refused to pay the rest back, which super users settle by hand.
alter table payment.contract_statements drop constraint contract_statements_status_check;
alter table payment.contract_statements add constraint contract_statements_status_check
  check (status in ('received', 'done', 'late', 'unknown', 'repeated', 'failed'));
