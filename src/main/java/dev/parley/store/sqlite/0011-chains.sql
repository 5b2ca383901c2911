-- Who works for whom: the passes of agents that work for others, and what their runs cost.

create table pass (
    id text primary key,
    chain text not null,
    depth integer not null,
    permission text not null,
    who text not null,
    is_open integer not null,
    updated_at bigint not null
);

create table agent_run (
    id text primary key,
    chain text not null,
    model text not null,
    cost_usd real,
    is_over integer not null,
    began_at bigint not null
);

create index agent_run_chain on agent_run (chain);
create index agent_run_time on agent_run (began_at);
