-- How far the pieces of messages have been removed that are there as a whole.

alter table live_session add column folded_to bigint;
