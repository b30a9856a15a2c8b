-- NULL: the key has the whole read access of its account. Otherwise names of scopes, separated by spaces.
ALTER TABLE api_keys ADD COLUMN scopes TEXT;

-- NULL: the key may be used from anywhere. Otherwise addresses and CIDR blocks, separated by spaces.
ALTER TABLE api_keys ADD COLUMN allowed_addresses TEXT;

ALTER TABLE api_keys ADD COLUMN last_used_address TEXT;
