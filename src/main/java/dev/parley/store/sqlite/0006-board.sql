-- Boards: changes have a number, agents hear of each ticket, a column follows its session.

alter table ticket add column similar text not null default '[]';
alter table ticket add column told integer not null default 0;
alter table ticket add column revision bigint not null default 0;

update ticket set told = 1 where proposal in (select id from proposal where told = 1);

create index ticket_revision on ticket (revision);
create index ticket_project on ticket (project, state, rank, number);
create index ticket_session_told on ticket (session_id, told);

-- Whether the ticket moves with the session, up to which event its tokens are counted, and what
-- they come to: events may be removed later.
alter table ticket_session add column follows integer not null default 1;
alter table ticket_session add column counted bigint not null default 0;
alter table ticket_session add column input_tokens bigint not null default 0;
alter table ticket_session add column output_tokens bigint not null default 0;
alter table ticket_session add column cached_tokens bigint;
alter table ticket_session add column reasoning_tokens bigint;
alter table ticket_session add column cost double precision;
