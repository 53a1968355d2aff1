-- Each sign-up drops the links that are too old, and each confirmed e-mail those of its account: neither
-- reads all the links that others have not opened yet.
create index verification_expires on "verification" ("expiresAt");
create index verification_value on "verification" ("value");
