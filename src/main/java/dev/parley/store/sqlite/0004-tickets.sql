-- The board: tickets in columns, who suggested them, and what was said about them.

create table ticket (
    number integer primary key autoincrement,
    project text not null,
    title text not null,
    body text not null,
    kind text not null,
    priority text not null,
    labels text not null,
    depends_on text not null,
    files text not null,
    state text not null,
    rank text not null,
    proposal text,
    provider text,
    session_id text,
    sequence bigint not null,
    reason text,
    edited integer not null,
    created_at bigint not null,
    updated_at bigint not null
);

create index ticket_board on ticket (state, rank);
create index ticket_proposal on ticket (proposal);

create table proposal (
    id text primary key,
    session_id text,
    provider text not null,
    project text not null,
    fingerprint text not null,
    told integer not null,
    created_at bigint not null
);

create index proposal_fingerprint on proposal (fingerprint);
create index proposal_session on proposal (session_id, told);

create table ticket_comment (
    id integer primary key autoincrement,
    ticket bigint not null,
    text text not null,
    session_id text,
    created_at bigint not null
);

create index ticket_comment_ticket on ticket_comment (ticket);

-- Sessions that work on a ticket.
create table ticket_session (
    ticket bigint not null,
    session_id text not null,
    primary key (ticket, session_id)
);

create index ticket_session_session on ticket_session (session_id);
