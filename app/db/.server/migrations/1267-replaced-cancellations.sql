-- replaced: a cancellation in whose place a later one of the same order counts, for an earlier day or a serious reason.
alter table payment.contract_statements drop constraint contract_statements_status_check;
alter table payment.contract_statements add constraint contract_statements_status_check
  check (status in ('received', 'done', 'late', 'unknown', 'repeated', 'failed', 'undone', 'replaced'));
