-- The machine of the process that has a session open: process numbers mean nothing on another one.

alter table live_session add column owner_node text;
