-- Sessions are kept under a hash of their token from now on, and the key that signs cookies has left the
-- database. What was signed in with the old ones is signed out: people log in again.

delete from session;
drop table secret;
