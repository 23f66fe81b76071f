-- Whether anybody below an organisation comes in by badge is asked at every list of people. Issue 5, part 4.
create index organizations_with_badges on directory.organizations (id) where qr_code_login_enabled;
