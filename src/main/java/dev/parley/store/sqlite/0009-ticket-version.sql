-- How often a ticket has said something else, so that a person decides on what he has seen; and the
-- file it came from, so that the same file adds nothing twice.

alter table ticket add column version bigint not null default 1;
alter table ticket add column source text;

create index ticket_source on ticket (project, source);
