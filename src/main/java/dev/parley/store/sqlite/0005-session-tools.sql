-- The tools of Parley's that a session was asked to have; absent: those of the configuration.

alter table live_session add column tools text;
