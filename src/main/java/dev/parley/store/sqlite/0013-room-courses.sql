-- What the agents of a room talk about, as it was when they began.

create table room_course (
    room text primary key,
    body text not null
);
