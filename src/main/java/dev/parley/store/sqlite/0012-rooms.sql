-- People and agents in one conversation: rooms, what was said in them, the threads of their agents.

create table agent (
    name text primary key,
    body text not null
);

create table room (
    name text primary key,
    body text not null,
    state text not null,
    owner_node text,
    owner_pid bigint,
    owner_start bigint,
    updated_at bigint not null
);

create table room_message (
    room text not null,
    number bigint not null,
    body text not null,
    primary key (room, number)
);

create table room_seat (
    room text not null,
    agent text not null,
    session_id text,
    seen bigint not null,
    fingerprint text not null,
    sent_tokens bigint not null,
    primary key (room, agent)
);

create table room_finding (
    room text not null,
    id text not null,
    place bigint not null,
    body text not null,
    primary key (room, id)
);
