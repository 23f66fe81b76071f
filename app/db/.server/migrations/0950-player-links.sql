-- Id tokens that opened a player link: each opens one, once. They say nothing of anybody, and go when they have expired.
create table auth.used_player_links (
  realm text not null,
  jti text not null,
  expires_at timestamptz not null,
  primary key (realm, jti)
);
create index used_player_links_expiry on auth.used_player_links (expires_at);
