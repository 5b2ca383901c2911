-- Live sessions: who has them open, what was accepted, and everything that happened.

create table live_session (
    id text primary key,
    provider text not null,
    native_id text,
    state text not null,
    cwd text not null,
    model text,
    shown_model text,
    permission text not null,
    system text,
    directories text not null,
    home text,
    title text,
    turn_id text,
    owner_pid bigint,
    owner_start bigint,
    created_at bigint not null,
    updated_at bigint not null
);

create index live_session_native on live_session (provider, native_id);
create index live_session_updated on live_session (updated_at);

-- A prompt is here before anybody is told that it was accepted.
create table live_prompt (
    session_id text not null,
    turn_id text not null,
    text text not null,
    images text not null,
    state text not null,
    accepted_at bigint not null,
    primary key (session_id, turn_id)
);

-- The truth about a session: appended, never changed.
create table live_event (
    session_id text not null,
    sequence bigint not null,
    json text not null,
    raw text,
    primary key (session_id, sequence)
);
