-- Conversations across tools and providers: what was said, and the native session of each provider.

create table conversation (
    project text not null,
    session_id text not null,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (project, session_id)
);

create index conversation_recent on conversation (project, updated_at);

create table conversation_turn (
    project text not null,
    session_id text not null,
    number bigint not null,
    at bigint not null,
    tool text not null,
    role text not null,
    content text not null,
    metadata text not null,
    provider text not null,
    native_id text,
    primary key (project, session_id, number)
);

create table native_session (
    project text not null,
    session_id text not null,
    provider text not null,
    native_id text not null,
    known bigint not null,
    primary key (project, session_id, provider)
);
