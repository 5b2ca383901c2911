-- What a person noted about sessions, live or stored, and what was put off in the inbox.

create table session_mark (
    ref text primary key,
    live_id text,
    is_pinned integer not null,
    is_archived integer not null,
    is_unread integer not null,
    seen bigint not null,
    snoozed_until bigint,
    title text,
    draft text,
    updated_at bigint not null
);

create index session_mark_live on session_mark (live_id);

create table inbox_snooze (
    item text primary key,
    until bigint not null
);
