-- Work that may take longer than the client that asked for it waits, and what it came to.

create table job (
    id text primary key,
    owner text not null,
    tool text not null,
    arguments text not null,
    fingerprint text not null,
    state text not null,
    message text not null,
    requests text not null,
    result text,
    error text,
    delivered integer not null,
    owner_node text not null,
    owner_pid bigint not null,
    owner_start bigint not null,
    created_at bigint not null,
    updated_at bigint not null
);

create index job_fingerprint on job (fingerprint, created_at);
create index job_owner on job (owner, created_at);
create index job_state on job (state, updated_at);
