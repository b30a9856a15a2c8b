-- The vendor of text messages reports by phone number.
CREATE INDEX endpoints_by_address ON endpoints (channel, address_digest);

-- Keys that end soon are looked for by their end.
CREATE INDEX api_keys_by_end ON api_keys (expires_at, id);

-- Up to which print of a session those who asked have been told. The last session of a symbol is enough: a new one begins
-- at its first print.
CREATE TABLE flow_positions (
  symbol TEXT PRIMARY KEY,
  session_date TEXT NOT NULL,
  sequence INT8 NOT NULL
);
