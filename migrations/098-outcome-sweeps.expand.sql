-- What prints did afterwards is counted for sweeps of calls and of puts too. The sums of before lack them, and are counted
-- anew in the background, as after a first start.
DELETE FROM flow_outcomes;
