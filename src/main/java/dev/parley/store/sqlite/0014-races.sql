-- The same task for several agents, and what became of each of them.

create table race (
    id text primary key,
    body text not null,
    is_over integer not null,
    owner_node text not null,
    owner_pid bigint not null,
    owner_start bigint not null,
    started_at bigint not null
);

create index race_time on race (started_at);
create index race_state on race (is_over);
