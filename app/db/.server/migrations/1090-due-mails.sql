-- Mails about events, each written in the transaction of its event and sent after it.
create schema mail;

create table mail.due_mails (
  id uuid primary key default gen_random_uuid(),
  realm text not null check (realm in ('de', 'fi', 'fr', 'no', 'nl', 'se', 'uk', 'us')),
  kind text not null,
  -- Of the event: an event that comes twice sends one mail.
  key text not null,
  -- Whom the mail is about; null for somebody without an account.
  uid uuid,
  -- Where it goes if not to the account's address, and whom it greets there.
  address text,
  name text,
  -- What the mail says about the event. No secrets, and no links with tokens.
  "values" jsonb not null,
  state text not null default 'due' check (state in ('due', 'sent', 'withheld', 'undeliverable', 'failed')),
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  -- When a process began to send it; null while none does.
  claimed_at timestamptz,
  attempts integer not null default 0,
  -- When the mail server accepted it.
  sent_at timestamptz,
  unique (realm, kind, key),
  check (uid is not null or address is not null or state <> 'due')
);
create index due_mails_to_send on mail.due_mails (due_at) where state = 'due';
create index due_mails_by_person on mail.due_mails (realm, uid, created_at);
create index due_mails_without_person on mail.due_mails (created_at) where uid is null;

-- Receipts that could not be sent yet are sent from the new table. A row of payment.receipts now says that the receipt's mail was written.
insert into mail.due_mails (realm, kind, key, uid, "values", created_at)
select r.realm, 'payment-receipt', r.invoice_id, c.user_uid, jsonb_build_object(
    'amount', jsonb_build_object('amount', r.amount, 'currency', r.currency),
    'paidOn', jsonb_build_object('day', r.paid_on),
    'plan', null, 'from', null, 'until', null, 'number', r.number, 'invoice', r.link), r.created_at
from payment.receipts r join payment.customers c on c.id = r.customer_id
where r.sent_at is null and c.user_uid is not null;
update payment.receipts set sent_at = now() where sent_at is null;
