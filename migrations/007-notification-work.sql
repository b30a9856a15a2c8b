-- The vendor of text messages reports by phone number.
CREATE INDEX endpoints_by_address ON endpoints (channel, address_digest);

-- Keys that end soon are looked for by their end.
CREATE INDEX api_keys_by_end ON api_keys (expires_at, id);
