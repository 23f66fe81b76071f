-- Trigram search for lists of people, and a schema for each owner of tables.
create extension if not exists pg_trgm;

create schema if not exists directory;
create schema if not exists auth;
create schema if not exists library;
create schema if not exists web;
