// Made by `npm run clients`: do not edit.

export type ClientOptions = {
    baseUrl: string;
};

export type Webhooks = NotificationWebhookWebhookRequest | TradeIdeaWebhookWebhookRequest;

export type AddPushDeviceAnswer = {
    /**
     * Id of the device.
     */
    id: string;
    /**
     * What it is called.
     */
    label: string;
    /**
     * When it was added, UTC.
     */
    created_at: string;
};

export type Alert = {
    /**
     * Id of the alert.
     */
    id: string;
    /**
     * A name for the alert, 1 to 100 characters.
     */
    name: string;
    /**
     * What the rule watches.
     */
    source: 'option_flow' | 'trade_idea' | 'market_level' | 'screen';
    /**
     * Conditions by name; all must be met.
     */
    criteria: {
        [key: string]: unknown;
    };
    /**
     * Channels to use; null for those of the account's settings, an empty list for the bell only.
     */
    channels: Array<'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook'> | null;
    /**
     * Scheme and host of its own webhook; null if it uses the account’s.
     */
    webhook_url: string | null;
    /**
     * Minimum minutes between two notifications for one symbol; 30 or more are recommended.
     */
    cooldown_minutes: number;
    /**
     * High always notifies immediately; normal respects quiet hours and digests.
     */
    priority: 'normal' | 'high';
    /**
     * Whether the rule is active.
     */
    enabled: boolean;
    /**
     * Until when it raises nothing, UTC; null where it is not snoozed.
     */
    snoozed_until: string | null;
    /**
     * When it was created, UTC.
     */
    created_at: string;
    /**
     * When it was last changed, UTC.
     */
    updated_at: string;
    /**
     * Symbols in their cooldown period.
     */
    cooling: Array<{
        /**
         * Symbol of the last notification.
         */
        symbol: string;
        /**
         * Matches since then that the cooldown has suppressed.
         */
        suppressed: number;
        /**
         * When it can notify again, UTC.
         */
        next_possible_at: string;
    }>;
};

export type AlertWithSecret = {
    /**
     * Id of the alert.
     */
    id: string;
    /**
     * A name for the alert, 1 to 100 characters.
     */
    name: string;
    /**
     * What the rule watches.
     */
    source: 'option_flow' | 'trade_idea' | 'market_level' | 'screen';
    /**
     * Conditions by name; all must be met.
     */
    criteria: {
        [key: string]: unknown;
    };
    /**
     * Channels to use; null for those of the account's settings, an empty list for the bell only.
     */
    channels: Array<'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook'> | null;
    /**
     * Scheme and host of its own webhook; null if it uses the account’s.
     */
    webhook_url: string | null;
    /**
     * Minimum minutes between two notifications for one symbol; 30 or more are recommended.
     */
    cooldown_minutes: number;
    /**
     * High always notifies immediately; normal respects quiet hours and digests.
     */
    priority: 'normal' | 'high';
    /**
     * Whether the rule is active.
     */
    enabled: boolean;
    /**
     * Until when it raises nothing, UTC; null where it is not snoozed.
     */
    snoozed_until: string | null;
    /**
     * When it was created, UTC.
     */
    created_at: string;
    /**
     * When it was last changed, UTC.
     */
    updated_at: string;
    /**
     * Symbols in their cooldown period.
     */
    cooling: Array<{
        /**
         * Symbol of the last notification.
         */
        symbol: string;
        /**
         * Matches since then that the cooldown has suppressed.
         */
        suppressed: number;
        /**
         * When it can notify again, UTC.
         */
        next_possible_at: string;
    }>;
    /**
     * Secret of a webhook URL that was just set; null otherwise.
     */
    signing_secret: string | null;
};

export type ArchiveNotificationsAnswer = {
    /**
     * Notifications that this has changed.
     */
    changed: number;
    /**
     * Unread notifications of the account, now.
     */
    unread_count: number;
    /**
     * How to take back exactly this change; null where nothing was changed.
     */
    undo: {
        /**
         * Pass to undo_notification_change.
         */
        id: string;
        /**
         * Until when it can be undone, UTC.
         */
        until: string;
    } | null;
};

export type BacktestAlertAnswer = {
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * First date of the served window, YYYY-MM-DD.
     */
    from: string;
    /**
     * Last date of the served window, YYYY-MM-DD.
     */
    to: string;
    /**
     * Sessions that were tested.
     */
    sessions: number;
    /**
     * Prints that meet the criteria.
     */
    matched: number;
    /**
     * Of these, those that would have notified you.
     */
    fired: number;
    /**
     * Of these, those that the cooldown would have suppressed.
     */
    suppressed: number;
    /**
     * Of the firings listed in data.
     */
    returns: {
        /**
         * Median of the known returns 5 minutes later. Percent.
         */
        return_pct_5m: number | null;
        /**
         * Median of the known returns 30 minutes later. Percent.
         */
        return_pct_30m: number | null;
        /**
         * Median of the known returns at the next close. Percent.
         */
        return_pct_1d: number | null;
    };
    /**
     * Prints that would have notified you, newest first; at most 100.
     */
    data: Array<{
        /**
         * Identity of the row: session, symbol, position on the tape. It never changes.
         */
        id: string;
        /**
         * Time of the print; of the first leg of a sweep. UTC.
         */
        executed_at: string;
        /**
         * Ticker of the underlying.
         */
        symbol: string;
        /**
         * OCC identity, 21 characters: root padded to six, yymmdd, C or P, strike × 1000.
         */
        option_symbol: string;
        /**
         * call or put.
         */
        option_type: 'call' | 'put';
        /**
         * USD.
         */
        strike: number;
        /**
         * YYYY-MM-DD.
         */
        expiration_date: string;
        /**
         * The side in words.
         */
        side_label: string;
        /**
         * USD per share; for a sweep, the volume-weighted mean of its legs.
         */
        price: number;
        /**
         * Contracts; for a sweep, the sum of its legs.
         */
        size: number;
        /**
         * price × size × multiplier. USD; null when the deliverable of an adjusted contract is unknown.
         */
        premium: number | null;
        /**
         * multi_leg: part of a package; floor: on a trading floor; sweep: one order on several exchanges, merged into one row; block: at least 500 contracts or USD 200,000; single: none of these.
         */
        trade_type: 'sweep' | 'block' | 'multi_leg' | 'floor' | 'single';
        /**
         * Tail rarity among comparable prints (liquidity class, days to expiry, time of day), 0 to 100: 50 is the rarer half, 70 the rarest 5 %, 80 the rarest 1 %, 90 0.1 %, 95 0.02 %, 99 one in 20,000.
         */
        unusual_score: number;
        /**
         * Later returns of the contract.
         */
        outcome: FlowOutcome;
    }>;
};

export type CalendarEvent = {
    /**
     * The same for the same event, also after it was moved.
     */
    id: string;
    /**
     * What kind of event; early closes are of kind holiday.
     */
    kind: 'macro' | 'fed' | 'earnings' | 'dividend' | 'split' | 'expiration' | 'holiday';
    /**
     * What it is, in words.
     */
    title: string;
    /**
     * Ticker; null for an event of the whole market.
     */
    symbol: string | null;
    /**
     * When it takes place, UTC: a report by the open or the close of its date, an expiration as it settles.
     */
    scheduled_at: string;
    /**
     * Time from which it was known in this form, UTC.
     */
    known_at: string;
    /**
     * How much it moves the market as a rule.
     */
    importance: 'low' | 'medium' | 'high';
    /**
     * scheduled: may still move; confirmed; released: it has happened; canceled.
     */
    status: 'scheduled' | 'confirmed' | 'released' | 'canceled';
};

export type Calibration = {
    /**
     * Calendar days to the expirations that were compared: near 7, 30 or 60.
     */
    days: number;
    /**
     * Past windows that do not overlap and whose close is known; figures need 30.
     */
    count: number;
    /**
     * Closes between the quantiles 25 % and 75 %; 50 where the probabilities are right. Percent.
     */
    coverage_50_pct: number | null;
    /**
     * Closes between the quantiles 10 % and 90 %. Percent.
     */
    coverage_80_pct: number | null;
    /**
     * Low end of the 80 % interval (Wilson) of coverage_80_pct. Percent.
     */
    coverage_80_low_pct: number | null;
    /**
     * High end of it. Percent.
     */
    coverage_80_high_pct: number | null;
    /**
     * Closes between the quantiles 5 % and 95 %. Percent.
     */
    coverage_90_pct: number | null;
    /**
     * Closes by tenth of their implied probability, the lowest first; even where it is right. Empty below 30.
     */
    bins: Array<number>;
    /**
     * Mean square of the miss of P(close < forward); 0.25 is that of a coin.
     */
    brier: number | null;
    /**
     * The same at one volatility.
     */
    brier_lognormal: number | null;
};

export type ChangeAlertAnswer = AlertWithSecret;

export type ChangeMatchingNotificationsAnswer = {
    /**
     * Notifications that this has changed.
     */
    changed: number;
    /**
     * Unread notifications of the account, now.
     */
    unread_count: number;
    /**
     * How to take back exactly this change; null where nothing was changed.
     */
    undo: {
        /**
         * Pass to undo_notification_change.
         */
        id: string;
        /**
         * Until when it can be undone, UTC.
         */
        until: string;
    } | null;
};

export type ChangeNotificationSettingsAnswer = NotificationSettings;

export type ChangeSavedFilterAnswer = SavedFilter;

export type ChangeScreenAnswer = SavedScreen;

export type ChangeWatchlistAnswer = {
    /**
     * Symbols in the order of the request.
     */
    symbols: Array<string>;
};

export type CoMovement = {
    /**
     * As requested.
     */
    symbol: string;
    /**
     * Of daily logarithmic returns; null with fewer than 20 common days.
     */
    correlation: number | null;
    /**
     * Covariance of both returns / variance of those of this symbol.
     */
    beta: number | null;
    /**
     * Common days of the window.
     */
    sessions: number;
    /**
     * First of them, YYYY-MM-DD.
     */
    from: string | null;
    /**
     * Last of them, YYYY-MM-DD.
     */
    to: string | null;
};

export type ContractHistoryAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * OCC identity, 21 characters: root padded to six, yymmdd, C or P, strike × 1000.
     */
    option_symbol: string;
    /**
     * Sessions in date order, each at its last chain; the last is the latest.
     */
    data: Array<{
        /**
         * Best bid; 0 when nobody bids. USD per share.
         */
        bid: number | null;
        /**
         * Best offer. USD per share.
         */
        ask: number | null;
        /**
         * (bid + ask)/2; null when one side is unknown, there is no offer, or the quote is crossed. USD per share.
         */
        mid: number | null;
        /**
         * Last traded price. USD per share.
         */
        last: number | null;
        /**
         * Traded today. Contracts.
         */
        volume: number | null;
        /**
         * Open interest of the previous evening. Contracts.
         */
        open_interest: number | null;
        /**
         * One volatility per strike: a smooth curve within bid and ask, from the out-of-the-money side. Decimal per year; null with the reason in iv_status.
         */
        implied_volatility: number | null;
        /**
         * Change of price per USD 1 of the underlying; calls 0 to 1, puts −1 to 0.
         */
        delta: number | null;
        /**
         * Change of delta per USD 1 of the underlying.
         */
        gamma: number | null;
        /**
         * USD per share per calendar day, normally negative.
         */
        theta: number | null;
        /**
         * USD per share per volatility point (0.01).
         */
        vega: number | null;
        /**
         * New York trading date.
         */
        date: string;
        /**
         * False where the source has no chain of the session, or the chain no such contract: all figures are null.
         */
        is_known: boolean;
        /**
         * Price of the underlying at the chain, USD per share.
         */
        underlying_price: number | null;
    }>;
};

export type CreateAlertAnswer = AlertWithSecret;

export type CreateSavedFilterAnswer = SavedFilter;

export type CreateScreenAnswer = SavedScreen;

export type DarkPoolLevelsAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * Price that distances and roles refer to, USD per share.
     */
    underlying_price: number | null;
    /**
     * Local maxima of traded value at least 0.25 % apart, by value weighted with a half-life of 20 days.
     */
    levels: Array<{
        /**
         * Mean price of its trades by shares, USD.
         */
        price: number;
        /**
         * Σ price × size of its trades, USD.
         */
        total_value: number;
        /**
         * Shares of its trades.
         */
        total_volume: number;
        /**
         * Number of its trades.
         */
        trade_count: number;
        /**
         * 100 × total_value / value of all off-exchange trades of the window that count for levels.
         */
        share_pct: number;
        /**
         * Its last trade, UTC.
         */
        last_executed_at: string;
        /**
         * 100 × (price / price of the underlying − 1): negative below; null when that price is unknown.
         */
        distance_pct: number | null;
        /**
         * support below the price of the underlying, resistance at or above it; null when it is unknown.
         */
        role: 'support' | 'resistance' | null;
        /**
         * 100 × shares of its largest trade / total_volume: near 100, one trade decides the level.
         */
        largest_print_share_pct?: number;
        /**
         * single_print: one trade alone. dominant_print: one of its trades has more than half of its shares.
         */
        flags?: Array<'single_print' | 'dominant_print'>;
    }>;
    /**
     * The ten largest off-exchange trades by value, including late trades and those outside the session.
     */
    largest_prints: Array<{
        /**
         * UTC.
         */
        executed_at: string;
        /**
         * USD per share.
         */
        price: number;
        /**
         * Shares.
         */
        size: number;
        /**
         * price × size, USD.
         */
        value: number;
        /**
         * 10,000 shares or USD 200,000 and more.
         */
        block: boolean;
        /**
         * Why its price may differ from the market of that moment; all but contingent exclude it from levels.
         */
        flags: Array<'outside_session' | 'extended_hours' | 'late' | 'average_price' | 'derivatively_priced' | 'prior_reference_price' | 'odd_lot' | 'doubted' | 'contingent'>;
    }>;
    /**
     * 100 × shares traded off the exchanges / all shares of the same sessions; null when these are unknown.
     */
    off_exchange_share_pct: number | null;
    /**
     * First date of the window, YYYY-MM-DD.
     */
    from: string;
    /**
     * Last date of the window, YYYY-MM-DD: the session.
     */
    to: string;
    /**
     * Sessions of the window that have trades.
     */
    sessions: number;
};

export type DecisionScorecardAnswer = {
    /**
     * First New York date of a decision.
     */
    from: string;
    /**
     * Last New York date of a decision.
     */
    to: string;
    /**
     * Sessions after that of the decision.
     */
    horizon: 1 | 5 | 20;
    /**
     * The requested symbol; null for all.
     */
    symbol: string | null;
    /**
     * Cost of each side of a trade, hundredths of a percent.
     */
    cost_bps: number;
    /**
     * What each order stakes in these figures, USD.
     */
    stake_usd: number;
    decisions: ScoreCounts;
    /**
     * The decisions beside three ways to decide on the same ideas.
     */
    strategies: Array<{
        name: 'decisions' | 'always_follow' | 'fixed_rules' | 'hold_spy';
        figures: ScoreFigures;
    }>;
    /**
     * The decisions less each baseline, idea by idea.
     */
    advantages: Array<ScoreAdvantage>;
    /**
     * Whether the confidence can be believed; null without a decision that can be judged.
     */
    confidence: ScoreConfidence | null;
    exits: ScoreExits;
    costs: ScoreCosts;
    realized: ScoreRealized;
    /**
     * The same by what decisions have in common, the largest groups first.
     */
    groups: Array<ScoreGroup>;
    /**
     * Profit up to and including each session, USD.
     */
    curve: Array<ScorePoint>;
    /**
     * What limits the figures.
     */
    warnings: Array<string>;
};

export type DeleteNotificationsAnswer = {
    /**
     * Notifications that this has deleted.
     */
    deleted: number;
    /**
     * Unread notifications of the account, now.
     */
    unread_count: number;
};

export type Delivery = {
    /**
     * Id of the delivery; `msg_` and it are the webhook-id.
     */
    id: string;
    /**
     * The notification; null for a summary of several.
     */
    notification_id: string | null;
    /**
     * The way it takes.
     */
    channel: 'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook';
    /**
     * The address without its secrets; null where it is gone.
     */
    endpoint: string | null;
    /**
     * How far it has come.
     */
    status: 'pending' | 'sent' | 'failed' | 'throttled';
    /**
     * Why it stands there, in words; null where there is nothing to say.
     */
    reason: string | null;
    /**
     * When it is tried next, UTC; null at an end.
     */
    due_at: string | null;
    /**
     * The exact text that is sent on every attempt.
     */
    body: string;
    /**
     * When it was made, UTC.
     */
    created_at: string;
    /**
     * When it last changed, UTC.
     */
    updated_at: string;
    /**
     * Tries in their order.
     */
    attempts: Array<DeliveryAttempt>;
};

export type DeliveryAttempt = {
    /**
     * When it began, UTC.
     */
    started_at: string;
    /**
     * Scheduled, or requested by the owner.
     */
    cause: 'auto' | 'manual' | 'test';
    /**
     * Null while it is under way, and where the service stopped.
     */
    outcome: 'sent' | 'failed' | null;
    /**
     * HTTP or SMTP status of the answer; null without one.
     */
    status_code: number | null;
    /**
     * What failed, in short; null where nothing did.
     */
    error_code: string | null;
    /**
     * How long it took, milliseconds.
     */
    ms: number | null;
    /**
     * The beginning of the answer, masked; kept for 30 days.
     */
    response: string | null;
};

export type EarningsAnswer = {
    /**
     * The requested symbol; null for all.
     */
    symbol: string | null;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * First date of the served window, YYYY-MM-DD.
     */
    from: string;
    /**
     * Last date of the served window, YYYY-MM-DD.
     */
    to: string;
    /**
     * One row per report, by report date, symbol and fiscal period.
     */
    data: Array<EarningsRow>;
    /**
     * Of the last 12 reports on this page; only with symbol.
     */
    medians?: ReportMedians;
    /**
     * Reports of the window, on all pages.
     */
    total: number;
    /**
     * Pass as cursor for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type EarningsRow = {
    /**
     * Ticker.
     */
    symbol: string;
    /**
     * New York date of the report, YYYY-MM-DD.
     */
    report_date: string;
    /**
     * When on that date: before_open, during_session, after_close, unknown. Determines which closes the moves use.
     */
    timing: 'before_open' | 'during_session' | 'after_close' | 'unknown';
    /**
     * The quarter that is reported, for example 2026-Q3.
     */
    fiscal_period: string;
    /**
     * Expected earnings per share. USD per share; null when unknown.
     */
    eps_estimate: number | null;
    /**
     * Reported earnings per share; null before the report. USD per share; null when unknown.
     */
    eps_actual: number | null;
    /**
     * 100 × (eps_actual − eps_estimate) / |eps_estimate|, signed; null without both or for an estimate of 0.
     */
    surprise_pct: number | null;
    /**
     * 100 × atm_iv × √T of the first expiration that settles after the report, from the last chain before it: one standard deviation. For a future report, from the present chain. Null without such a chain.
     */
    expected_move_pct: number | null;
    /**
     * 100 × (first close after the report / last close before it − 1), signed, adjusted for splits; null until then, and for an unknown timing.
     */
    actual_move_pct: number | null;
    /**
     * Volatility of days without the report, decimal per year, from the split of total variance into x·T + e. Only with symbol; null when unknown.
     */
    base_iv?: number | null;
    /**
     * Move that options imply for the report alone, 100 × √e: one standard deviation, percent. Only with symbol; null when unknown.
     */
    report_move_pct?: number | null;
    /**
     * √(2/π) × report_move_pct: the mean of its absolute value, percent. Only with symbol; null when unknown.
     */
    report_move_absolute_pct?: number | null;
    /**
     * At-the-money volatility in the last chain before the report, of the first expiration that outlives the session after it; decimal per year. Only with symbol; null when unknown.
     */
    near_iv_before?: number | null;
    /**
     * The same expiration in the last chain of the session after the report; decimal per year. Only with symbol; null when unknown.
     */
    near_iv_after?: number | null;
    /**
     * 100 × (base_iv / near_iv_before − 1): the fall that the split implies. Only with symbol; null when unknown.
     */
    implied_crush_pct?: number | null;
    /**
     * 100 × (near_iv_after / near_iv_before − 1): the fall that came. Only with symbol; null when unknown.
     */
    crush_pct?: number | null;
    /**
     * report_move_absolute_pct / |actual_move_pct|; above 1 the options charged more than came. Only with symbol; null when unknown.
     */
    implied_over_actual?: number | null;
    /**
     * estimated: the date is a guess; confirmed: by the company; reported: the results are published.
     */
    status: 'estimated' | 'confirmed' | 'reported';
};

export type EndAlertSnoozeAnswer = Alert;

export type EventsAnswer = {
    /**
     * The requested symbol; null for all.
     */
    symbol: string | null;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * First date of the served window, YYYY-MM-DD.
     */
    from: string;
    /**
     * Last date of the served window, YYYY-MM-DD.
     */
    to: string;
    /**
     * Events by time, then id.
     */
    data: Array<CalendarEvent>;
    /**
     * Events that match, on all pages.
     */
    total: number;
    /**
     * Pass as cursor for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type ExposureHistoryAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * What the values are; zero_dte is the gamma of contracts that expire on the day.
     */
    greek: 'gamma' | 'zero_dte' | 'delta' | 'vanna' | 'charm';
    /**
     * Unit and sign of the values.
     */
    unit: string;
    /**
     * Minutes from one time to the next.
     */
    interval_minutes: number;
    /**
     * Times between the first and the last without a snapshot.
     */
    missing_minutes: number;
    /**
     * Within 8 % of the price at some time, ascending. USD.
     */
    strikes: Array<number>;
    /**
     * One row for each time, in order; all figures null where no snapshot was taken.
     */
    data: Array<{
        /**
         * UTC, a whole minute.
         */
        time: string;
        /**
         * USD per share.
         */
        underlying_price: number | null;
        /**
         * Implied volatility at 30 days, decimal per year.
         */
        iv30: number | null;
        /**
         * Of all contracts. USD of stock to trade per 1 % move.
         */
        net_gex: number | null;
        /**
         * Σ delta × open interest × multiplier × S with signed deltas. USD of delta.
         */
        net_dex: number | null;
        /**
         * Calls plus, puts minus. USD of delta per volatility point.
         */
        net_vanna_exposure: number | null;
        /**
         * Calls plus, puts minus. USD of delta per calendar day.
         */
        net_charm_exposure: number | null;
        /**
         * Price at which net GEX is zero, the nearest to underlying_price. USD per share.
         */
        gamma_flip: number | null;
        /**
         * Strike with the largest call GEX. USD.
         */
        call_wall: number | null;
        /**
         * Strike with the most negative put GEX. USD.
         */
        put_wall: number | null;
    }>;
    /**
     * By time, then strike, in the unit of the answer; null where nothing is listed or no snapshot was taken.
     */
    values: Array<Array<number | null>>;
    /**
     * Sessions with snapshots, the newest first. YYYY-MM-DD.
     */
    sessions: Array<string>;
};

export type ExposureMatrix = {
    /**
     * What the values are.
     */
    greek: 'gamma' | 'delta' | 'vanna' | 'charm' | 'open_interest_change';
    /**
     * Unit and sign of the values.
     */
    unit: string;
    /**
     * Those nearest to the price, ascending. USD.
     */
    strikes: Array<number>;
    /**
     * In order of settlement.
     */
    expirations: Array<{
        /**
         * YYYY-MM-DD.
         */
        expiration_date: string;
        /**
         * am: on the opening prints; pm: on the close.
         */
        settlement: 'am' | 'pm';
    }>;
    /**
     * By strike, then expiration, in the unit of the matrix; null where nothing is listed or known.
     */
    values: Array<Array<number | null>>;
};

export type FindStrategiesAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * Per share. USD.
     */
    underlying_price: number | null;
    /**
     * What was assumed.
     */
    thesis: {
        /**
         * Mean of the price on the target date, per share. USD.
         */
        price: number | null;
        /**
         * The mean that options price, per share. USD.
         */
        implied_price: number | null;
        /**
         * Null where target_price was given.
         */
        direction: 'bullish' | 'bearish' | 'neutral' | 'volatile' | null;
        /**
         * YYYY-MM-DD.
         */
        target_date: string;
        /**
         * Volatility points that are added by then.
         */
        iv_points: number;
        /**
         * USD a unit.
         */
        max_loss: number;
    };
    /**
     * Structures that were compared.
     */
    considered: number;
    /**
     * Contracts left out (no_bid, wide, open_interest, delta, far_strike, off_model, no_volatility) and structures (risk_share of the width, small_price, max_loss), most first.
     */
    rejected: Array<{
        /**
         * Why.
         */
        reason: 'no_bid' | 'wide' | 'open_interest' | 'delta' | 'far_strike' | 'off_model' | 'no_volatility' | 'risk_share' | 'small_price' | 'max_loss';
        /**
         * How many.
         */
        count: number;
    }>;
    /**
     * By rank; unlike each other.
     */
    data: Array<FoundStrategy>;
};

export type FlowBias = {
    /**
     * Premium of calls bought and puts sold in the session, USD.
     */
    bullish_premium: number;
    /**
     * Premium of puts bought and calls sold in the session, USD.
     */
    bearish_premium: number;
    /**
     * The side with 55 % of both or more; neutral when neither has it, or nothing was traded.
     */
    lean: 'bullish' | 'bearish' | 'neutral';
    /**
     * Share in % of both that supports the requested direction; null without one, or when it is neutral.
     */
    for_pct: number | null;
    /**
     * 100 − for_pct.
     */
    against_pct: number | null;
};

export type FlowOutcome = {
    /**
     * 100 × (mid of the contract's quote 5 minutes later / price of the print − 1): the gain of a buyer at that price, whatever the side. Percent; null until then, or without a usable quote.
     */
    return_pct_5m: number | null;
    /**
     * 100 × (mid of the contract's quote 30 minutes later / price of the print − 1): the gain of a buyer at that price, whatever the side. Percent; null until then, or without a usable quote.
     */
    return_pct_30m: number | null;
    /**
     * 100 × (mid of the contract's quote at the close of the next session / price of the print − 1): the gain of a buyer at that price, whatever the side. Percent; null until then, or without a usable quote.
     */
    return_pct_1d: number | null;
};

export type FlowOutcomesAnswer = {
    /**
     * The requested symbol; null for all.
     */
    symbol: string | null;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * Sessions of the window that are counted, at the shortest horizon.
     */
    sessions: number;
    /**
     * One row per horizon and measure.
     */
    data: Array<StudiedOutcome>;
    /**
     * First date of the served window, YYYY-MM-DD.
     */
    from: string;
    /**
     * Last date of the served window, YYYY-MM-DD.
     */
    to: string;
};

export type FlowSummary = {
    /**
     * Rows of the window that pass the filters.
     */
    row_count: number;
    /**
     * Σ price × size × multiplier of calls, any side. USD.
     */
    call_premium: number;
    /**
     * The same of puts. USD.
     */
    put_premium: number;
    /**
     * Σ size of calls. Contracts.
     */
    call_volume: number;
    /**
     * Σ size of puts. Contracts.
     */
    put_volume: number;
    /**
     * put_volume / call_volume; null when no call traded.
     */
    put_call_ratio_volume: number | null;
    /**
     * put_premium / call_premium, legs of packages included; null when no call traded.
     */
    put_call_ratio_premium: number | null;
    /**
     * Premium of calls bought and puts sold. USD.
     */
    bullish_premium: number;
    /**
     * Premium of puts bought and calls sold. USD.
     */
    bearish_premium: number;
    /**
     * Premium of all other rows: at the mid, packages, floor, cross, auction, late. USD.
     */
    neutral_premium: number;
    /**
     * 100 × premium of bullish rows / total premium; null without premium. Percent; the three add up to 100.
     */
    bullish_pct: number | null;
    /**
     * 100 × premium of bearish rows / total premium; null without premium. Percent; the three add up to 100.
     */
    bearish_pct: number | null;
    /**
     * 100 × premium of neutral rows / total premium; null without premium. Percent; the three add up to 100.
     */
    neutral_pct: number | null;
    /**
     * calls bought − calls sold − puts bought + puts sold, in premium: positive is bullish. USD.
     */
    net_premium: number;
};

export type FoundStrategy = {
    /**
     * 1 is the best.
     */
    rank: number;
    /**
     * Name of the structure.
     */
    strategy: 'long_call' | 'long_put' | 'call_vertical' | 'put_vertical' | 'straddle' | 'strangle' | 'butterfly' | 'iron_butterfly' | 'iron_condor' | 'calendar' | 'diagonal';
    /**
     * Each as the legs of strategy_analysis: quantity, contract, @ price with half of half the spread.
     */
    legs: Array<string>;
    /**
     * Paid positive, received negative. USD.
     */
    cost: number | null;
    /**
     * At the first expiration of the legs; negative. USD.
     */
    max_loss: number | null;
    /**
     * At the first expiration of the legs; null when unlimited. USD.
     */
    max_profit: number | null;
    /**
     * At thesis.price on the target date, after costs. USD.
     */
    profit_at_target: number | null;
    /**
     * Mean under the thesis, after costs. USD.
     */
    expected_profit: number | null;
    /**
     * Under the thesis, on the target date. 0 to 1.
     */
    probability_of_profit: number | null;
    /**
     * Of the same profit as options price it, without the thesis. 0 to 1.
     */
    probability_implied: number | null;
    /**
     * At the first expiration of the legs, USD per share.
     */
    break_evens: Array<number>;
    /**
     * Reg-T estimate, less premium received. USD.
     */
    buying_power: number | null;
    /**
     * E ln(1 + f × profit / most loss) under the thesis: what ranks. f is the stake of prefer.
     */
    growth: number;
    /**
     * In a sentence.
     */
    reason: string;
};

export type GammaExposureAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * Unit of every GEX figure: USD of stock to trade per 1 % move.
     */
    unit: 'usd_per_1pct_move';
    /**
     * Whose gamma is counted with which sign, in words.
     */
    convention: string;
    /**
     * S, USD per share.
     */
    underlying_price: number | null;
    /**
     * The evening that the open interest is of; left out where the source does not date it.
     */
    open_interest_date?: string;
    /**
     * call_gex + put_gex. USD of stock to trade per 1 % move.
     */
    net_gex: number | null;
    /**
     * Σ gamma × open interest × multiplier × S² × 0.01 over calls; never negative. USD of stock to trade per 1 % move.
     */
    call_gex: number | null;
    /**
     * The same over puts with a minus sign; never positive. USD of stock to trade per 1 % move.
     */
    put_gex: number | null;
    /**
     * Price of the underlying at which the repriced chain has zero net GEX. If there are several, the nearest to S; warnings list the others. Roots between 0.8 S and 1.2 S are found however near they are to each other. Null when there is none between 0.5 S and 1.5 S. USD.
     */
    gamma_flip: number | null;
    /**
     * Sign of net_gex at the present price: positive damps moves, negative amplifies them. Null when it is unknown or zero. With several roots this is not the same as comparing the price with gamma_flip.
     */
    gamma_regime: 'positive' | 'negative' | null;
    /**
     * Strike with the largest call GEX over the included expirations. USD.
     */
    call_wall: number | null;
    /**
     * Strike with the most negative put GEX over the included expirations; can equal call_wall. USD.
     */
    put_wall: number | null;
    /**
     * net_gex by the width of the quotes, in its unit.
     */
    net_gex_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * gamma_flip by the width of the quotes, in its unit.
     */
    gamma_flip_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * call_wall by the width of the quotes, in its unit.
     */
    call_wall_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * put_wall by the width of the quotes, in its unit.
     */
    put_wall_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * Share of call_gex − put_gex that comes from volatilities beyond the quoted strikes or from earlier quotes, percent.
     */
    gex_extrapolated_pct?: number | null;
    /**
     * One row per strike in ascending order, or per expiration in order of settlement; none by strike_expiration.
     */
    data: Array<{
        /**
         * Strike in USD; null when grouped by expiration.
         */
        strike: number | null;
        /**
         * YYYY-MM-DD; null when grouped by strike.
         */
        expiration_date: string | null;
        /**
         * Which of two expirations of a date (SPX and SPXW); null when grouped by strike.
         */
        settlement: 'am' | 'pm' | null;
        /**
         * Calls of this group, USD per 1 % move; never negative.
         */
        call_gex: number;
        /**
         * Puts of this group, USD per 1 % move; never positive.
         */
        put_gex: number;
        /**
         * call_gex + put_gex of this group, USD per 1 % move.
         */
        net_gex: number;
        /**
         * Open interest of its calls, contracts; unknown ones left out.
         */
        call_open_interest: number;
        /**
         * Open interest of its puts, contracts; unknown ones left out.
         */
        put_open_interest: number;
    }>;
    /**
     * 61 levels from 0.8 S to 1.2 S, volatility held per strike; empty without open interest.
     */
    profile: Array<{
        /**
         * Assumed price of the underlying, USD.
         */
        underlying_price: number;
        /**
         * Net GEX of the chain repriced at it, USD per 1 % move.
         */
        net_gex: number;
    }>;
    /**
     * Only with group_by strike_expiration.
     */
    matrix?: ExposureMatrix;
    /**
     * Only with at: what was kept of that minute. data and profile are empty then, call_gex and put_gex null.
     */
    minute?: MinuteExposures;
    /**
     * With group_by strike_expiration or dte_max 0: contracts that expire on the day; null without any.
     */
    zero_dte?: ZeroDte | null;
};

export type Indicators = {
    /**
     * Mean of the last 20 closes. USD.
     */
    sma_20: number | null;
    /**
     * Mean of the last 50 closes. USD.
     */
    sma_50: number | null;
    /**
     * Mean of the last 200 closes. USD.
     */
    sma_200: number | null;
    /**
     * Exponential mean of closes, α = 2/13. USD.
     */
    ema_12: number | null;
    /**
     * Exponential mean of closes, α = 2/27. USD.
     */
    ema_26: number | null;
    /**
     * Relative strength index of Wilder over 14 bars, 0 to 100.
     */
    rsi_14: number | null;
    /**
     * ema_12 − ema_26, both started at bar 26. USD.
     */
    macd: number | null;
    /**
     * Exponential mean of macd, α = 2/10. USD.
     */
    macd_signal: number | null;
    /**
     * macd − macd_signal. USD.
     */
    macd_histogram: number | null;
    /**
     * Average directional index of Wilder, 0 (no trend) to 100; independent of direction.
     */
    adx_14: number | null;
    /**
     * Average true range of Wilder over 14 bars: a usual daily move. USD.
     */
    atr_14: number | null;
    /**
     * sma_20 + 2 population deviations of the last 20 closes. USD.
     */
    bollinger_upper: number | null;
    /**
     * sma_20 − 2 population deviations of the last 20 closes. USD.
     */
    bollinger_lower: number | null;
};

export type IvTermStructure = {
    /**
     * Implied volatility at 30 calendar days: at the money forward, linear in total variance between the expirations around it; null beyond the listed range. Decimal per year (0.25 is 25 %).
     */
    iv30: number | null;
    /**
     * iv30 by the width of the quotes, in its unit.
     */
    iv30_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * Implied volatility at 60 calendar days, as iv30. Decimal per year (0.25 is 25 %).
     */
    iv60: number | null;
    /**
     * Implied volatility at 90 calendar days, as iv30. Decimal per year (0.25 is 25 %).
     */
    iv90: number | null;
    /**
     * 100 (iv30 − min)/(max − min) over the last 252 sessions, 0 to 100; null below 60 sessions.
     */
    iv_rank: number | null;
    /**
     * Share in % of the 252 sessions before with a lower iv30, 0 to 100; null below 60 sessions.
     */
    iv_percentile: number | null;
    /**
     * Realized volatility of the last 10 daily returns (sample deviation × √252). Decimal per year (0.25 is 25 %).
     */
    rv10: number | null;
    /**
     * The same of 20 returns. Decimal per year (0.25 is 25 %).
     */
    rv20: number | null;
    /**
     * The same of 30 returns. Decimal per year (0.25 is 25 %).
     */
    rv30: number | null;
    /**
     * The same of 60 returns. Decimal per year (0.25 is 25 %).
     */
    rv60: number | null;
    /**
     * iv30 − rv30, a difference of decimals: positive when options cost more than the past month moved.
     */
    iv_minus_rv30: number | null;
    /**
     * contango when iv90 (else iv60) is more than 2 % above iv30, backwardation when more than 2 % below, flat between, unknown without both.
     */
    state: 'contango' | 'backwardation' | 'flat' | 'unknown';
    /**
     * One per unexpired expiration, in order of settlement.
     */
    points: Array<{
        /**
         * YYYY-MM-DD.
         */
        expiration_date: string;
        /**
         * am: on the opening prints; pm: on the close.
         */
        settlement: 'am' | 'pm';
        /**
         * Calendar days from the session date.
         */
        dte: number;
        /**
         * Implied volatility at the money forward. Decimal per year (0.25 is 25 %).
         */
        atm_iv: number | null;
        /**
         * atm_iv by the width of the quotes, in its unit.
         */
        atm_iv_range?: {
            /**
             * Lowest.
             */
            low: number;
            /**
             * Highest.
             */
            high: number;
        } | null;
        /**
         * Forward price implied by put-call parity, USD per share.
         */
        forward: number | null;
        /**
         * S × atm_iv × √T: one standard deviation to the expiration, USD per share.
         */
        expected_move: number | null;
        /**
         * expected_move by the width of the quotes, in its unit.
         */
        expected_move_range?: {
            /**
             * Lowest.
             */
            low: number;
            /**
             * Highest.
             */
            high: number;
        } | null;
        /**
         * 100 × expected_move / S.
         */
        expected_move_pct: number | null;
    }>;
    /**
     * IV by fixed delta and days; only where surface or against is given.
     */
    surface?: {
        /**
         * Columns: delta in percent, negative for puts; 50 is at the money forward.
         */
        deltas: Array<number>;
        /**
         * Rows: calendar days.
         */
        tenors: Array<number>;
        /**
         * IV by tenor and delta, linear in total variance between expirations; decimals, null beyond expirations or strikes.
         */
        grid: Array<Array<number | null>>;
        /**
         * At the money, from the tenor before (the first: from now) to each; null where total variance falls.
         */
        forward_iv: Array<number | null>;
        /**
         * The session that change compares with, YYYY-MM-DD.
         */
        against: string | null;
        /**
         * grid − grid of that session, volatility points.
         */
        change: Array<Array<number | null>> | null;
    };
};

export type IvTermStructureAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * Implied volatility at 30 calendar days: at the money forward, linear in total variance between the expirations around it; null beyond the listed range. Decimal per year (0.25 is 25 %).
     */
    iv30: number | null;
    /**
     * iv30 by the width of the quotes, in its unit.
     */
    iv30_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * Implied volatility at 60 calendar days, as iv30. Decimal per year (0.25 is 25 %).
     */
    iv60: number | null;
    /**
     * Implied volatility at 90 calendar days, as iv30. Decimal per year (0.25 is 25 %).
     */
    iv90: number | null;
    /**
     * 100 (iv30 − min)/(max − min) over the last 252 sessions, 0 to 100; null below 60 sessions.
     */
    iv_rank: number | null;
    /**
     * Share in % of the 252 sessions before with a lower iv30, 0 to 100; null below 60 sessions.
     */
    iv_percentile: number | null;
    /**
     * Realized volatility of the last 10 daily returns (sample deviation × √252). Decimal per year (0.25 is 25 %).
     */
    rv10: number | null;
    /**
     * The same of 20 returns. Decimal per year (0.25 is 25 %).
     */
    rv20: number | null;
    /**
     * The same of 30 returns. Decimal per year (0.25 is 25 %).
     */
    rv30: number | null;
    /**
     * The same of 60 returns. Decimal per year (0.25 is 25 %).
     */
    rv60: number | null;
    /**
     * iv30 − rv30, a difference of decimals: positive when options cost more than the past month moved.
     */
    iv_minus_rv30: number | null;
    /**
     * contango when iv90 (else iv60) is more than 2 % above iv30, backwardation when more than 2 % below, flat between, unknown without both.
     */
    state: 'contango' | 'backwardation' | 'flat' | 'unknown';
    /**
     * One per unexpired expiration, in order of settlement.
     */
    points: Array<{
        /**
         * YYYY-MM-DD.
         */
        expiration_date: string;
        /**
         * am: on the opening prints; pm: on the close.
         */
        settlement: 'am' | 'pm';
        /**
         * Calendar days from the session date.
         */
        dte: number;
        /**
         * Implied volatility at the money forward. Decimal per year (0.25 is 25 %).
         */
        atm_iv: number | null;
        /**
         * atm_iv by the width of the quotes, in its unit.
         */
        atm_iv_range?: {
            /**
             * Lowest.
             */
            low: number;
            /**
             * Highest.
             */
            high: number;
        } | null;
        /**
         * Forward price implied by put-call parity, USD per share.
         */
        forward: number | null;
        /**
         * S × atm_iv × √T: one standard deviation to the expiration, USD per share.
         */
        expected_move: number | null;
        /**
         * expected_move by the width of the quotes, in its unit.
         */
        expected_move_range?: {
            /**
             * Lowest.
             */
            low: number;
            /**
             * Highest.
             */
            high: number;
        } | null;
        /**
         * 100 × expected_move / S.
         */
        expected_move_pct: number | null;
    }>;
    /**
     * IV by fixed delta and days; only where surface or against is given.
     */
    surface?: {
        /**
         * Columns: delta in percent, negative for puts; 50 is at the money forward.
         */
        deltas: Array<number>;
        /**
         * Rows: calendar days.
         */
        tenors: Array<number>;
        /**
         * IV by tenor and delta, linear in total variance between expirations; decimals, null beyond expirations or strikes.
         */
        grid: Array<Array<number | null>>;
        /**
         * At the money, from the tenor before (the first: from now) to each; null where total variance falls.
         */
        forward_iv: Array<number | null>;
        /**
         * The session that change compares with, YYYY-MM-DD.
         */
        against: string | null;
        /**
         * grid − grid of that session, volatility points.
         */
        change: Array<Array<number | null>> | null;
    };
};

export type KeptText = {
    /**
     * The text, or its start where it is long.
     */
    text: string;
    /**
     * Length of the whole text, bytes of UTF-8.
     */
    bytes: number;
    /**
     * SHA-256 of the whole text as UTF-8, hexadecimal.
     */
    sha256: string;
    /**
     * Whether the end of the text was not kept.
     */
    is_cut: boolean;
};

export type LargePrint = {
    /**
     * Time of the print; of the first leg of a sweep. UTC.
     */
    executed_at: string;
    /**
     * OCC identity, 21 characters.
     */
    option_symbol: string;
    /**
     * Contracts.
     */
    size: number;
    /**
     * price × size × multiplier. USD.
     */
    premium: number;
    /**
     * bullish: calls bought or puts sold; bearish: puts bought or calls sold.
     */
    sentiment: 'bullish' | 'bearish' | 'neutral';
};

/**
 * An entry of the ledger.
 */
export type LedgerEntry = {
    /**
     * SHA-256 of alert_name, source, symbol, direction, strategy and triggered_at, joined by `|`; triggered_at as `YYYY-MM-DDThh:mm:ss[.ffffff][±hh:mm]`, with `Z` written `+00:00`.
     */
    fingerprint: string;
    /**
     * How far it came.
     */
    status: 'queued' | 'skipped' | 'dry_run' | 'ordered' | 'failed';
    /**
     * The idea, normalised.
     */
    payload: {
        /**
         * Name of the alert rule.
         */
        alert_name: string;
        /**
         * Always `trade_idea`.
         */
        source: 'trade_idea';
        /**
         * Ticker of the underlying; trimmed and upper-cased.
         */
        symbol: string;
        /**
         * What the idea expects.
         */
        direction: 'bullish' | 'bearish' | 'neutral';
        /**
         * Label of the strategy.
         */
        strategy: string;
        /**
         * Model or pipeline.
         */
        model: string | null;
        /**
         * Reference entry, USD.
         */
        entry_price: number | null;
        /**
         * Reference target, USD.
         */
        target_price: number | null;
        /**
         * Reference stop, USD.
         */
        stop_price: number | null;
        /**
         * ISO 8601 date and time: `YYYY-MM-DD`, `T` or a space, `hh:mm[:ss[.fraction]]`, and `Z`, `±hh:mm`, `±hhmm` or no offset.
         */
        triggered_at: string;
        /**
         * Criteria of the rule that matched; at most 16 levels.
         */
        matched_criteria: {
            [key: string]: unknown;
        };
    };
    /**
     * The final decision, after the gates; null until there is one.
     */
    decision: {
        /**
         * What to do with the underlying.
         */
        action: 'skip' | 'buy' | 'sell_short';
        /**
         * Symbol of the decision.
         */
        symbol: string;
        /**
         * Amount of the order, USD; 0 for a skip.
         */
        notional_usd: number;
        /**
         * 0 to 1: how well the evidence supports the action.
         */
        confidence: number;
        /**
         * Why; of a decision that a gate overruled, the gate’s reason stands at the end.
         */
        rationale: string;
        /**
         * What could make the decision wrong.
         */
        risk_notes: Array<string>;
    } | null;
    /**
     * The order, or the suppressed one of a dry run; null where there is none.
     */
    order_result: {
        /**
         * No order was sent.
         */
        dry_run: true;
        /**
         * Id under which the receiver sends the order: `om-` and the first 24 digits of the fingerprint.
         */
        client_order_id: string;
        /**
         * Symbol of the order.
         */
        symbol: string;
        /**
         * What would have been ordered.
         */
        action: 'buy' | 'sell_short';
        /**
         * Amount, USD.
         */
        notional: number;
        /**
         * How the order was formed (ORDER_STYLE); absent of an order by amount.
         */
        style?: 'bracket' | 'oto';
        /**
         * Whole shares of the order.
         */
        qty?: number;
        /**
         * How long entry and exits are good.
         */
        time_in_force?: 'day' | 'gtc';
        /**
         * Limit price of the exit at the target, USD; null for none.
         */
        take_profit?: number | null;
        /**
         * Stop price of the exit at the stop, USD; null for none.
         */
        stop_loss?: number | null;
    } | {
        /**
         * An order was sent.
         */
        dry_run: false;
        /**
         * Id of the order at the brokerage.
         */
        order_id: string;
        /**
         * Id under which the receiver sends the order: `om-` and the first 24 digits of the fingerprint.
         */
        client_order_id: string;
        /**
         * Symbol of the order.
         */
        symbol: string;
        /**
         * In the brokerage’s own words: usually accepted or pending_new; not_found of a followed order that the brokerage has no more.
         */
        status: string;
        /**
         * In the brokerage’s own words: buy or sell.
         */
        side: string;
        /**
         * Amount, USD; null where the brokerage does not report it.
         */
        notional: number | null;
        /**
         * How the order was formed (ORDER_STYLE); absent of an order by amount.
         */
        style?: 'bracket' | 'oto';
        /**
         * Whole shares of the order.
         */
        qty?: number;
        /**
         * How long entry and exits are good.
         */
        time_in_force?: 'day' | 'gtc';
        /**
         * Limit price of the exit at the target, USD; null for none.
         */
        take_profit?: number | null;
        /**
         * Stop price of the exit at the stop, USD; null for none.
         */
        stop_loss?: number | null;
        /**
         * Shares of the entry that are filled.
         */
        filled_qty?: number;
        /**
         * Their average price, USD; null before the first.
         */
        filled_avg_price?: number | null;
        /**
         * The exits of the order; none of an order by amount.
         */
        exits?: Array<{
            /**
             * At the target or at the stop.
             */
            kind: 'take_profit' | 'stop_loss';
            /**
             * Id of the exit order at the brokerage.
             */
            order_id: string;
            /**
             * In the brokerage’s own words: held or new while it waits.
             */
            status: string;
            /**
             * Its limit or stop, USD; null where the brokerage does not report it.
             */
            price: number | null;
            /**
             * Shares that it closed.
             */
            filled_qty: number;
            /**
             * Average price of them, USD; null before the first.
             */
            filled_avg_price: number | null;
        }>;
        /**
         * Filled shares that no exit has closed yet.
         */
        open_qty?: number;
        /**
         * Profit of the shares that exits closed, USD before costs; negative for a loss; null before the first.
         */
        realized_pnl_usd?: number | null;
        /**
         * When nothing of the order could change any more; null while it can.
         */
        settled_at?: string | null;
    } | null;
    /**
     * The request for a yes; absent where none was made (APPROVAL).
     */
    approval?: {
        /**
         * Id of the request.
         */
        id: string;
        /**
         * Whether it still waits, and how it was answered.
         */
        state: 'waiting' | 'approved' | 'declined' | 'expired';
        /**
         * When it was asked, UTC.
         */
        requested_at: string;
        /**
         * Until when it can be answered, UTC; afterwards the order is skipped.
         */
        expires_at: string;
        /**
         * When it was answered, UTC; null while it waits.
         */
        answered_at: string | null;
    };
    /**
     * Why it failed.
     */
    error: string | null;
    /**
     * When it was accepted; never changes.
     */
    created_at: string;
    /**
     * When it last changed.
     */
    updated_at: string;
};

export type LinkChatAnswer = {
    /**
     * Opens the chat with the bot and gives it the code.
     */
    url: string;
    /**
     * Until when the address works, UTC.
     */
    expires_at: string;
};

export type ListAlertsAnswer = {
    /**
     * Alerts, newest first.
     */
    data: Array<Alert>;
    /**
     * Pass as cursor for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type ListDeliveriesAnswer = {
    /**
     * Deliveries, newest first.
     */
    data: Array<Delivery>;
    /**
     * Pass as cursor for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type ListedExpiration = {
    /**
     * YYYY-MM-DD.
     */
    expiration_date: string;
    /**
     * Calendar days from the session date; 0 on the day, negative once past.
     */
    dte: number;
    /**
     * am: on the opening prints; pm: on the close.
     */
    settlement: 'am' | 'pm';
    /**
     * Forward implied by put-call parity, USD per share.
     */
    forward: number | null;
    /**
     * Implied volatility at the money forward. Decimal per year.
     */
    atm_iv: number | null;
    /**
     * What its contracts are priced with, besides forward and volatility; null once expired and without a forward.
     */
    terms?: PricingTerms | null;
};

export type ListLedgerAnswer = {
    /**
     * Entries, newest first.
     */
    data: Array<LedgerEntry>;
    /**
     * Pass as cursor for the next page; null on the last.
     */
    next_cursor: string | null;
    /**
     * What stops the receiver now: KILL_SWITCH, or the switch of an operator; absent: nothing.
     */
    kill_switch?: 'setting' | 'operator';
};

export type ListNotificationsAnswer = {
    /**
     * Notifications, newest first.
     */
    data: Array<Notification>;
    /**
     * Pass as cursor for the next, older page; null on the last.
     */
    next_cursor: string | null;
    /**
     * Pass as cursor for the newer page before; null on the first.
     */
    previous_cursor: string | null;
    /**
     * Newer notifications that match, on the pages before.
     */
    offset: number;
    /**
     * Notifications that match, on all pages.
     */
    total: number;
    /**
     * Place of the feed that this answer shows; later ones are not counted.
     */
    through_seq: number;
    /**
     * Unread notifications of the account, now.
     */
    unread_count: number;
};

export type ListSavedFiltersAnswer = {
    /**
     * By name.
     */
    data: Array<SavedFilter>;
};

export type ListScreensAnswer = {
    /**
     * By name.
     */
    data: Array<SavedScreen>;
};

export type MarkAllNotificationsReadAnswer = {
    /**
     * Notifications that were unread before.
     */
    updated: number;
    /**
     * Unread notifications of the account, now.
     */
    unread_count: number;
    /**
     * How to take back exactly this change; null where nothing was changed.
     */
    undo: {
        /**
         * Pass to undo_notification_change.
         */
        id: string;
        /**
         * Until when it can be undone, UTC.
         */
        until: string;
    } | null;
};

export type MarketOverviewAnswer = {
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * SPY, QQQ, IWM and DIA, always in this order; nulls where the source has no data of the session.
     */
    indices: Array<{
        /**
         * Ticker of the underlying.
         */
        symbol: string;
        /**
         * Price of the underlying, USD per share.
         */
        price: number | null;
        /**
         * Change from the previous close, adjusted for splits, percent.
         */
        change_pct: number | null;
        /**
         * Implied volatility at 30 calendar days: at the money forward, linear in total variance between the expirations around it; null beyond the listed range. Decimal per year (0.25 is 25 %).
         */
        iv30: number | null;
        /**
         * 100 (iv30 − min)/(max − min) over the last 252 sessions, 0 to 100; null below 60 sessions.
         */
        iv_rank: number | null;
        /**
         * Volume of puts over volume of calls. Null when the calls are 0 or unknown.
         */
        put_call_ratio_volume: number | null;
        /**
         * call_gex + put_gex. USD of stock to trade per 1 % move.
         */
        net_gex: number | null;
        /**
         * Sign of net_gex at the present price: positive damps moves, negative amplifies them. Null when it is unknown or zero. With several roots this is not the same as comparing the price with gamma_flip.
         */
        gamma_regime: 'positive' | 'negative' | null;
        /**
         * bullish from a score of +20, bearish from −20, neutral between; null without a score.
         */
        trend: 'bullish' | 'bearish' | 'neutral' | null;
    }>;
    /**
     * Sentiment of the prints of the universe; the three add up to 100. Null without a tape.
     */
    sentiment: {
        /**
         * Share in % of the day’s classified premium that is bullish.
         */
        bullish_pct: number | null;
        /**
         * Share in % of the day’s classified premium that is bearish.
         */
        bearish_pct: number | null;
        /**
         * Share in % of the day’s classified premium that is neutral.
         */
        neutral_pct: number | null;
    };
    /**
     * Net premium of the universe, USD, positive is bullish. Null without a tape.
     */
    net_premium: number | null;
    /**
     * Up to 10 symbols with the highest positive net premium, highest first.
     */
    most_bullish: Array<PremiumRow>;
    /**
     * Up to 10 symbols with the lowest negative net premium, lowest first.
     */
    most_bearish: Array<PremiumRow>;
    /**
     * Up to 10 symbols with the highest option volume, highest first.
     */
    volume_leaders: Array<{
        /**
         * Ticker of the underlying.
         */
        symbol: string;
        /**
         * Price of the underlying, USD per share.
         */
        price: number | null;
        /**
         * Change from the previous close, adjusted for splits, percent.
         */
        change_pct: number | null;
        /**
         * Contracts traded in the session, calls and puts.
         */
        option_volume: number;
        /**
         * Volume of puts over volume of calls. Null when the calls are 0 or unknown.
         */
        put_call_ratio_volume: number | null;
    }>;
    /**
     * Up to 10 symbols with the highest iv_rank, highest first; by iv30 where no symbol has a rank.
     */
    high_iv: Array<{
        /**
         * Ticker of the underlying.
         */
        symbol: string;
        /**
         * Price of the underlying, USD per share.
         */
        price: number | null;
        /**
         * Change from the previous close, adjusted for splits, percent.
         */
        change_pct: number | null;
        /**
         * Implied volatility at 30 calendar days: at the money forward, linear in total variance between the expirations around it; null beyond the listed range. Decimal per year (0.25 is 25 %).
         */
        iv30: number | null;
        /**
         * 100 (iv30 − min)/(max − min) over the last 252 sessions, 0 to 100; null below 60 sessions.
         */
        iv_rank: number | null;
    }>;
};

export type MarkNotificationReadAnswer = Notification;

export type MarkNotificationUnreadAnswer = Notification;

export type MethodologyAnswer = {
    /**
     * One row per field, in alphabetical order.
     */
    data: Array<NumberMethod>;
    /**
     * Number of fields.
     */
    total: number;
    /**
     * How well unusual_score finds trades planted in tapes, and results of trade ideas; written by npm run validate.
     */
    validation: Array<ValidationFigure>;
    /**
     * Always null: the list is complete.
     */
    next_cursor: null;
};

export type MetricHistoryAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * As requested.
     */
    metric: string;
    /**
     * Of values and changes.
     */
    unit: string;
    /**
     * Sessions in date order.
     */
    data: Array<{
        /**
         * New York trading date.
         */
        date: string;
        /**
         * At the last chain of the session; null when unknown.
         */
        value: number | null;
        /**
         * From the last known value before.
         */
        change: number | null;
        /**
         * Share in % of up to 252 earlier sessions with a lower value; null below 10 sessions.
         */
        percentile: number | null;
    }>;
    /**
     * The last session among the others.
     */
    summary: {
        /**
         * Of the last session.
         */
        value: number | null;
        /**
         * Its change.
         */
        change: number | null;
        /**
         * From the first known value of data.
         */
        window_change: number | null;
        /**
         * Of the last session.
         */
        percentile: number | null;
        /**
         * Earlier sessions compared.
         */
        percentile_sessions: number;
        /**
         * Of data.
         */
        lowest: number | null;
        /**
         * Its session.
         */
        lowest_date: string | null;
        /**
         * Of data.
         */
        highest: number | null;
        /**
         * Its session.
         */
        highest_date: string | null;
    };
};

export type MinuteExposures = {
    /**
     * UTC.
     */
    time: string;
    /**
     * What the values are.
     */
    greek: 'gamma' | 'delta' | 'vanna' | 'charm';
    /**
     * Unit and sign of the values.
     */
    unit: string;
    /**
     * Those nearest to the price of that minute, ascending. USD.
     */
    strikes: Array<number>;
    /**
     * By strike over all expirations, in the unit beside it.
     */
    values: Array<number>;
};

export type NetFlowAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * In order of time; buckets without prints are omitted.
     */
    data: Array<NetFlowBucket>;
    /**
     * Sums of all rows. Prints at the mid, legs of packages, floor, cross, auction and late prints count only in volumes.
     */
    totals: {
        /**
         * Premium of calls at or above the ask. USD.
         */
        calls_bought: number;
        /**
         * Premium of calls at or below the bid. USD.
         */
        calls_sold: number;
        /**
         * Premium of puts at or above the ask. USD.
         */
        puts_bought: number;
        /**
         * Premium of puts at or below the bid. USD.
         */
        puts_sold: number;
        /**
         * calls_bought − calls_sold − puts_bought + puts_sold: positive is bullish. USD.
         */
        net_premium: number;
        /**
         * Premium of calls, any side. USD.
         */
        call_premium?: number;
        /**
         * Premium of puts, any side. USD.
         */
        put_premium?: number;
        /**
         * put_premium / call_premium of the prints that the tape lists; of one session the same as in option_metrics, which says in tape_share_pct how much of the volume that is. Null when no call traded.
         */
        put_call_ratio_premium?: number | null;
    };
    /**
     * First date of the served window, YYYY-MM-DD.
     */
    from: string;
    /**
     * Last date of the served window, YYYY-MM-DD.
     */
    to: string;
    /**
     * As requested.
     */
    resolution: '1m' | '5m' | '15m' | '1h' | '1d';
};

export type NetFlowBucket = {
    /**
     * Start of the bucket, UTC; buckets are aligned to the open of the session in New York.
     */
    time: string;
    /**
     * Premium of calls bought − calls sold: positive is bullish. USD.
     */
    net_call_premium: number;
    /**
     * Premium of puts bought − puts sold: positive is bearish. USD.
     */
    net_put_premium: number;
    /**
     * net_call_premium − net_put_premium: positive is bullish. USD.
     */
    net_premium: number;
    /**
     * Σ size of calls, any side. Contracts.
     */
    call_volume: number;
    /**
     * Σ size of puts. Contracts.
     */
    put_volume: number;
    /**
     * At the last print of the bucket, USD per share; null when no print has it.
     */
    underlying_price: number | null;
    /**
     * At the first print of the bucket, USD per share; null when no print has it.
     */
    underlying_open?: number | null;
    /**
     * The highest at a print of the bucket, USD per share; null when no print has it.
     */
    underlying_high?: number | null;
    /**
     * The lowest at a print of the bucket, USD per share; null when no print has it.
     */
    underlying_low?: number | null;
    /**
     * Stock that dealers buy (above 0) or sell to hedge the prints, if they took the other side: Σ aggressor × delta × size × multiplier × underlying price. USD; null when no print has an aggressor and a delta.
     */
    hedge_flow?: number | null;
};

export type NewsAnswer = {
    /**
     * The requested symbol; null for all.
     */
    symbol: string | null;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * Begin of the window that was served, UTC; it ends at as_of.
     */
    since: string;
    /**
     * Articles, newest first.
     */
    data: Array<NewsArticle>;
    /**
     * Pass as cursor for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type NewsArticle = {
    /**
     * Identity of the article in its source.
     */
    id: string;
    /**
     * UTC.
     */
    published_at: string;
    /**
     * Headline.
     */
    headline: string;
    /**
     * Summary, where there is one.
     */
    summary: string | null;
    /**
     * The publisher.
     */
    source: string | null;
    /**
     * Where the article is.
     */
    url: string | null;
    /**
     * Symbols that it names, in alphabetical order.
     */
    symbols: Array<string>;
    /**
     * As the source marks it; null when it does not.
     */
    sentiment: 'bullish' | 'bearish' | 'neutral' | null;
};

export type Notification = {
    /**
     * Id of the notification.
     */
    id: string;
    /**
     * Place in the feed of the account; larger is later.
     */
    seq: number;
    /**
     * What kind of thing was noticed.
     */
    type: 'custom_alert' | 'unusual_activity' | 'whale_trade' | 'system_update' | 'account';
    /**
     * Brief description, one line.
     */
    title: string;
    /**
     * Details in words.
     */
    body: string;
    /**
     * Underlying that it is about; null where it is about none.
     */
    symbol: string | null;
    /**
     * High always notifies; normal respects quiet hours.
     */
    priority: 'normal' | 'high';
    /**
     * Whether it was read.
     */
    status: 'unread' | 'read';
    /**
     * Facts by name: strike, premium, unusual_score and so on.
     */
    details: {
        [key: string]: unknown;
    };
    /**
     * When it was raised, UTC.
     */
    created_at: string;
    /**
     * When it was read, UTC; null while it is unread.
     */
    read_at: string | null;
    /**
     * When it was archived, UTC; null while it is in the list.
     */
    archived_at: string | null;
    /**
     * The alert rule that raised it; null where none did. The rule may be deleted meanwhile.
     */
    alert_id: string | null;
    /**
     * One for each channel and address.
     */
    deliveries: Array<{
        /**
         * The way it took.
         */
        channel: 'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook';
        /**
         * How far it has come.
         */
        status: 'pending' | 'sent' | 'failed' | 'throttled';
        /**
         * Why it stands there, in words; null where there is nothing to say.
         */
        reason: string | null;
        /**
         * Tries so far.
         */
        attempts: number;
        /**
         * When this last changed, UTC.
         */
        updated_at: string;
    }>;
};

export type NotificationMessage = {
    /**
     * Id of the notification.
     */
    id: string;
    /**
     * Place in the feed of the account; larger is later.
     */
    seq: number;
    /**
     * What kind of thing was noticed.
     */
    type: 'custom_alert' | 'unusual_activity' | 'whale_trade' | 'system_update' | 'account';
    /**
     * Brief description, one line.
     */
    title: string;
    /**
     * Details in words.
     */
    body: string;
    /**
     * Underlying that it is about; null where it is about none.
     */
    symbol: string | null;
    /**
     * High always notifies; normal respects quiet hours.
     */
    priority: 'normal' | 'high';
    /**
     * Whether it was read.
     */
    status: 'unread' | 'read';
    /**
     * Facts by name: strike, premium, unusual_score and so on.
     */
    details: {
        [key: string]: unknown;
    };
    /**
     * When it was raised, UTC.
     */
    created_at: string;
    /**
     * When it was read, UTC; null while it is unread.
     */
    read_at: string | null;
};

export type NotificationSettings = {
    /**
     * The master switch: off, nothing leaves the bell.
     */
    enabled: boolean;
    /**
     * Ways to a person or a program besides the bell.
     */
    channels: {
        email: {
            /**
             * Whether this channel is used where a rule names no channels of its own.
             */
            enabled: boolean;
            /**
             * Whether the server has what the channel needs; else nothing can be sent.
             */
            configured: boolean;
            /**
             * E-mail address of the account.
             */
            address: string;
            /**
             * Whether the address was confirmed, and its mail server has not rejected two mails in a row since. Else nothing is sent to it until it is verified again.
             */
            verified: boolean;
        };
        sms: {
            /**
             * Whether this channel is used where a rule names no channels of its own.
             */
            enabled: boolean;
            /**
             * Whether the server has what the channel needs; else nothing can be sent.
             */
            configured: boolean;
            /**
             * Masked phone number; null where none was verified.
             */
            phone_number: string | null;
            /**
             * Whether the number was verified by code.
             */
            verified: boolean;
        };
        push: {
            /**
             * Whether this channel is used where a rule names no channels of its own.
             */
            enabled: boolean;
            /**
             * Whether the server has what the channel needs; else nothing can be sent.
             */
            configured: boolean;
            /**
             * Devices that are sent to.
             */
            devices: Array<{
                /**
                 * Id of the device.
                 */
                id: string;
                /**
                 * What it is called.
                 */
                label: string;
                /**
                 * When it was added, UTC.
                 */
                created_at: string;
            }>;
            /**
             * What a browser subscribes with, base64url; null where the server sends nothing to browsers.
             */
            vapid_public_key: string | null;
        };
        slack: {
            /**
             * Whether this channel is used where a rule names no channels of its own.
             */
            enabled: boolean;
            /**
             * Whether the server has what the channel needs; else nothing can be sent.
             */
            configured: boolean;
            /**
             * Scheme and host of the URL; the rest stays secret.
             */
            url: string | null;
            /**
             * Cooling: it failed and will be retried soon. Disabled: every attempt failed; test it to enable it. Null: no URL.
             */
            state: 'active' | 'cooling' | 'disabled' | null;
            /**
             * Whether a test has reached the URL; before that nothing else is sent to it.
             */
            verified: boolean;
            /**
             * What came of the test of a URL that was just set, shown in the answer that sets it; null after that.
             */
            test: {
                /**
                 * Whether the one attempt worked.
                 */
                status: 'sent' | 'failed';
                /**
                 * What the peer said, in a sentence.
                 */
                detail: string;
            } | null;
        };
        discord: {
            /**
             * Whether this channel is used where a rule names no channels of its own.
             */
            enabled: boolean;
            /**
             * Whether the server has what the channel needs; else nothing can be sent.
             */
            configured: boolean;
            /**
             * Scheme and host of the URL; the rest stays secret.
             */
            url: string | null;
            /**
             * Cooling: it failed and will be retried soon. Disabled: every attempt failed; test it to enable it. Null: no URL.
             */
            state: 'active' | 'cooling' | 'disabled' | null;
            /**
             * Whether a test has reached the URL; before that nothing else is sent to it.
             */
            verified: boolean;
            /**
             * What came of the test of a URL that was just set, shown in the answer that sets it; null after that.
             */
            test: {
                /**
                 * Whether the one attempt worked.
                 */
                status: 'sent' | 'failed';
                /**
                 * What the peer said, in a sentence.
                 */
                detail: string;
            } | null;
        };
        telegram: {
            /**
             * Whether this channel is used where a rule names no channels of its own.
             */
            enabled: boolean;
            /**
             * Whether the server has what the channel needs; else nothing can be sent.
             */
            configured: boolean;
            /**
             * Name of the linked chat; null where none is linked.
             */
            chat: string | null;
            /**
             * Cooling: it failed and will be retried soon. Disabled: every attempt failed; test it to enable it. Null: no chat.
             */
            state: 'active' | 'cooling' | 'disabled' | null;
        };
        webhook: {
            /**
             * Whether this channel is used where a rule names no channels of its own.
             */
            enabled: boolean;
            /**
             * Whether the server has what the channel needs; else nothing can be sent.
             */
            configured: boolean;
            /**
             * Scheme and host of the URL; the rest stays secret.
             */
            url: string | null;
            /**
             * Cooling: it failed and will be retried soon. Disabled: every attempt failed; test it to enable it. Null: no URL.
             */
            state: 'active' | 'cooling' | 'disabled' | null;
            /**
             * Whether a test has reached the URL; before that nothing else is sent to it.
             */
            verified: boolean;
            /**
             * What came of the test of a URL that was just set, shown in the answer that sets it; null after that.
             */
            test: {
                /**
                 * Whether the one attempt worked.
                 */
                status: 'sent' | 'failed';
                /**
                 * What the peer said, in a sentence.
                 */
                detail: string;
            } | null;
            /**
             * The last characters of the signing secret.
             */
            signing_secret_hint: string | null;
            /**
             * Shown in the answer that sets a new URL, and null after that.
             */
            signing_secret: string | null;
        };
    };
    /**
     * Windows in which nothing of normal priority is sent; several are joined.
     */
    quiet_hours: Array<QuietWindow>;
    /**
     * End of the quiet hours that hold now, UTC; null when none do.
     */
    quiet_until: string | null;
    /**
     * IANA time zone of the account.
     */
    time_zone: string;
    /**
     * When messages for people go: at once, or gathered by the hour or the day. High priority always goes at once.
     */
    frequency: 'realtime' | 'hourly' | 'daily';
    /**
     * When the daily digest goes, hh:mm in time_zone.
     */
    digest_time: string;
    /**
     * Whether the bell may sound.
     */
    sound: boolean;
    /**
     * What the plan allows of each channel, and what is used of it.
     */
    limits: Array<{
        /**
         * A way to a person or a program besides the bell.
         */
        channel: 'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook';
        /**
         * Counted sends of the last 60 minutes.
         */
        sent_last_hour: number;
        /**
         * Most of any 60 minutes.
         */
        limit_hour: number;
        /**
         * Counted sends of the last 24 hours.
         */
        sent_last_day: number;
        /**
         * Most of any 24 hours.
         */
        limit_day: number;
    }>;
    /**
     * What to know of these settings, in sentences; usually empty.
     */
    warnings: Array<string>;
};

export type NumberMethod = {
    /**
     * Name of the field.
     */
    field: string;
    /**
     * Unit; a decimal of 0.25 is 25 %.
     */
    unit: string;
    /**
     * Possible signs and their meaning.
     */
    sign: string;
    /**
     * Where the definition comes from.
     */
    source: string;
    /**
     * The operations that return it.
     */
    operations: Array<string>;
    /**
     * One for each meaning that the field has.
     */
    definitions: Array<{
        /**
         * Formula or definition, as in the OpenAPI document.
         */
        formula: string;
        /**
         * Where it applies: operation, then the path in its answer.
         */
        fields: Array<string>;
    }>;
};

export type OptionMetrics = {
    /**
     * S, USD per share.
     */
    underlying_price: number | null;
    /**
     * The evening that the open interest is of; left out where the source does not date it.
     */
    open_interest_date?: string;
    /**
     * Volume of puts over volume of calls. Null when the calls are 0 or unknown.
     */
    put_call_ratio_volume: number | null;
    /**
     * Open interest of puts over open interest of calls. Null when the calls are 0 or unknown.
     */
    put_call_ratio_open_interest: number | null;
    /**
     * Premium of put prints over premium of call prints, of the prints that the tape lists; without a tape of Σ volume × mid × multiplier, with a warning. Null when the calls are 0 or unknown.
     */
    put_call_ratio_premium: number | null;
    /**
     * The source of put_call_ratio_premium. prints: the tape, as options_flow and net_flow. volume_at_mid: an estimate from the chain.
     */
    premium_basis?: 'prints' | 'volume_at_mid';
    /**
     * Contracts of the prints that the tape lists, calls and puts; null without a tape.
     */
    tape_volume?: number | null;
    /**
     * 100 × tape_volume / total_volume: below 100 the tape lists a part of the trades, above 100 it is later than the chain.
     */
    tape_share_pct?: number | null;
    /**
     * Implied volatility at the money forward of the requested expiration, else of the first with dte of 1 or more. Decimal per year.
     */
    atm_iv: number | null;
    /**
     * atm_iv by the width of the quotes, in its unit.
     */
    atm_iv_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * Implied volatility at 30 calendar days: at the money forward, linear in total variance between the expirations around it; null beyond the listed range. Decimal per year (0.25 is 25 %).
     */
    iv30: number | null;
    /**
     * 100 (iv30 − min)/(max − min) over the last 252 sessions, 0 to 100; null below 60 sessions.
     */
    iv_rank: number | null;
    /**
     * Share in % of the 252 sessions before with a lower iv30, 0 to 100; null below 60 sessions.
     */
    iv_percentile: number | null;
    /**
     * iv30 by the width of the quotes, in its unit.
     */
    iv30_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * call_gex + put_gex. USD of stock to trade per 1 % move.
     */
    net_gex: number | null;
    /**
     * Σ gamma × open interest × multiplier × S² × 0.01 over calls; never negative. USD of stock to trade per 1 % move.
     */
    call_gex: number | null;
    /**
     * The same over puts with a minus sign; never positive. USD of stock to trade per 1 % move.
     */
    put_gex: number | null;
    /**
     * Price of the underlying at which the repriced chain has zero net GEX. If there are several, the nearest to S; warnings list the others. Roots between 0.8 S and 1.2 S are found however near they are to each other. Null when there is none between 0.5 S and 1.5 S. USD.
     */
    gamma_flip: number | null;
    /**
     * Sign of net_gex at the present price: positive damps moves, negative amplifies them. Null when it is unknown or zero. With several roots this is not the same as comparing the price with gamma_flip.
     */
    gamma_regime: 'positive' | 'negative' | null;
    /**
     * Strike with the largest call GEX over the included expirations. USD.
     */
    call_wall: number | null;
    /**
     * Strike with the most negative put GEX over the included expirations; can equal call_wall. USD.
     */
    put_wall: number | null;
    /**
     * net_gex by the width of the quotes, in its unit.
     */
    net_gex_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * gamma_flip by the width of the quotes, in its unit.
     */
    gamma_flip_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * call_wall by the width of the quotes, in its unit.
     */
    call_wall_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * put_wall by the width of the quotes, in its unit.
     */
    put_wall_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * Share of call_gex − put_gex that comes from volatilities beyond the quoted strikes or from earlier quotes, percent.
     */
    gex_extrapolated_pct?: number | null;
    /**
     * Σ delta × open interest × multiplier × S with signed deltas, no dealer sign. USD of delta.
     */
    net_dex: number | null;
    /**
     * Σ vanna × open interest × multiplier × S, calls plus, puts minus. USD of delta per volatility point.
     */
    net_vanna_exposure: number | null;
    /**
     * Σ charm × open interest × multiplier × S, calls plus, puts minus. USD of delta per calendar day.
     */
    net_charm_exposure: number | null;
    /**
     * Strike at which holders of the included contracts receive least at expiration; the lowest on ties. USD.
     */
    max_pain: number | null;
    /**
     * S × atm_iv × √T of the same expiration: one standard deviation, USD per share.
     */
    expected_move: number | null;
    /**
     * The expiration date of atm_iv and expected_move, YYYY-MM-DD.
     */
    expected_move_expiration?: string | null;
    /**
     * expected_move by the width of the quotes, in its unit.
     */
    expected_move_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * 100 × expected_move / S.
     */
    expected_move_pct: number | null;
    /**
     * IV of the 25-delta call − IV of the 25-delta put: negative for equities in normal times. At 30 days unless an expiration is requested. Decimal.
     */
    rr25: number | null;
    /**
     * Mean IV of the 25-delta call and put − at-the-money IV of the same maturity. Decimal.
     */
    bf25: number | null;
    /**
     * Contracts traded today, calls and puts; unknown ones left out.
     */
    total_volume: number | null;
    /**
     * Open interest, calls and puts; unknown ones left out.
     */
    total_open_interest: number | null;
};

export type OptionMetricsAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * S, USD per share.
     */
    underlying_price: number | null;
    /**
     * The evening that the open interest is of; left out where the source does not date it.
     */
    open_interest_date?: string;
    /**
     * Volume of puts over volume of calls. Null when the calls are 0 or unknown.
     */
    put_call_ratio_volume: number | null;
    /**
     * Open interest of puts over open interest of calls. Null when the calls are 0 or unknown.
     */
    put_call_ratio_open_interest: number | null;
    /**
     * Premium of put prints over premium of call prints, of the prints that the tape lists; without a tape of Σ volume × mid × multiplier, with a warning. Null when the calls are 0 or unknown.
     */
    put_call_ratio_premium: number | null;
    /**
     * The source of put_call_ratio_premium. prints: the tape, as options_flow and net_flow. volume_at_mid: an estimate from the chain.
     */
    premium_basis?: 'prints' | 'volume_at_mid';
    /**
     * Contracts of the prints that the tape lists, calls and puts; null without a tape.
     */
    tape_volume?: number | null;
    /**
     * 100 × tape_volume / total_volume: below 100 the tape lists a part of the trades, above 100 it is later than the chain.
     */
    tape_share_pct?: number | null;
    /**
     * Implied volatility at the money forward of the requested expiration, else of the first with dte of 1 or more. Decimal per year.
     */
    atm_iv: number | null;
    /**
     * atm_iv by the width of the quotes, in its unit.
     */
    atm_iv_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * Implied volatility at 30 calendar days: at the money forward, linear in total variance between the expirations around it; null beyond the listed range. Decimal per year (0.25 is 25 %).
     */
    iv30: number | null;
    /**
     * 100 (iv30 − min)/(max − min) over the last 252 sessions, 0 to 100; null below 60 sessions.
     */
    iv_rank: number | null;
    /**
     * Share in % of the 252 sessions before with a lower iv30, 0 to 100; null below 60 sessions.
     */
    iv_percentile: number | null;
    /**
     * iv30 by the width of the quotes, in its unit.
     */
    iv30_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * call_gex + put_gex. USD of stock to trade per 1 % move.
     */
    net_gex: number | null;
    /**
     * Σ gamma × open interest × multiplier × S² × 0.01 over calls; never negative. USD of stock to trade per 1 % move.
     */
    call_gex: number | null;
    /**
     * The same over puts with a minus sign; never positive. USD of stock to trade per 1 % move.
     */
    put_gex: number | null;
    /**
     * Price of the underlying at which the repriced chain has zero net GEX. If there are several, the nearest to S; warnings list the others. Roots between 0.8 S and 1.2 S are found however near they are to each other. Null when there is none between 0.5 S and 1.5 S. USD.
     */
    gamma_flip: number | null;
    /**
     * Sign of net_gex at the present price: positive damps moves, negative amplifies them. Null when it is unknown or zero. With several roots this is not the same as comparing the price with gamma_flip.
     */
    gamma_regime: 'positive' | 'negative' | null;
    /**
     * Strike with the largest call GEX over the included expirations. USD.
     */
    call_wall: number | null;
    /**
     * Strike with the most negative put GEX over the included expirations; can equal call_wall. USD.
     */
    put_wall: number | null;
    /**
     * net_gex by the width of the quotes, in its unit.
     */
    net_gex_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * gamma_flip by the width of the quotes, in its unit.
     */
    gamma_flip_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * call_wall by the width of the quotes, in its unit.
     */
    call_wall_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * put_wall by the width of the quotes, in its unit.
     */
    put_wall_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * Share of call_gex − put_gex that comes from volatilities beyond the quoted strikes or from earlier quotes, percent.
     */
    gex_extrapolated_pct?: number | null;
    /**
     * Σ delta × open interest × multiplier × S with signed deltas, no dealer sign. USD of delta.
     */
    net_dex: number | null;
    /**
     * Σ vanna × open interest × multiplier × S, calls plus, puts minus. USD of delta per volatility point.
     */
    net_vanna_exposure: number | null;
    /**
     * Σ charm × open interest × multiplier × S, calls plus, puts minus. USD of delta per calendar day.
     */
    net_charm_exposure: number | null;
    /**
     * Strike at which holders of the included contracts receive least at expiration; the lowest on ties. USD.
     */
    max_pain: number | null;
    /**
     * S × atm_iv × √T of the same expiration: one standard deviation, USD per share.
     */
    expected_move: number | null;
    /**
     * The expiration date of atm_iv and expected_move, YYYY-MM-DD.
     */
    expected_move_expiration?: string | null;
    /**
     * expected_move by the width of the quotes, in its unit.
     */
    expected_move_range?: {
        /**
         * Lowest.
         */
        low: number;
        /**
         * Highest.
         */
        high: number;
    } | null;
    /**
     * 100 × expected_move / S.
     */
    expected_move_pct: number | null;
    /**
     * IV of the 25-delta call − IV of the 25-delta put: negative for equities in normal times. At 30 days unless an expiration is requested. Decimal.
     */
    rr25: number | null;
    /**
     * Mean IV of the 25-delta call and put − at-the-money IV of the same maturity. Decimal.
     */
    bf25: number | null;
    /**
     * Contracts traded today, calls and puts; unknown ones left out.
     */
    total_volume: number | null;
    /**
     * Open interest, calls and puts; unknown ones left out.
     */
    total_open_interest: number | null;
};

export type OptionsChainAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * Price of the underlying, USD per share.
     */
    underlying_price: number | null;
    /**
     * The evening that the open interest is of; left out where the source does not date it.
     */
    open_interest_date?: string;
    /**
     * The expirations of the contracts that match, in order of settlement.
     */
    expirations: Array<ListedExpiration>;
    /**
     * One row per contract, by settlement, strike, call before put; every field, or the requested ones. Model figures have 6 significant digits.
     */
    data: Array<{
        /**
         * OCC identity, 21 characters: root padded to six, yymmdd, C or P, strike × 1000.
         */
        option_symbol: string;
        /**
         * call or put.
         */
        option_type?: 'call' | 'put';
        /**
         * USD.
         */
        strike?: number;
        /**
         * YYYY-MM-DD.
         */
        expiration_date?: string;
        /**
         * Calendar days from the session date; 0 on the day, negative once past.
         */
        dte?: number;
        /**
         * Best bid; 0 when nobody bids. USD per share.
         */
        bid?: number | null;
        /**
         * Best offer. USD per share.
         */
        ask?: number | null;
        /**
         * (bid + ask)/2; null when one side is unknown, there is no offer, or the quote is crossed. USD per share.
         */
        mid?: number | null;
        /**
         * Last traded price. USD per share.
         */
        last?: number | null;
        /**
         * Size at the bid. Contracts.
         */
        bid_size?: number | null;
        /**
         * Size at the ask. Contracts.
         */
        ask_size?: number | null;
        /**
         * Traded today. Contracts.
         */
        volume?: number | null;
        /**
         * Open interest of the previous evening. Contracts.
         */
        open_interest?: number | null;
        /**
         * One volatility per strike: a smooth curve within bid and ask, from the out-of-the-money side. Decimal per year; null with the reason in iv_status.
         */
        implied_volatility?: number | null;
        /**
         * ok: from its own quote; inherited: from the other side of the strike; interpolated: from the strikes around it; vendor: the source's own; at_intrinsic, below_intrinsic, above_max: the price holds no volatility; no_quote: no usable quote; expired; invalid_input.
         */
        iv_status?: 'ok' | 'at_intrinsic' | 'below_intrinsic' | 'above_max' | 'invalid_input' | 'expired' | 'no_quote' | 'inherited' | 'interpolated' | 'vendor';
        /**
         * quoted: fitted to a usable quote of the strike; interpolated: between quoted strikes, or the quote contradicts them; extrapolated: beyond them; null: none of these.
         */
        iv_origin?: 'quoted' | 'interpolated' | 'extrapolated' | null;
        /**
         * Change of price per USD 1 of the underlying; calls 0 to 1, puts −1 to 0.
         */
        delta?: number | null;
        /**
         * Change of delta per USD 1 of the underlying.
         */
        gamma?: number | null;
        /**
         * USD per share per calendar day, normally negative.
         */
        theta?: number | null;
        /**
         * USD per share per volatility point (0.01).
         */
        vega?: number | null;
        /**
         * USD per share per percentage point of the rate (0.01).
         */
        rho?: number | null;
        /**
         * Change of delta per volatility point.
         */
        vanna?: number | null;
        /**
         * Change of delta per calendar day.
         */
        charm?: number | null;
        /**
         * Model price at the volatility of the strike, within bid and ask, monotone and convex over strikes where the quotes allow it; null without a quote and without a smile. USD per share.
         */
        theoretical_price?: number | null;
        /**
         * Value of exercise now − value of holding to expiration without exercise, USD per share: above 0 the short side can expect assignment, of a call mostly just before an ex-date. Null for European contracts, without a volatility and out of the money.
         */
        exercise_advantage?: number | null;
        /**
         * Whether exercise now would pay: calls with a strike below the underlying price, puts above.
         */
        in_the_money?: boolean | null;
    }>;
    /**
     * Contracts that match, on all pages.
     */
    total: number;
    /**
     * Pass as cursor for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type OptionsFlowAnswer = {
    /**
     * The requested symbol; null for all.
     */
    symbol: string | null;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * In the requested order, newest first by default; every field, or the requested ones.
     */
    data: Array<{
        /**
         * Identity of the row: session, symbol, position on the tape. It never changes.
         */
        id: string;
        /**
         * Time of the print; of the first leg of a sweep. UTC.
         */
        executed_at?: string;
        /**
         * Ticker of the underlying.
         */
        symbol?: string;
        /**
         * OCC identity, 21 characters: root padded to six, yymmdd, C or P, strike × 1000.
         */
        option_symbol?: string;
        /**
         * call or put.
         */
        option_type?: 'call' | 'put';
        /**
         * USD.
         */
        strike?: number;
        /**
         * YYYY-MM-DD.
         */
        expiration_date?: string;
        /**
         * Calendar days from the session date to the expiration date.
         */
        dte?: number;
        /**
         * Price against the quote just before: above_ask, at_ask, mid, at_bid, below_bid. With a locked, crossed or one-sided quote, the tick test against the last different price of the contract decides.
         */
        side?: 'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid';
        /**
         * The side in words.
         */
        side_label?: string;
        /**
         * USD per share; for a sweep, the volume-weighted mean of its legs.
         */
        price?: number;
        /**
         * Best bid before the print. USD per share.
         */
        bid?: number | null;
        /**
         * Best offer before the print. USD per share.
         */
        ask?: number | null;
        /**
         * Contracts; for a sweep, the sum of its legs.
         */
        size?: number;
        /**
         * price × size × multiplier. USD; null when the deliverable of an adjusted contract is unknown.
         */
        premium?: number | null;
        /**
         * Price of the underlying at the print. USD per share.
         */
        underlying_price?: number | null;
        /**
         * Volatility at which the model gives the price of the print, on the forward of that instant. Decimal per year; null when the price implies none or the terms of the expiration are unknown.
         */
        implied_volatility?: number | null;
        /**
         * At that volatility: change of price per USD 1 of the underlying; calls 0 to 1, puts −1 to 0.
         */
        delta?: number | null;
        /**
         * Open interest of the previous evening. Contracts.
         */
        open_interest?: number | null;
        /**
         * Volume of the contract in the session, up to and including the print. Contracts.
         */
        volume?: number | null;
        /**
         * volume / open_interest; null when open interest is 0 or unknown.
         */
        volume_oi_ratio?: number | null;
        /**
         * multi_leg: part of a package; floor: on a trading floor; sweep: one order on several exchanges, merged into one row; block: at least 500 contracts or USD 200,000; single: none of these.
         */
        trade_type?: 'sweep' | 'block' | 'multi_leg' | 'floor' | 'single';
        /**
         * bullish: calls bought or puts sold; bearish: puts bought or calls sold; neutral: at the mid, or a print without a known aggressor.
         */
        sentiment?: 'bullish' | 'bearish' | 'neutral';
        /**
         * Why, in a few words: who traded at which side of the quote.
         */
        sentiment_reason?: string;
        /**
         * Tail rarity among comparable prints (liquidity class, days to expiry, time of day), 0 to 100: 50 is the rarer half, 70 the rarest 5 %, 80 the rarest 1 %, 90 0.1 %, 95 0.02 %, 99 one in 20,000.
         */
        unusual_score?: number;
        /**
         * How strong the alert types are, by the strongest; 0 without any. No part of unusual_score.
         */
        alert_base?: number;
        /**
         * Patterns that the print completes.
         */
        alert_types?: Array<'aggressive_call_buying' | 'aggressive_put_buying' | 'aggressive_call_selling' | 'aggressive_put_selling' | 'whale_trade' | 'volume_spike' | 'iv_spike' | 'short_term_options_activity' | 'consistent_call_buying' | 'consistent_put_buying' | 'repeated_activity'>;
    }>;
    /**
     * Sums of all rows of the window that pass the filters, on all pages.
     */
    summary: FlowSummary;
    /**
     * Rows of the window that pass the filters.
     */
    total: number;
    /**
     * Pass as cursor for the next rows; null when there are none.
     */
    next_cursor: string | null;
    /**
     * Start of the served window, UTC.
     */
    from: string;
    /**
     * End of the served window, UTC.
     */
    to: string;
};

/**
 * Pivot levels for the session after `date`; null without a finished bar.
 */
export type Pivots = {
    /**
     * The trading day whose high, low and close define the levels, YYYY-MM-DD.
     */
    date: string;
    /**
     * Classic floor pivots.
     */
    classic: {
        /**
         * (H + L + C)/3. USD.
         */
        p: number;
        /**
         * 2P − L. USD.
         */
        r1: number;
        /**
         * 2P − H. USD.
         */
        s1: number;
        /**
         * P + (H − L). USD.
         */
        r2: number;
        /**
         * P − (H − L). USD.
         */
        s2: number;
        /**
         * H + 2(P − L). USD.
         */
        r3: number;
        /**
         * L − 2(H − P). USD.
         */
        s3: number;
    };
    /**
     * Camarilla pivots around the close.
     */
    camarilla: {
        /**
         * C + 1.1(H − L)/12. USD.
         */
        r1: number;
        /**
         * C − 1.1(H − L)/12. USD.
         */
        s1: number;
        /**
         * C + 1.1(H − L)/6. USD.
         */
        r2: number;
        /**
         * C − 1.1(H − L)/6. USD.
         */
        s2: number;
        /**
         * C + 1.1(H − L)/4. USD.
         */
        r3: number;
        /**
         * C − 1.1(H − L)/4. USD.
         */
        s3: number;
        /**
         * C + 1.1(H − L)/2. USD.
         */
        r4: number;
        /**
         * C − 1.1(H − L)/2. USD.
         */
        s4: number;
    };
    /**
     * Fibonacci pivots around the classic P.
     */
    fibonacci: {
        /**
         * P + 0.382(H − L). USD.
         */
        r1: number;
        /**
         * P − 0.382(H − L). USD.
         */
        s1: number;
        /**
         * P + 0.618(H − L). USD.
         */
        r2: number;
        /**
         * P − 0.618(H − L). USD.
         */
        s2: number;
        /**
         * P + (H − L). USD.
         */
        r3: number;
        /**
         * P − (H − L). USD.
         */
        s3: number;
    };
};

export type PremiumRow = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * Price of the underlying, USD per share.
     */
    price: number | null;
    /**
     * Change from the previous close, adjusted for splits, percent.
     */
    change_pct: number | null;
    /**
     * Premium of calls bought − sold − puts bought + sold, USD; positive is bullish.
     */
    net_premium: number;
};

export type PreviewWatchlistAnswer = {
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * First date of the served window, YYYY-MM-DD.
     */
    from: string;
    /**
     * Last date of the served window, YYYY-MM-DD.
     */
    to: string;
    /**
     * Sessions that were counted.
     */
    sessions: number;
    /**
     * Whether only the current session so far was counted.
     */
    is_partial: boolean;
    /**
     * Notifications a session.
     */
    per_session: number;
    /**
     * Of these, those that ring; further ones of a session are silent.
     */
    ringing_per_session: number;
    /**
     * One row a symbol, in the order of the watchlist.
     */
    data: Array<{
        /**
         * Ticker.
         */
        symbol: string;
        /**
         * Notifications a session.
         */
        per_session: number;
    }>;
};

export type PriceHistoryAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * First date that is served, YYYY-MM-DD; null when there is no bar.
     */
    from: string | null;
    /**
     * Last date that is served, YYYY-MM-DD; null when there is no bar.
     */
    to: string | null;
    /**
     * Length of the bars; a bar has the date of its last day.
     */
    bars?: 'day' | 'week' | 'month' | 'quarter' | 'year';
    /**
     * One row per bar, in date order; per trading day unless longer bars are requested.
     */
    data: Array<{
        /**
         * New York trading date, YYYY-MM-DD.
         */
        date: string;
        /**
         * Opening price. USD per share, adjusted for splits.
         */
        open: number | null;
        /**
         * Highest price. USD per share, adjusted for splits.
         */
        high: number | null;
        /**
         * Lowest price. USD per share, adjusted for splits.
         */
        low: number | null;
        /**
         * Closing price. USD per share, adjusted for splits.
         */
        close: number | null;
        /**
         * Shares traded; null when the source has none.
         */
        volume: number | null;
        /**
         * 100 × (close / previous close − 1), signed. The first row uses the close before the window where one is stored, else null.
         */
        return_pct: number | null;
        /**
         * 100 × (close / highest close of the window so far − 1): 0 at a new high, negative below.
         */
        drawdown_pct: number | null;
    }>;
    /**
     * Figures of the whole window, from its daily bars.
     */
    summary: {
        /**
         * 100 × (last close / first close of the window − 1), signed.
         */
        total_return_pct: number | null;
        /**
         * Lowest drawdown_pct of the daily closes; never above 0.
         */
        max_drawdown_pct: number | null;
        /**
         * Date of the high before it; null without any.
         */
        max_drawdown_from?: string | null;
        /**
         * Date of its low; null without any.
         */
        max_drawdown_date?: string | null;
        realized_volatility: RealizedVolatility;
    };
    /**
     * Null without the symbol against.
     */
    against?: CoMovement | null;
};

export type PricingTerms = {
    /**
     * Whether a contract can be exercised before its expiration.
     */
    style: 'american' | 'european';
    /**
     * Years of 365 days to settlement.
     */
    years_to_expiry: number;
    /**
     * Interest rate to the expiration, continuous. Decimal per year.
     */
    rate: number;
    /**
     * Dividends beside those listed, borrow and funding, continuous. Decimal per year.
     */
    dividend_yield: number;
    /**
     * Cash dividends that are known by date until the expiration.
     */
    dividends: Array<{
        /**
         * Years of 365 days to the ex-date.
         */
        years: number;
        /**
         * USD per share.
         */
        amount: number;
    }>;
};

export type ProbabilityAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * USD per share.
     */
    underlying_price: number | null;
    /**
     * The date of the probabilities, YYYY-MM-DD.
     */
    target_date: string;
    /**
     * The expiration that was used: that of target_date, else the next one.
     */
    expiration_date: string | null;
    /**
     * am: on the opening prints; pm: on the close.
     */
    settlement: 'am' | 'pm' | null;
    /**
     * Whether no contract expires on target_date.
     */
    interpolated: boolean;
    /**
     * The mean of the distribution, USD per share.
     */
    forward: number | null;
    /**
     * Implied volatility at the money to target_date. Decimal per year.
     */
    atm_iv: number | null;
    /**
     * What the probability is of, in words; null without above and below.
     */
    event: string | null;
    /**
     * Implied by option prices. 0 to 1.
     */
    probability: number | null;
    /**
     * The same at one volatility, atm_iv. 0 to 1.
     */
    probability_lognormal: number | null;
    /**
     * The same at the realized volatility of 30 sessions. 0 to 1.
     */
    probability_realized: number | null;
    /**
     * Of the price in touch; null without one.
     */
    touch: {
        /**
         * USD per share.
         */
        price: number;
        /**
         * Probability to end beyond it on target_date. 0 to 1.
         */
        close_beyond: number | null;
        /**
         * Estimated probability to touch it before. 0 to 1.
         */
        probability: number | null;
        /**
         * No model that agrees with the option prices has a higher one. 0 to 1.
         */
        upper_bound: number | null;
    } | null;
    /**
     * Prices that the underlying ends below with probability q.
     */
    quantiles: Array<{
        /**
         * Probability of a lower price, 0 to 1.
         */
        q: number;
        /**
         * USD per share.
         */
        price: number;
    }>;
    /**
     * Between the quantiles 0.5 % and 99.5 %, in even steps of price.
     */
    density: Array<{
        /**
         * USD per share.
         */
        price: number;
        /**
         * Probability per USD.
         */
        density: number;
        /**
         * Probability of a lower price, 0 to 1.
         */
        probability_below: number;
    }>;
    /**
     * Probability beyond the quoted strikes; null where interpolated. 0 to 1.
     */
    mass_beyond_quotes: number | null;
    /**
     * Percent of the strikes whose price under the distribution is inside bid and ask; null where interpolated.
     */
    within_quotes_pct: number | null;
    /**
     * How often such probabilities came true before the session.
     */
    calibration: Calibration;
    /**
     * Only with cone: the expirations up to that of target_date.
     */
    cone?: Array<{
        /**
         * YYYY-MM-DD.
         */
        expiration_date: string;
        /**
         * Prices that the underlying ends below with 10, 25, 50, 75 and 90 %. USD per share.
         */
        quantiles: Array<number>;
    }>;
    /**
     * How the distribution is made, and what it is not.
     */
    method: string;
};

/**
 * The error and what to do about it (RFC 9457).
 */
export type Problem = {
    /**
     * Where the code is documented.
     */
    type: string;
    /**
     * A short name of the problem.
     */
    title: string;
    /**
     * The HTTP status.
     */
    status: number;
    /**
     * A sentence for people: what to do.
     */
    detail: string;
    /**
     * The kind of problem, for programs.
     */
    code: 'malformed' | 'unauthenticated' | 'forbidden' | 'not_found' | 'method_not_allowed' | 'request_timeout' | 'conflict' | 'too_large' | 'target_too_long' | 'unsupported_media' | 'expectation_failed' | 'invalid' | 'rate_limited' | 'headers_too_large' | 'internal' | 'unavailable';
    /**
     * Every invalid field, with `invalid`.
     */
    errors?: Array<{
        /**
         * Path of the field, joined by dots.
         */
        path: string;
        /**
         * What the field must be.
         */
        message: string;
    }>;
    /**
     * The plan that allows it, with `forbidden`.
     */
    required_plan?: string;
    /**
     * What the second step of a sign-in needs, with `unauthenticated`.
     */
    second_factor?: {
        /**
         * For complete_sign_in.
         */
        token: string;
        /**
         * How it can be done: totp, passkey, recovery_code.
         */
        methods: Array<string>;
        /**
         * When the password is needed again, UTC.
         */
        expires_at: string;
    };
    /**
     * Id of the fault in the log, with `internal`.
     */
    request_id?: string;
};

export type QuietWindow = {
    /**
     * First quiet minute, hh:mm.
     */
    start: string;
    /**
     * First minute that is not quiet; at or before start it lies on the next day.
     */
    end: string;
    /**
     * Days on which the window starts: mon to sun. Empty: it never applies.
     */
    days: Array<'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun'>;
};

/**
 * Realized volatility of the served window by estimator; null with fewer than two returns.
 */
export type RealizedVolatility = {
    /**
     * Sample deviation of ln(C/C₋₁); the same estimator as rv10 to rv60. Decimal per year (0.25 is 25 %), from daily bars × √252.
     */
    close_to_close: number | null;
    /**
     * √(Σ ln(H/L)² / (4 n ln 2)); leaves overnight moves out. Decimal per year (0.25 is 25 %), from daily bars × √252.
     */
    parkinson: number | null;
    /**
     * √(mean of ½ ln(H/L)² − (2 ln 2 − 1) ln(C/O)²); leaves overnight moves out. Decimal per year (0.25 is 25 %), from daily bars × √252.
     */
    garman_klass: number | null;
    /**
     * √(mean of u(u − c) + d(d − c)) with u, d, c = ln of H, L, C over O; no overnight moves. Decimal per year (0.25 is 25 %), from daily bars × √252.
     */
    rogers_satchell: number | null;
    /**
     * √(var(ln O/C₋₁) + κ var(ln C/O) + (1 − κ) Rogers-Satchell); overnight moves included. Decimal per year (0.25 is 25 %), from daily bars × √252.
     */
    yang_zhang: number | null;
};

export type RedeliverAnswer = {
    /**
     * Whether the one attempt worked.
     */
    status: 'sent' | 'failed';
    /**
     * What the peer said, in a sentence.
     */
    detail: string;
};

export type RedeliverFailedAnswer = {
    /**
     * Deliveries that will be sent again.
     */
    queued: number;
};

export type ReplaceWatchlistAnswer = {
    /**
     * Symbols in the order of the request.
     */
    symbols: Array<string>;
};

export type ReportMedians = {
    /**
     * Reports of the page that are out, the last 12 at most.
     */
    reports: number;
    /**
     * Median. What options implied, percent. Null without one.
     */
    report_move_absolute_pct: number | null;
    /**
     * Median. |actual_move_pct|, percent. Null without one.
     */
    actual_move_absolute_pct: number | null;
    /**
     * Median. Of the ratio. Null without one.
     */
    implied_over_actual: number | null;
    /**
     * Median. Of the fall of volatility, percent. Null without one.
     */
    crush_pct: number | null;
};

export type RestoreNotificationsAnswer = {
    /**
     * Notifications that this has changed.
     */
    changed: number;
    /**
     * Unread notifications of the account, now.
     */
    unread_count: number;
    /**
     * How to take back exactly this change; null where nothing was changed.
     */
    undo: {
        /**
         * Pass to undo_notification_change.
         */
        id: string;
        /**
         * Until when it can be undone, UTC.
         */
        until: string;
    } | null;
};

export type RevealAlertSecretAnswer = {
    /**
     * Secret of the signatures, in the form of Standard Webhooks.
     */
    signing_secret: string;
    /**
     * Until when the secret before this one signs too, UTC; null when none does.
     */
    previous_valid_until: string | null;
};

export type RevealWebhookSecretAnswer = {
    /**
     * Secret of the signatures, in the form of Standard Webhooks.
     */
    signing_secret: string;
    /**
     * Until when the secret before this one signs too, UTC; null when none does.
     */
    previous_valid_until: string | null;
};

export type RotateAlertSecretAnswer = {
    /**
     * Secret of the signatures, in the form of Standard Webhooks.
     */
    signing_secret: string;
    /**
     * Until when the secret before this one signs too, UTC; null when none does.
     */
    previous_valid_until: string | null;
};

export type RotateWebhookSecretAnswer = {
    /**
     * Secret of the signatures, in the form of Standard Webhooks.
     */
    signing_secret: string;
    /**
     * Until when the secret before this one signs too, UTC; null when none does.
     */
    previous_valid_until: string | null;
};

export type SavedFilter = {
    /**
     * Identity of what is saved.
     */
    id: string;
    /**
     * A name, unique in the account, 1 to 60 characters.
     */
    name: string;
    /**
     * When it was saved, UTC.
     */
    created_at: string;
    /**
     * When it was last changed, UTC.
     */
    updated_at: string;
    /**
     * Inputs of options_flow that narrow it.
     */
    filters: {
        symbol?: UnderlyingSymbol;
        /**
         * Only these symbols.
         */
        symbols?: Array<UnderlyingSymbol>;
        /**
         * Without these symbols.
         */
        exclude_symbols?: Array<UnderlyingSymbol>;
        /**
         * Calls or puts.
         */
        option_type?: 'call' | 'put';
        /**
         * Place against the quote.
         */
        side?: 'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid';
        /**
         * Places against the quote, any of these.
         */
        sides?: Array<'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid'>;
        /**
         * Kind of print.
         */
        trade_type?: 'sweep' | 'block' | 'multi_leg' | 'floor' | 'single';
        /**
         * Lean of the print.
         */
        sentiment?: 'bullish' | 'bearish' | 'neutral';
        /**
         * Minimum, USD.
         */
        min_premium?: number;
        /**
         * Maximum, USD.
         */
        max_premium?: number;
        /**
         * Contracts.
         */
        min_size?: number;
        /**
         * Of unusual_score.
         */
        min_unusual_score?: number;
        /**
         * Of volume_oi_ratio; above 1 more contracts were traded than were open, so some open.
         */
        min_volume_oi_ratio?: number;
        /**
         * Least calendar days from session_date.
         */
        dte_min?: number;
        /**
         * Most calendar days from session_date.
         */
        dte_max?: number;
        /**
         * Only symbols that report earnings within so many calendar days from the session.
         */
        earnings_within?: number;
    };
};

export type SavedScreen = {
    /**
     * Identity of what is saved.
     */
    id: string;
    /**
     * A name, unique in the account, 1 to 60 characters.
     */
    name: string;
    /**
     * When it was saved, UTC.
     */
    created_at: string;
    /**
     * When it was last changed, UTC.
     */
    updated_at: string;
    /**
     * Inputs of screener.
     */
    screen: {
        /**
         * Filters of the screener, all of which must hold: iv_rank >= 70.
         */
        filters?: Array<string>;
        /**
         * Only these; all if absent.
         */
        symbols?: Array<UnderlyingSymbol>;
        /**
         * A field; -field for the highest first.
         */
        sort?: string;
        /**
         * Columns of the table.
         */
        fields?: Array<'price' | 'change_pct' | 'iv30' | 'iv_rank' | 'iv_percentile' | 'iv_change_points' | 'rv20' | 'rv30' | 'iv_minus_rv30' | 'rr25' | 'bf25' | 'term_slope_pct' | 'net_gex' | 'flip_distance_pct' | 'call_wall_distance_pct' | 'put_wall_distance_pct' | 'put_call_ratio_volume' | 'put_call_ratio_open_interest' | 'net_premium' | 'unusual_count' | 'total_volume' | 'volume_ratio' | 'total_open_interest' | 'open_interest_change_pct' | 'days_to_earnings' | 'expected_move_pct' | 'report_move_pct' | 'atm_spread_pct' | 'state' | 'gamma_regime' | 'sector'>;
    };
};

export type ScenarioAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * Without any change.
     */
    before: ScenarioRow;
    /**
     * One for each price_pct, in the order of the request.
     */
    rows: Array<{
        /**
         * Move of the price, percent.
         */
        price_pct: number;
        /**
         * USD per share.
         */
        underlying_price: number | null;
        /**
         * call_gex + put_gex. USD of stock to trade per 1 % move.
         */
        net_gex: number | null;
        /**
         * Of calls, never negative. USD of stock to trade per 1 % move.
         */
        call_gex: number | null;
        /**
         * Of puts, never positive. USD of stock to trade per 1 % move.
         */
        put_gex: number | null;
        /**
         * Σ delta × open interest × multiplier × S with signed deltas. USD of delta.
         */
        net_dex: number | null;
        /**
         * Calls plus, puts minus. USD of delta per volatility point.
         */
        net_vanna_exposure: number | null;
        /**
         * Calls plus, puts minus. USD of delta per calendar day.
         */
        net_charm_exposure: number | null;
        /**
         * Price at which net GEX is zero, the nearest to underlying_price. USD per share.
         */
        gamma_flip: number | null;
        /**
         * Sign of net_gex at the present price: positive damps moves, negative amplifies them. Null when it is unknown or zero. With several roots this is not the same as comparing the price with gamma_flip.
         */
        gamma_regime: 'positive' | 'negative' | null;
        /**
         * Strike with the largest call GEX. USD.
         */
        call_wall: number | null;
        /**
         * Strike with the most negative put GEX. USD.
         */
        put_wall: number | null;
        /**
         * Contracts of before that have expired by then.
         */
        expired_contracts: number;
        /**
         * Stock that dealers of the stated convention (long calls, short puts) trade to stay hedged; positive is bought. USD.
         */
        hedge_usd: number | null;
    }>;
    /**
     * The evening that the open interest is of; left out where the source does not date it.
     */
    open_interest_date?: string;
};

export type ScenarioRow = {
    /**
     * USD per share.
     */
    underlying_price: number | null;
    /**
     * call_gex + put_gex. USD of stock to trade per 1 % move.
     */
    net_gex: number | null;
    /**
     * Of calls, never negative. USD of stock to trade per 1 % move.
     */
    call_gex: number | null;
    /**
     * Of puts, never positive. USD of stock to trade per 1 % move.
     */
    put_gex: number | null;
    /**
     * Σ delta × open interest × multiplier × S with signed deltas. USD of delta.
     */
    net_dex: number | null;
    /**
     * Calls plus, puts minus. USD of delta per volatility point.
     */
    net_vanna_exposure: number | null;
    /**
     * Calls plus, puts minus. USD of delta per calendar day.
     */
    net_charm_exposure: number | null;
    /**
     * Price at which net GEX is zero, the nearest to underlying_price. USD per share.
     */
    gamma_flip: number | null;
    /**
     * Sign of net_gex at the present price: positive damps moves, negative amplifies them. Null when it is unknown or zero. With several roots this is not the same as comparing the price with gamma_flip.
     */
    gamma_regime: 'positive' | 'negative' | null;
    /**
     * Strike with the largest call GEX. USD.
     */
    call_wall: number | null;
    /**
     * Strike with the most negative put GEX. USD.
     */
    put_wall: number | null;
};

export type ScoreAdvantage = {
    baseline: 'always_follow' | 'fixed_rules' | 'hold_spy';
    /**
     * Ideas that both are known for.
     */
    count: number;
    /**
     * Return of the decisions less that of the baseline, percent.
     */
    mean_difference_pct: number | null;
    interval_pct: ScoreInterval | null;
    /**
     * What the figures allow to say.
     */
    sentence: string;
};

export type ScoreConfidence = {
    /**
     * Decisions that can be judged: measured, not neutral, not overruled.
     */
    count: number;
    /**
     * Mean of (confidence − outcome)²: 0 is perfect.
     */
    brier: number;
    brier_interval: ScoreInterval | null;
    /**
     * The score of a confidence that is always the share of right decisions.
     */
    base_brier: number;
    /**
     * The reliability curve, by tenths of confidence.
     */
    bins: Array<{
        /**
         * Least confidence.
         */
        confidence_from: number;
        /**
         * Confidence that they stay below; 1 is included.
         */
        confidence_to: number;
        count: number;
        /**
         * 0 to 1.
         */
        mean_confidence: number;
        /**
         * Share of right decisions, 0 to 1.
         */
        right_share: number;
        right_interval: ScoreInterval | null;
    }>;
};

export type ScoreCosts = {
    /**
     * What the models cost, USD.
     */
    usd: number;
    /**
     * Mean of the decisions with a known cost, USD.
     */
    per_decision_usd: number | null;
    /**
     * Decisions without a known cost.
     */
    unknown: number;
};

export type ScoreCounts = {
    /**
     * Decisions of the window, skips included.
     */
    total: number;
    /**
     * Decisions to buy or to sell short.
     */
    orders: number;
    /**
     * Skips by a gate or a bound; their confidence is not judged.
     */
    overruled: number;
    /**
     * Ideas that failed without a decision; they are in no other figure.
     */
    undecided: number;
    /**
     * Decisions whose horizon is over and priced: all other figures.
     */
    measured: number;
    /**
     * Decisions whose horizon is not over or not measured yet.
     */
    unfinished: number;
    /**
     * Decisions without the prices that are needed.
     */
    unpriced: number;
};

export type ScoreExits = {
    /**
     * Ideas whose target came first.
     */
    target: number;
    /**
     * Ideas whose stop came first, or came in the same bar.
     */
    stop: number;
    /**
     * Ideas that reached neither.
     */
    horizon: number;
};

export type ScoreFigures = {
    /**
     * Decisions that are known.
     */
    count: number;
    /**
     * Those that trade; the others are skips, which return 0.
     */
    trades: number;
    /**
     * Mean return of a decision, percent of the stake after costs.
     */
    mean_return_pct: number | null;
    return_interval_pct: ScoreInterval | null;
    /**
     * Profit of all, USD after costs; of the decisions also after the models.
     */
    pnl_usd: number;
    /**
     * 100 × trades that gained after costs / trades.
     */
    hit_rate_pct: number | null;
    hit_interval_pct: ScoreInterval | null;
    /**
     * What the figures allow to say.
     */
    sentence: string;
};

export type ScoreGroup = {
    /**
     * Model, version of its instructions, or strategy of the idea.
     */
    by: 'model' | 'prompt' | 'strategy';
    /**
     * What the decisions have in common.
     */
    key: string;
    figures: ScoreFigures;
    /**
     * Brier score of their confidence.
     */
    brier: number | null;
    /**
     * Mean cost of the model, USD; null where unknown.
     */
    cost_per_decision_usd: number | null;
};

/**
 * Ends of the 95 % interval.
 */
export type ScoreInterval = {
    low: number;
    high: number;
};

export type ScorePart = {
    /**
     * size, premium, volume_oi, history, execution, order_type, timing, strike; combination: how rare they are together; accumulation: another trade in a contract that is steadily bought, alone or with the strikes next to it.
     */
    factor: 'size' | 'premium' | 'volume_oi' | 'history' | 'execution' | 'order_type' | 'timing' | 'strike' | 'combination' | 'accumulation';
    /**
     * Share of the factor in unusual_score, in proportion to maximum × clamp((rank − 0.5)/0.499, 0, 1)², where rank is the share of earlier prints of the same liquidity class and days to expiry with a lower value. Rounded so that the parts add up to unusual_score.
     */
    points: number;
    /**
     * One sentence with the figures.
     */
    reason: string;
};

export type ScorePoint = {
    /**
     * Session of the decisions.
     */
    session_date: string;
    decisions_usd: number;
    always_follow_usd: number;
    fixed_rules_usd: number;
    hold_spy_usd: number;
};

export type ScoreRealized = {
    /**
     * Followed orders that exits closed, at least in part.
     */
    orders: number;
    /**
     * Their profit as the brokerage reported it, USD before costs.
     */
    pnl_usd: number;
};

export type ScreenerAnswer = {
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * In the order of sort, unknown values last; by symbol without one.
     */
    data: Array<ScreenRow>;
    /**
     * Symbols that pass, on all pages.
     */
    total: number;
    /**
     * Symbols that were compared.
     */
    screened: number;
    /**
     * Of symbols: those without figures of this session.
     */
    unknown_symbols: Array<string>;
    /**
     * Only where quantiles is given; without unknown fields.
     */
    quantiles?: Array<{
        /**
         * Name of the field.
         */
        field: 'price' | 'change_pct' | 'iv30' | 'iv_rank' | 'iv_percentile' | 'iv_change_points' | 'rv20' | 'rv30' | 'iv_minus_rv30' | 'rr25' | 'bf25' | 'term_slope_pct' | 'net_gex' | 'flip_distance_pct' | 'call_wall_distance_pct' | 'put_wall_distance_pct' | 'put_call_ratio_volume' | 'put_call_ratio_open_interest' | 'net_premium' | 'unusual_count' | 'total_volume' | 'volume_ratio' | 'total_open_interest' | 'open_interest_change_pct' | 'days_to_earnings' | 'expected_move_pct' | 'report_move_pct' | 'atm_spread_pct';
        /**
         * Its quantiles over all symbols: 0 %, 5 %, 25 %, 50 %, 75 %, 95 %, 100 %.
         */
        values: Array<number>;
    }>;
    /**
     * Pass as cursor for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type ScreenRow = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant of its newest chain or quote, UTC.
     */
    row_as_of?: string;
    /**
     * Last price, USD per share.
     */
    price?: number | null;
    /**
     * Change from the previous close, percent.
     */
    change_pct?: number | null;
    /**
     * Implied volatility at 30 days, decimal per year.
     */
    iv30?: number | null;
    /**
     * iv30 in the range of a year, 0 to 100.
     */
    iv_rank?: number | null;
    /**
     * Share of a year with a lower iv30, 0 to 100.
     */
    iv_percentile?: number | null;
    /**
     * iv30 − that of the session before, volatility points.
     */
    iv_change_points?: number | null;
    /**
     * Realized volatility of 20 sessions, decimal per year.
     */
    rv20?: number | null;
    /**
     * Realized volatility of 30 sessions, decimal per year.
     */
    rv30?: number | null;
    /**
     * iv30 − rv30, decimal per year.
     */
    iv_minus_rv30?: number | null;
    /**
     * IV of the 25-delta call − that of the put at 30 days, decimal.
     */
    rr25?: number | null;
    /**
     * Mean of both − iv30, decimal.
     */
    bf25?: number | null;
    /**
     * 100 × (iv90 / iv30 − 1), with iv60 where iv90 is unknown.
     */
    term_slope_pct?: number | null;
    /**
     * Net gamma exposure, USD per 1 % move.
     */
    net_gex?: number | null;
    /**
     * Price above the gamma flip, percent of the flip; negative below it.
     */
    flip_distance_pct?: number | null;
    /**
     * 100 × (call wall / price − 1).
     */
    call_wall_distance_pct?: number | null;
    /**
     * 100 × (put wall / price − 1).
     */
    put_wall_distance_pct?: number | null;
    /**
     * Volume of puts over calls.
     */
    put_call_ratio_volume?: number | null;
    /**
     * Open interest of puts over calls.
     */
    put_call_ratio_open_interest?: number | null;
    /**
     * Bullish − bearish premium of the session, USD.
     */
    net_premium?: number | null;
    /**
     * Option prints of the present session with an unusual score of 95 or more.
     */
    unusual_count?: number | null;
    /**
     * Contracts traded in the session.
     */
    total_volume?: number | null;
    /**
     * Shares traded in the session over the mean of the 20 sessions before.
     */
    volume_ratio?: number | null;
    /**
     * Contracts.
     */
    total_open_interest?: number | null;
    /**
     * Open interest against the last chain of the session before.
     */
    open_interest_change_pct?: number | null;
    /**
     * Calendar days to the next report that is announced or estimated.
     */
    days_to_earnings?: number | null;
    /**
     * 100 × iv30 × √(30/365): one standard deviation in 30 days.
     */
    expected_move_pct?: number | null;
    /**
     * Move that options imply for the next report alone, one deviation.
     */
    report_move_pct?: number | null;
    /**
     * Bid to ask in percent of the mid, at the money near 30 days.
     */
    atm_spread_pct?: number | null;
    /**
     * contango, backwardation or flat.
     */
    state?: string | null;
    /**
     * Sign of net_gex.
     */
    gamma_regime?: string | null;
    /**
     * As the source names it.
     */
    sector?: string | null;
};

export type SendEmailLinkAnswer = {
    /**
     * What to do next.
     */
    detail: string;
};

export type SendPhoneCodeAnswer = {
    /**
     * Whether the one attempt worked.
     */
    status: 'sent' | 'failed';
    /**
     * What the peer said, in a sentence.
     */
    detail: string;
};

export type ShowAccountAnswer = {
    /**
     * E-mail address, lower-case.
     */
    email: string;
    /**
     * Whether the owner has confirmed the address.
     */
    email_verified: boolean;
    /**
     * Plan of the account, lowest first: delta, gamma, theta, vega.
     */
    plan: 'delta' | 'gamma' | 'theta' | 'vega';
    /**
     * Status of the account. A suspended account can sign in but not use the service.
     */
    standing: 'good' | 'suspended';
    /**
     * IANA time zone in which days and quiet hours are read.
     */
    time_zone: string;
    /**
     * When the account was created, UTC.
     */
    created_at: string;
    /**
     * Whether it is an operator of this service; absent: it is not.
     */
    operator?: boolean;
    /**
     * Limits and their current usage.
     */
    limits: Array<{
        /**
         * What is limited, for example api_keys.
         */
        name: string;
        /**
         * The window in which uses are counted.
         */
        window: 'minute' | 'hour' | 'day' | 'total';
        /**
         * Maximum uses in the window.
         */
        limit: number;
        /**
         * Uses in the window that ends now.
         */
        used: number;
    }>;
};

export type ShowAlertAnswer = Alert;

export type ShowLedgerEntryAnswer = LedgerEntry;

/**
 * What the decision on an idea was made from.
 */
export type ShowLedgerEvidenceAnswer = {
    /**
     * SHA-256 of alert_name, source, symbol, direction, strategy and triggered_at, joined by `|`; triggered_at as `YYYY-MM-DDThh:mm:ss[.ffffff][±hh:mm]`, with `Z` written `+00:00`.
     */
    fingerprint: string;
    /**
     * Each time that a decision was requested, oldest first; empty before the first, and after 90 days.
     */
    requests: Array<{
        /**
         * When the decision, or its failure, was there.
         */
        decided_at: string;
        /**
         * When it is deleted.
         */
        kept_until: string;
        /**
         * Each model that was asked, in order: more than one with LLM_FALLBACK.
         */
        models: Array<{
            /**
             * DECISION_MODE of that time.
             */
            mode: string;
            /**
             * Whose model was asked; null of the rules.
             */
            provider: string | null;
            /**
             * The model that answered, else the one that was asked for; null of the rules.
             */
            model: string | null;
            /**
             * First 12 hexadecimal digits of the SHA-256 of the instructions; null of the rules.
             */
            prompt_version: string | null;
            /**
             * Id of the last answer at the provider.
             */
            response_id: string | null;
            /**
             * Tokens in; null where the provider does not say.
             */
            input_tokens: number | null;
            /**
             * Tokens in that the provider had cached; null where the provider does not say.
             */
            cached_tokens: number | null;
            /**
             * Tokens out; null where the provider does not say.
             */
            output_tokens: number | null;
            /**
             * Tokens out that were thought; null where the provider does not say.
             */
            reasoning_tokens: number | null;
            /**
             * Estimated cost, USD; null where the price is unknown.
             */
            cost_usd: number | null;
            /**
             * Time of the whole decision, milliseconds.
             */
            latency_ms: number;
            /**
             * Why it gave no decision; null where it gave one.
             */
            error: string | null;
            /**
             * What the model was sent after its instructions: the limits, the idea, and what is held where it is shown. Null of the rules.
             */
            message: KeptText | null;
            /**
             * The calls of tools, in order.
             */
            tools: Array<{
                /**
                 * Name of the tool.
                 */
                tool: string;
                /**
                 * Its arguments, JSON as the model wrote it.
                 */
                arguments: KeptText;
                /**
                 * Whether the tool answered; false for an error or a refusal.
                 */
                ok: boolean;
                /**
                 * What the model was shown.
                 */
                answer: KeptText;
                /**
                 * Milliseconds; null where the provider called the tool.
                 */
                latency_ms: number | null;
            }>;
            /**
             * Calls beyond those that are kept.
             */
            more_tools: number;
        }>;
    }>;
};

export type ShowNotificationSettingsAnswer = NotificationSettings;

export type ShowWatchlistAnswer = {
    /**
     * Symbols in the order of the request.
     */
    symbols: Array<string>;
    /**
     * Bounds of all symbols; what is absent is the usual one.
     */
    thresholds?: {
        /**
         * Minimum premium of a whale trade, USD; 500,000 if absent.
         */
        premium_min?: number;
        /**
         * Minimum score of unusual activity, 80 to 100; 95 if absent.
         */
        unusual_score_min?: number;
        /**
         * Minimum size of both, contracts; 1 if absent.
         */
        size_min?: number;
    };
    /**
     * Bounds of single symbols.
     */
    symbol_thresholds?: Array<{
        /**
         * Minimum premium of a whale trade, USD; 500,000 if absent.
         */
        premium_min?: number;
        /**
         * Minimum score of unusual activity, 80 to 100; 95 if absent.
         */
        unusual_score_min?: number;
        /**
         * Minimum size of both, contracts; 1 if absent.
         */
        size_min?: number;
        symbol: UnderlyingSymbol;
    }>;
    /**
     * The instant of the market, UTC.
     */
    as_of?: string;
    /**
     * New York trading date of the prices.
     */
    session_date?: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source?: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them.
     */
    warnings?: Array<string>;
    /**
     * One row a symbol, in the order of symbols.
     */
    data?: Array<{
        /**
         * Ticker of the underlying.
         */
        symbol: string;
        /**
         * Name of the company, fund or index.
         */
        name: string | null;
        /**
         * Last price, USD per share.
         */
        price: number | null;
        /**
         * Change from the previous close, percent.
         */
        change_pct: number | null;
        /**
         * IV30 in the range of a year, 0 to 100.
         */
        iv_rank: number | null;
        /**
         * Net gamma exposure of all expirations, USD per 1 % move; calls plus, puts minus.
         */
        net_gex: number | null;
        /**
         * Price at which the net gamma exposure changes its sign, USD per share.
         */
        gamma_flip: number | null;
        /**
         * The last price above the gamma flip, percent of the flip; negative below it.
         */
        flip_distance_pct: number | null;
        /**
         * Bullish minus bearish premium of the session, USD.
         */
        net_premium: number | null;
        /**
         * Closes of up to 20 sessions before this one, oldest first.
         */
        closes: Array<number>;
        /**
         * The chain behind iv_rank, net_gex and gamma_flip, UTC.
         */
        figures_as_of: string | null;
    }>;
    /**
     * Symbols whose option figures are being computed: ask again.
     */
    pending?: Array<string>;
};

export type SnoozeAlertAnswer = Alert;

export type SnoozedAlertsAnswer = {
    /**
     * Snoozed alerts; the one that ends first comes first.
     */
    data: Array<{
        /**
         * Id of the alert.
         */
        id: string;
        /**
         * A name for the alert, 1 to 100 characters.
         */
        name: string;
        /**
         * When the snooze ends, UTC.
         */
        snoozed_until: string;
    }>;
    /**
     * When a snooze that begins now would end, UTC.
     */
    ends: {
        /**
         * One hour from now.
         */
        one_hour: string;
        /**
         * Close of the session that is under way; null outside of it.
         */
        rest_of_session: string | null;
        /**
         * Open of the next trading day.
         */
        next_open: string;
    };
};

export type StockQuoteAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * Last price, USD per share.
     */
    price: number | null;
    /**
     * Best bid, USD per share.
     */
    bid: number | null;
    /**
     * Best offer, USD per share.
     */
    ask: number | null;
    /**
     * Shares bid for.
     */
    bid_size: number | null;
    /**
     * Shares offered.
     */
    ask_size: number | null;
    /**
     * Opening price of the session, USD.
     */
    open: number | null;
    /**
     * Highest price of the session, USD.
     */
    high: number | null;
    /**
     * Lowest price of the session, USD.
     */
    low: number | null;
    /**
     * Close of the session before, adjusted for splits since, USD.
     */
    previous_close: number | null;
    /**
     * price − previous_close, USD.
     */
    change: number | null;
    /**
     * 100 × (price / previous_close − 1), percent.
     */
    change_pct: number | null;
    /**
     * Shares traded in the session.
     */
    volume: number | null;
    /**
     * Highest price of the last 252 sessions, this one included, adjusted for splits, USD.
     */
    week_52_high: number | null;
    /**
     * Lowest price of the last 252 sessions, this one included, adjusted for splits, USD.
     */
    week_52_low: number | null;
    /**
     * Of the stock: pre 04:00–09:30, open 09:30–16:00 (13:00 on early closes), post to 20:00 (17:00), New York; else closed. Options of indexes and of some funds (SPY, QQQ, IWM, DIA) trade 15 minutes longer.
     */
    market_session: 'pre' | 'open' | 'post' | 'closed';
};

export type StocksAnswer = {
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * One row a symbol, in alphabetical order.
     */
    data: Array<{
        /**
         * Ticker of the underlying.
         */
        symbol: string;
        /**
         * Name of the company, fund or index.
         */
        name: string | null;
        /**
         * Sector, where the source has one.
         */
        sector: string | null;
        /**
         * First session with an options chain; null when there is none.
         */
        options_from: string | null;
        /**
         * Last session with an options chain.
         */
        options_to: string | null;
        /**
         * First session with a daily bar; null when there is none.
         */
        bars_from: string | null;
        /**
         * Last session with a daily bar.
         */
        bars_to: string | null;
        /**
         * First session with option trades; null when there is none.
         */
        prints_from: string | null;
        /**
         * Last session with option trades.
         */
        prints_to: string | null;
    }>;
    /**
     * Always null: the list is complete.
     */
    next_cursor: null;
    /**
     * Number of symbols.
     */
    total: number;
};

export type StrategyAnalysisAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * The template with these legs, or custom.
     */
    strategy: string;
    /**
     * The price that the strategy refers to; for VIX the forward of the first expiration. USD per share.
     */
    underlying_price: number | null;
    /**
     * The first expiration among the legs, YYYY-MM-DD: chances and limits are those of it.
     */
    first_expiration: string;
    /**
     * The chosen date, YYYY-MM-DD.
     */
    target_date: string;
    /**
     * In the order of the request.
     */
    legs: Array<StrategyLeg>;
    /**
     * At the prices of the legs; positive is paid, negative is received. USD.
     */
    cost: number | null;
    /**
     * Bought legs at the bid and sold ones at the ask; null without a side. USD.
     */
    cost_bid: number | null;
    /**
     * All legs at their mid. USD.
     */
    cost_mid: number | null;
    /**
     * Bought legs at the ask and sold ones at the bid; null without a side. USD.
     */
    cost_ask: number | null;
    /**
     * At the first expiration; null when unlimited. USD.
     */
    max_profit: number | null;
    /**
     * At the first expiration, a loss is negative; null when unlimited. USD.
     */
    max_loss: number | null;
    /**
     * Whether profit grows with the price without limit.
     */
    max_profit_unlimited: boolean;
    /**
     * Whether loss grows with the price without limit.
     */
    max_loss_unlimited: boolean;
    /**
     * Where profit begins or ends at the first expiration. USD per share, ascending.
     */
    break_evens: Array<number>;
    /**
     * The same on target_date at unchanged volatilities. USD per share, ascending.
     */
    break_evens_on_date: Array<number>;
    /**
     * Of the whole position now.
     */
    greeks: StrategyGreeks;
    /**
     * At the first expiration, by measure.
     */
    outcomes: Array<StrategyOutcome>;
    /**
     * Sold strikes and break-evens, by price.
     */
    touch: Array<StrategyTouch>;
    /**
     * An estimate of the initial margin in a Reg-T account; brokers may ask for more.
     */
    margin: {
        /**
         * Before premium received is applied. USD.
         */
        requirement: number | null;
        /**
         * Requirement − premium of the sold options. USD.
         */
        buying_power: number | null;
        /**
         * What it is made of.
         */
        rule: string;
    };
    /**
     * 100 × largest profit / largest loss.
     */
    return_on_risk_pct: number | null;
    /**
     * 100 × largest profit / buying_power.
     */
    return_on_margin_pct: number | null;
    /**
     * How well the legs trade.
     */
    liquidity: {
        /**
         * cost_ask − cost_bid: what opening and closing at once costs. USD.
         */
        spread_cost: number | null;
        /**
         * Of the sum of the mids of all legs.
         */
        spread_cost_pct: number | null;
        /**
         * Contracts, of the leg with the least.
         */
        least_open_interest: number | null;
        /**
         * Contracts traded today, of the leg with the least.
         */
        least_volume: number | null;
    };
    /**
     * What to know before a trade; empty when nothing stands out.
     */
    risks: Array<StrategyRisk>;
    /**
     * Profit by price, date and shift of volatility.
     */
    grid: StrategyGrid;
    /**
     * Profit over the prices of the grid, at unchanged volatilities.
     */
    payoff?: Array<{
        /**
         * USD per share.
         */
        price: number;
        /**
         * Profit now. USD.
         */
        now: number | null;
        /**
         * Profit on target_date. USD.
         */
        on_date: number | null;
        /**
         * Profit at the first expiration. USD.
         */
        at_expiration: number | null;
    }>;
};

export type StrategyGreeks = {
    /**
     * Shares.
     */
    delta: number | null;
    /**
     * Delta × price. USD.
     */
    delta_usd: number | null;
    /**
     * Shares per USD 1.
     */
    gamma: number | null;
    /**
     * USD per calendar day.
     */
    theta: number | null;
    /**
     * USD per volatility point.
     */
    vega: number | null;
    /**
     * USD per percentage point of the rate.
     */
    rho: number | null;
    /**
     * Shares per volatility point.
     */
    vanna: number | null;
    /**
     * Shares per calendar day.
     */
    charm: number | null;
};

export type StrategyGrid = {
    /**
     * Of the underlying. USD per share, ascending.
     */
    prices: Array<number>;
    /**
     * Instants from now to the first expiration, UTC.
     */
    dates: Array<string>;
    /**
     * Volatility points that are added to every strike.
     */
    iv_shifts: Array<number>;
    /**
     * USD by shift, then date, then price.
     */
    profit: Array<Array<Array<number | null>>>;
};

export type StrategyLeg = {
    /**
     * Contracts, or shares of the stock; negative is sold.
     */
    quantity: number;
    /**
     * What the leg is.
     */
    kind: 'call' | 'put' | 'stock';
    /**
     * Paid or received in this analysis. USD per share.
     */
    price: number | null;
    /**
     * 100 × (ask − bid) / mid; null without both.
     */
    spread_pct: number | null;
    /**
     * OCC identity; null for the stock.
     */
    option_symbol: string | null;
    /**
     * USD; null for the stock.
     */
    strike: number | null;
    /**
     * YYYY-MM-DD; null for the stock.
     */
    expiration_date: string | null;
    /**
     * Best bid. USD per share.
     */
    bid: number | null;
    /**
     * Best offer. USD per share.
     */
    ask: number | null;
    /**
     * Of the strike, decimal per year; null for the stock.
     */
    implied_volatility: number | null;
    /**
     * Change of price per USD 1 of the underlying, for one share.
     */
    delta: number | null;
    /**
     * Of the previous evening. Contracts.
     */
    open_interest: number | null;
    /**
     * Traded today. Contracts.
     */
    volume: number | null;
};

export type StrategyOutcome = {
    /**
     * implied: from the option prices of the first expiration; lognormal: one volatility; realized: that of the last 30 sessions. The mean is the forward in all: none is a forecast.
     */
    measure: 'implied' | 'lognormal' | 'realized';
    /**
     * Of the measure, decimal per year; at the money for implied.
     */
    volatility: number | null;
    /**
     * Probability of a profit above 0 at the first expiration. 0 to 1.
     */
    probability_of_profit: number | null;
    /**
     * Probability of the largest profit; null where it is unlimited or with later legs. 0 to 1.
     */
    probability_of_max_profit: number | null;
    /**
     * Probability of the largest loss; null where it is unlimited or with later legs. 0 to 1.
     */
    probability_of_max_loss: number | null;
    /**
     * Discounted mean value at the first expiration − cost. Negative by what the market charges. USD.
     */
    expected_value: number | null;
    /**
     * Mean profit in the worst 5 % of the outcomes. USD.
     */
    expected_shortfall: number | null;
};

export type StrategyRisk = {
    /**
     * What may happen.
     */
    kind: 'assignment' | 'dividend' | 'early_exercise' | 'pin' | 'unlimited_loss' | 'earnings' | 'wide_quote' | 'later_leg';
    /**
     * OCC identity of the leg; null for the whole.
     */
    leg: string | null;
    /**
     * The risk in a sentence.
     */
    text: string;
};

export type StrategyTouch = {
    /**
     * USD per share.
     */
    price: number;
    /**
     * What the price is for the strategy.
     */
    role: 'short_strike' | 'break_even';
    /**
     * Implied probability that the price ends beyond it at the first expiration. 0 to 1.
     */
    close_beyond: number | null;
    /**
     * Estimated probability that the price touches it before. 0 to 1.
     */
    probability: number | null;
    /**
     * No model that agrees with the option prices has a higher one. 0 to 1.
     */
    upper_bound: number | null;
};

export type StudiedOutcome = {
    /**
     * Sessions after that of the print.
     */
    horizon: number;
    /**
     * option: mid of the contract at that close against the price paid, or its value at expiration; underlying: its close against its price at the print; open_interest: whether it rose by half the size or more until the next session.
     */
    measure: 'option' | 'underlying' | 'open_interest';
    /**
     * Prints whose outcome is known.
     */
    count: number;
    /**
     * Share that moved with the aggressor; of open_interest, that were confirmed. 0 to 1; null below 30 prints.
     */
    hit_rate: number | null;
    /**
     * Median move with the aggressor. Percent; null below 30 prints.
     */
    median_pct: number | null;
    /**
     * A quarter of the moves are lower. Percent; null below 30 prints.
     */
    lower_quartile_pct: number | null;
    /**
     * A quarter of the moves are higher. Percent; null below 30 prints.
     */
    upper_quartile_pct: number | null;
    /**
     * Random prints to compare with that have an outcome.
     */
    matched_count: number;
    /**
     * hit_rate of the random prints. 0 to 1; null below 30 prints.
     */
    matched_hit_rate: number | null;
    /**
     * median_pct of the random prints. Percent; null below 30 prints.
     */
    matched_median_pct: number | null;
    /**
     * Fewer than 30 prints: no conclusion is possible.
     */
    too_few: boolean;
};

export type SupportResistanceAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * Levels below the price of the underlying, the nearest first.
     */
    support: Array<{
        /**
         * USD; the strength-weighted mean of the merged levels.
         */
        price: number;
        /**
         * 0 to 1: 1 − Π(1 − strength) over the methods that found it. Evidence, not a probability.
         */
        strength: number;
        /**
         * 100 × (price / price of the underlying − 1): negative below.
         */
        distance_pct: number;
        /**
         * Bars of the lookback that came within 0.1 ATR of the level and closed away from it.
         */
        touches: number;
        /**
         * The methods that found the level.
         */
        sources: Array<'pivot' | 'swing' | 'volume_profile' | 'gamma' | 'open_interest' | 'dark_pool'>;
    }>;
    /**
     * Levels at or above the price of the underlying, the nearest first.
     */
    resistance: Array<{
        /**
         * USD; the strength-weighted mean of the merged levels.
         */
        price: number;
        /**
         * 0 to 1: 1 − Π(1 − strength) over the methods that found it. Evidence, not a probability.
         */
        strength: number;
        /**
         * 100 × (price / price of the underlying − 1): negative below.
         */
        distance_pct: number;
        /**
         * Bars of the lookback that came within 0.1 ATR of the level and closed away from it.
         */
        touches: number;
        /**
         * The methods that found the level.
         */
        sources: Array<'pivot' | 'swing' | 'volume_profile' | 'gamma' | 'open_interest' | 'dark_pool'>;
    }>;
    /**
     * Pivot levels of the last finished session; null without one.
     */
    pivots: Pivots | null;
    /**
     * Price that distances refer to, USD per share.
     */
    underlying_price: number | null;
    /**
     * First date of the bars used, YYYY-MM-DD.
     */
    from: string;
    /**
     * Last date of the bars used, YYYY-MM-DD.
     */
    to: string;
    /**
     * The requested methods.
     */
    methods: Array<'pivot' | 'swing' | 'volume_profile' | 'gamma' | 'open_interest' | 'dark_pool'>;
};

export type SurfaceSlice = {
    /**
     * YYYY-MM-DD.
     */
    expiration_date: string;
    /**
     * am: on the opening prints; pm: on the close.
     */
    settlement: 'am' | 'pm';
    /**
     * Calendar days from the session.
     */
    dte: number;
    /**
     * USD per share.
     */
    forward: number | null;
    /**
     * Implied volatility at the money forward. Decimal per year.
     */
    atm_iv: number | null;
    /**
     * IV of the 25-delta call − IV of the 25-delta put. Decimal.
     */
    rr25: number | null;
    /**
     * Mean of the two − atm_iv. Decimal.
     */
    bf25: number | null;
    /**
     * Volatility between the expiration before and this one: √((σ²T − σ₁²T₁)/(T − T₁)); null where total variance falls. Decimal per year.
     */
    forward_iv: number | null;
    /**
     * w = a + b(ρ(k − m) + √((k − m)² + σ²)) of total variance, k = ln(K/F); null with few strikes.
     */
    svi: {
        /**
         * Level of total variance.
         */
        a: number;
        /**
         * Slope of the wings.
         */
        b: number;
        /**
         * Tilt, −1 to 1.
         */
        rho: number;
        /**
         * Centre, ln(K/F).
         */
        m: number;
        /**
         * Width of the bend, ln(K/F).
         */
        sigma: number;
        /**
         * Root mean square of its distance to the volatilities of the strikes, volatility points.
         */
        rms_iv_points: number;
    } | null;
    /**
     * Percent of the strikes whose price on the smooth smile is inside bid and ask.
     */
    within_quotes_pct: number | null;
    /**
     * Smallest density of ln(K/F) on the smooth smile; negative where the smile allows a riskless butterfly.
     */
    least_density: number | null;
    /**
     * Whether total variance falls at some strike to the next expiration.
     */
    crosses_next: boolean;
};

export type SymbolSearchAnswer = {
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * The symbol that the text certainly means; null when it is not certain.
     */
    symbol: string | null;
    /**
     * The symbols that it may mean, likeliest first; empty when none is similar.
     */
    data: Array<{
        /**
         * Ticker of the underlying.
         */
        symbol: string;
        /**
         * Name of the company, fund or index; null when the source has none.
         */
        name: string | null;
    }>;
    /**
     * Always null: the list is complete.
     */
    next_cursor: null;
};

export type TestNotificationChannelAnswer = {
    /**
     * Whether the one attempt worked.
     */
    status: 'sent' | 'failed';
    /**
     * What the peer said, in a sentence.
     */
    detail: string;
};

export type TrackRecordFigures = {
    /**
     * Ideas that have ended.
     */
    count: number;
    /**
     * Those whose thesis came true: target touched, or range held to the horizon.
     */
    hit_count: number;
    /**
     * 100 × hit_count / count; null without an ended idea.
     */
    hit_rate_pct: number | null;
    /**
     * Mean of outcome_r; null without an ended idea.
     */
    average_r: number | null;
    /**
     * Mean of outcome_pct, percent; null without an ended idea.
     */
    average_outcome_pct: number | null;
    /**
     * Mean confidence that they were made with, 0 to 1: set it against the hit rate.
     */
    average_confidence: number | null;
};

export type TradeContextAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * The requested direction; null without one.
     */
    direction: 'bullish' | 'bearish' | 'neutral' | null;
    /**
     * As stock_quote.
     */
    quote: {
        /**
         * Last price, USD per share.
         */
        price: number | null;
        /**
         * Best bid, USD per share.
         */
        bid: number | null;
        /**
         * Best offer, USD per share.
         */
        ask: number | null;
        /**
         * Shares bid for.
         */
        bid_size: number | null;
        /**
         * Shares offered.
         */
        ask_size: number | null;
        /**
         * Opening price of the session, USD.
         */
        open: number | null;
        /**
         * Highest price of the session, USD.
         */
        high: number | null;
        /**
         * Lowest price of the session, USD.
         */
        low: number | null;
        /**
         * Close of the session before, adjusted for splits since, USD.
         */
        previous_close: number | null;
        /**
         * price − previous_close, USD.
         */
        change: number | null;
        /**
         * 100 × (price / previous_close − 1), percent.
         */
        change_pct: number | null;
        /**
         * Shares traded in the session.
         */
        volume: number | null;
        /**
         * Highest price of the last 252 sessions, this one included, adjusted for splits, USD.
         */
        week_52_high: number | null;
        /**
         * Lowest price of the last 252 sessions, this one included, adjusted for splits, USD.
         */
        week_52_low: number | null;
        /**
         * Of the stock: pre 04:00–09:30, open 09:30–16:00 (13:00 on early closes), post to 20:00 (17:00), New York; else closed. Options of indexes and of some funds (SPY, QQQ, IWM, DIA) trade 15 minutes longer.
         */
        market_session: 'pre' | 'open' | 'post' | 'closed';
    };
    /**
     * As option_metrics over all expirations; null without a chain.
     */
    metrics: OptionMetrics | null;
    /**
     * As iv_term_structure, with the first 4 expirations after the session and without their ranges; null without a chain.
     */
    term_structure: IvTermStructure | null;
    /**
     * The 3 nearest levels below the price, as support_resistance.
     */
    support: Array<{
        /**
         * USD; the strength-weighted mean of the merged levels.
         */
        price: number;
        /**
         * 0 to 1: 1 − Π(1 − strength) over the methods that found it. Evidence, not a probability.
         */
        strength: number;
        /**
         * 100 × (price / price of the underlying − 1): negative below.
         */
        distance_pct: number;
        /**
         * Bars of the lookback that came within 0.1 ATR of the level and closed away from it.
         */
        touches: number;
        /**
         * The methods that found the level.
         */
        sources: Array<'pivot' | 'swing' | 'volume_profile' | 'gamma' | 'open_interest' | 'dark_pool'>;
    }>;
    /**
     * The 3 nearest levels above the price, as support_resistance.
     */
    resistance: Array<{
        /**
         * USD; the strength-weighted mean of the merged levels.
         */
        price: number;
        /**
         * 0 to 1: 1 − Π(1 − strength) over the methods that found it. Evidence, not a probability.
         */
        strength: number;
        /**
         * 100 × (price / price of the underlying − 1): negative below.
         */
        distance_pct: number;
        /**
         * Bars of the lookback that came within 0.1 ATR of the level and closed away from it.
         */
        touches: number;
        /**
         * The methods that found the level.
         */
        sources: Array<'pivot' | 'swing' | 'volume_profile' | 'gamma' | 'open_interest' | 'dark_pool'>;
    }>;
    /**
     * The next announced report; null when none is known.
     */
    next_earnings: EarningsRow | null;
    /**
     * Lean of the session’s option premium; null without a tape.
     */
    flow_bias: FlowBias | null;
};

export type TradeIdea = {
    /**
     * Identity of the idea, the same in every answer and notification.
     */
    id: string;
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * Which way the thesis goes; neutral expects the price to stay in a range.
     */
    direction: 'bullish' | 'bearish' | 'neutral';
    /**
     * Label of an option structure that expresses the thesis, for example Long Call.
     */
    strategy: string;
    /**
     * Way of looking that made it: flow follows option premium, gamma dealers’ hedging, trend prices, crush dear volatility.
     */
    pipeline: 'flow' | 'gamma' | 'trend' | 'crush';
    /**
     * The pipeline as webhooks name it.
     */
    model: string;
    /**
     * 0 to 1: estimated probability that the thesis comes true, calibrated against ended ideas.
     */
    confidence: number;
    /**
     * Price of the underlying when the idea was made. USD per share.
     */
    entry_price: number;
    /**
     * Price at which the thesis has come true; of a neutral idea the upper end of its range. USD per share.
     */
    target_price: number;
    /**
     * Price at which the thesis is refuted; of a neutral idea the lower end of its range. USD per share.
     */
    stop_price: number;
    /**
     * Price when it was last looked at; of an ended idea its exit. USD per share.
     */
    current_price: number;
    /**
     * Most favourable price since it was made; of a neutral idea the nearest to an end of its range. USD per share.
     */
    peak_price: number;
    /**
     * Why, in words with figures.
     */
    thesis: string;
    /**
     * Listed contracts that express the idea; absent where none with quotes fitted.
     */
    structure?: {
        /**
         * One contract each.
         */
        legs: Array<{
            side: 'buy' | 'sell';
            option_type: 'call' | 'put';
            /**
             * YYYY-MM-DD.
             */
            expiration_date: string;
            /**
             * USD.
             */
            strike: number;
            /**
             * Mid of bid and ask when the idea was made, USD per share.
             */
            price: number;
        }>;
        /**
         * Paid for the legs together; negative is a credit. USD per share.
         */
        net_debit: number;
        /**
         * Most profit at expiration, USD per share; null is unlimited.
         */
        max_profit: number | null;
        /**
         * Maximum loss at expiration, positive. USD per share.
         */
        max_loss: number;
        /**
         * Prices of the underlying without profit or loss at expiration, USD.
         */
        breakevens: Array<number>;
    };
    /**
     * open; closed: target or stop was touched, a range was left or held; expired: its horizon passed.
     */
    status: 'open' | 'closed' | 'expired';
    /**
     * New York trading date on which it was made.
     */
    session_date: string;
    /**
     * Instant of the market data that it was made from, UTC.
     */
    generated_at: string;
    /**
     * Close of the last session of its horizon, UTC.
     */
    expires_at: string;
    /**
     * Instant of the prices that it was last looked at with, UTC.
     */
    updated_at: string;
    /**
     * Instant of the prices that ended it, UTC; null while it is open.
     */
    ended_at: string | null;
    /**
     * target or stop touched; range_left or range_held of a neutral idea; horizon passed. Where one look shows target and stop, the stop counts.
     */
    outcome: 'target' | 'stop' | 'range_left' | 'range_held' | 'horizon' | null;
    /**
     * Price at which it ended: the level, or the opening price beyond it. USD per share; null while open.
     */
    exit_price: number | null;
    /**
     * From entry to exit in the direction of the idea, percent; of a neutral idea minus the distance. Null while open.
     */
    outcome_pct: number | null;
    /**
     * Way gained over the way from entry to stop, −1 at the stop; of a neutral idea 1 − 2 × the share of the way to the end of its range. Null while open.
     */
    outcome_r: number | null;
};

export type TradeIdeaAnswer = TradeIdea;

export type TradeIdeaMessage = {
    /**
     * Name of the alert rule.
     */
    alert_name: string;
    /**
     * Always `trade_idea`.
     */
    source: 'trade_idea';
    /**
     * Ticker of the underlying; trimmed and upper-cased.
     */
    symbol: string;
    /**
     * What the idea expects.
     */
    direction: 'bullish' | 'bearish' | 'neutral';
    /**
     * Label of the strategy.
     */
    strategy: string;
    /**
     * Model or pipeline.
     */
    model?: string | null;
    /**
     * Reference entry, USD.
     */
    entry_price?: number | null;
    /**
     * Reference target, USD.
     */
    target_price?: number | null;
    /**
     * Reference stop, USD.
     */
    stop_price?: number | null;
    /**
     * ISO 8601 date and time: `YYYY-MM-DD`, `T` or a space, `hh:mm[:ss[.fraction]]`, and `Z`, `±hh:mm`, `±hhmm` or no offset.
     */
    triggered_at: string;
    /**
     * Criteria of the rule that matched; at most 16 levels.
     */
    matched_criteria?: {
        [key: string]: unknown;
    } | null;
};

export type TradeIdeasAnswer = {
    /**
     * Ideas, newest first.
     */
    data: Array<TradeIdea>;
    /**
     * Pass as cursor for the next page; null on the last.
     */
    next_cursor: string | null;
};

export type TradeIdeasTrackRecordAnswer = {
    /**
     * The requested symbol; null for all.
     */
    symbol: string | null;
    /**
     * First date that is counted, YYYY-MM-DD.
     */
    from: string;
    /**
     * Last date that is counted, YYYY-MM-DD.
     */
    to: string;
    /**
     * Ideas that are open at present.
     */
    open_count: number;
    /**
     * All ideas that ended in the window.
     */
    total: TrackRecordFigures;
    /**
     * The same by pipeline, those without an idea too.
     */
    pipelines: Array<{
        /**
         * Way of looking that made it: flow follows option premium, gamma dealers’ hedging, trend prices, crush dear volatility.
         */
        pipeline: 'flow' | 'gamma' | 'trend' | 'crush';
        /**
         * Ideas that have ended.
         */
        count: number;
        /**
         * Those whose thesis came true: target touched, or range held to the horizon.
         */
        hit_count: number;
        /**
         * 100 × hit_count / count; null without an ended idea.
         */
        hit_rate_pct: number | null;
        /**
         * Mean of outcome_r; null without an ended idea.
         */
        average_r: number | null;
        /**
         * Mean of outcome_pct, percent; null without an ended idea.
         */
        average_outcome_pct: number | null;
        /**
         * Mean confidence that they were made with, 0 to 1: set it against the hit rate.
         */
        average_confidence: number | null;
    }>;
    /**
     * The same by tenths of confidence, those without an idea left out.
     */
    calibration: Array<{
        /**
         * Least confidence of these ideas.
         */
        confidence_from: number;
        /**
         * Confidence that they stay below; 1 is included.
         */
        confidence_to: number;
        /**
         * Ideas that have ended.
         */
        count: number;
        /**
         * Those whose thesis came true: target touched, or range held to the horizon.
         */
        hit_count: number;
        /**
         * 100 × hit_count / count; null without an ended idea.
         */
        hit_rate_pct: number | null;
        /**
         * Mean of outcome_r; null without an ended idea.
         */
        average_r: number | null;
        /**
         * Mean of outcome_pct, percent; null without an ended idea.
         */
        average_outcome_pct: number | null;
        /**
         * Mean confidence that they were made with, 0 to 1: set it against the hit rate.
         */
        average_confidence: number | null;
    }>;
};

/**
 * A past New York trading date, YYYY-MM-DD; nothing later is known then.
 */
export type TradingDate = string;

export type TradingviewLevelsAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * S, USD per share.
     */
    underlying_price: number | null;
    /**
     * Known levels; expected_high and expected_low are the price plus and minus the expected move.
     */
    levels: Array<{
        /**
         * Which level; also its label.
         */
        name: string;
        /**
         * USD per share, rounded to cents.
         */
        price: number;
    }>;
    /**
     * The levels as one line: paste it into the setting Levels of the indicator.
     */
    csv_line: string;
    /**
     * The indicator with this line, to paste into the Pine editor.
     */
    pine_script: string;
};

export type TrendAnalysisAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * short looks at days, medium at weeks, long at months.
     */
    horizon: 'short' | 'medium' | 'long';
    /**
     * bullish from a score of +20, bearish from −20, neutral between; null without a score.
     */
    direction: 'bullish' | 'bearish' | 'neutral' | null;
    /**
     * −100 (strong downtrend) to 100 (strong uptrend); null with fewer than 15 bars.
     */
    score: number | null;
    indicators: Indicators;
    /**
     * The three largest contributions to the score, in words with their numbers.
     */
    reasons: Array<string>;
};

/**
 * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
 */
export type UnderlyingSymbol = string;

export type UndoNotificationChangeAnswer = {
    /**
     * Notifications that were changed back.
     */
    undone: number;
    /**
     * Unread notifications of the account, now.
     */
    unread_count: number;
};

export type UnreadCountAnswer = {
    /**
     * Unread notifications of the account, now.
     */
    unread_count: number;
};

export type UnusualActivityAnswer = {
    /**
     * The requested symbol; null for all.
     */
    symbol: string | null;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * In the requested order, by score by default; every field, or the requested ones.
     */
    data: Array<{
        /**
         * Identity of the row: session, symbol, position on the tape. It never changes.
         */
        id: string;
        /**
         * Time of the print; of the first leg of a sweep. UTC.
         */
        executed_at?: string;
        /**
         * Ticker of the underlying.
         */
        symbol?: string;
        /**
         * OCC identity, 21 characters: root padded to six, yymmdd, C or P, strike × 1000.
         */
        option_symbol?: string;
        /**
         * call or put.
         */
        option_type?: 'call' | 'put';
        /**
         * USD.
         */
        strike?: number;
        /**
         * YYYY-MM-DD.
         */
        expiration_date?: string;
        /**
         * Calendar days from the session date to the expiration date.
         */
        dte?: number;
        /**
         * Price against the quote just before: above_ask, at_ask, mid, at_bid, below_bid. With a locked, crossed or one-sided quote, the tick test against the last different price of the contract decides.
         */
        side?: 'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid';
        /**
         * The side in words.
         */
        side_label?: string;
        /**
         * USD per share; for a sweep, the volume-weighted mean of its legs.
         */
        price?: number;
        /**
         * Best bid before the print. USD per share.
         */
        bid?: number | null;
        /**
         * Best offer before the print. USD per share.
         */
        ask?: number | null;
        /**
         * Contracts; for a sweep, the sum of its legs.
         */
        size?: number;
        /**
         * price × size × multiplier. USD; null when the deliverable of an adjusted contract is unknown.
         */
        premium?: number | null;
        /**
         * Price of the underlying at the print. USD per share.
         */
        underlying_price?: number | null;
        /**
         * Volatility at which the model gives the price of the print, on the forward of that instant. Decimal per year; null when the price implies none or the terms of the expiration are unknown.
         */
        implied_volatility?: number | null;
        /**
         * At that volatility: change of price per USD 1 of the underlying; calls 0 to 1, puts −1 to 0.
         */
        delta?: number | null;
        /**
         * Open interest of the previous evening. Contracts.
         */
        open_interest?: number | null;
        /**
         * Volume of the contract in the session, up to and including the print. Contracts.
         */
        volume?: number | null;
        /**
         * volume / open_interest; null when open interest is 0 or unknown.
         */
        volume_oi_ratio?: number | null;
        /**
         * multi_leg: part of a package; floor: on a trading floor; sweep: one order on several exchanges, merged into one row; block: at least 500 contracts or USD 200,000; single: none of these.
         */
        trade_type?: 'sweep' | 'block' | 'multi_leg' | 'floor' | 'single';
        /**
         * bullish: calls bought or puts sold; bearish: puts bought or calls sold; neutral: at the mid, or a print without a known aggressor.
         */
        sentiment?: 'bullish' | 'bearish' | 'neutral';
        /**
         * Why, in a few words: who traded at which side of the quote.
         */
        sentiment_reason?: string;
        /**
         * Tail rarity among comparable prints (liquidity class, days to expiry, time of day), 0 to 100: 50 is the rarer half, 70 the rarest 5 %, 80 the rarest 1 %, 90 0.1 %, 95 0.02 %, 99 one in 20,000.
         */
        unusual_score?: number;
        /**
         * How strong the alert types are, by the strongest; 0 without any. No part of unusual_score.
         */
        alert_base?: number;
        /**
         * Patterns that the print completes.
         */
        alert_types?: Array<'aggressive_call_buying' | 'aggressive_put_buying' | 'aggressive_call_selling' | 'aggressive_put_selling' | 'whale_trade' | 'volume_spike' | 'iv_spike' | 'short_term_options_activity' | 'consistent_call_buying' | 'consistent_put_buying' | 'repeated_activity'>;
        /**
         * Adds up to unusual_score.
         */
        score_breakdown?: Array<ScorePart>;
        /**
         * Returns of the contract since the print, as far as known.
         */
        outcome?: FlowOutcome;
    }>;
    /**
     * Rows that pass the filters.
     */
    total: number;
    /**
     * Pass as cursor for the next rows; null when there are none.
     */
    next_cursor: string | null;
    /**
     * Start of the served window, UTC.
     */
    from: string;
    /**
     * End of the served window, UTC.
     */
    to: string;
};

export type ValidationFigure = {
    /**
     * Name of the figure.
     */
    name: string;
    /**
     * As measured.
     */
    value: number;
    /**
     * What was measured, and against what.
     */
    meaning: string;
};

export type VerifyPhoneAnswer = {
    /**
     * The number, masked.
     */
    phone_number: string;
    /**
     * The number is confirmed.
     */
    verified: true;
};

export type VolatilitySurfaceAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * Columns: delta in percent, negative for puts; 50 is at the money forward.
     */
    deltas: Array<number>;
    /**
     * Rows: calendar days.
     */
    tenors: Array<number>;
    /**
     * IV by tenor and delta, linear in total variance between expirations; decimals, null beyond expirations or strikes.
     */
    grid: Array<Array<number | null>>;
    /**
     * At the money, from the tenor before (the first: from now) to each; null where total variance falls.
     */
    forward_iv: Array<number | null>;
    /**
     * The session that change compares with, YYYY-MM-DD.
     */
    against: string | null;
    /**
     * grid − grid of that session, volatility points.
     */
    change: Array<Array<number | null>> | null;
    /**
     * USD per share.
     */
    underlying_price: number | null;
    /**
     * By expiration.
     */
    slices: Array<SurfaceSlice>;
    /**
     * One surface for all expirations; null with few strikes.
     */
    ssvi: {
        /**
         * Tilt, −1 to 1.
         */
        rho: number;
        /**
         * Strength of the skew.
         */
        eta: number;
        /**
         * How it falls with variance, 0 to ½.
         */
        gamma: number;
        /**
         * Root mean square of its distance to the volatilities of the strikes, volatility points.
         */
        rms_iv_points: number;
    } | null;
};

export type WhatChangedAnswer = {
    /**
     * Ticker of the underlying.
     */
    symbol: string;
    /**
     * The instant that the data describe, UTC.
     */
    as_of: string;
    /**
     * New York trading date that the data belong to.
     */
    session_date: string;
    /**
     * Source of the data; `simulated` data are artificial.
     */
    source: 'simulated' | 'replay' | 'cboe' | 'alpaca';
    /**
     * True while a demonstration replays the session of session_date because the market is closed.
     */
    is_replay?: boolean;
    /**
     * What to know of these data before using them, in sentences; usually empty.
     */
    warnings: Array<string>;
    /**
     * Price of the underlying.
     */
    price: {
        /**
         * Before. USD per share.
         */
        from: number | null;
        /**
         * After. USD per share.
         */
        to: number | null;
        /**
         * 100 × (to / from − 1).
         */
        change_pct: number | null;
        /**
         * The change in standard deviations that the earlier iv30 implied for the time between.
         */
        in_expected_moves: number | null;
    };
    /**
     * Implied volatility at 30 days, decimal per year.
     */
    iv30: {
        /**
         * Before. Implied volatility at 30 days, decimal per year.
         */
        from: number | null;
        /**
         * After. Implied volatility at 30 days, decimal per year.
         */
        to: number | null;
    };
    /**
     * IV of the 25-delta call − IV of the 25-delta put at 30 days, decimal.
     */
    rr25: {
        /**
         * Before. IV of the 25-delta call − IV of the 25-delta put at 30 days, decimal.
         */
        from: number | null;
        /**
         * After. IV of the 25-delta call − IV of the 25-delta put at 30 days, decimal.
         */
        to: number | null;
    };
    /**
     * 100 × (iv90 / iv30 − 1).
     */
    term_slope_pct: {
        /**
         * Before. 100 × (iv90 / iv30 − 1).
         */
        from: number | null;
        /**
         * After. 100 × (iv90 / iv30 − 1).
         */
        to: number | null;
    };
    /**
     * Max pain over all expirations, USD.
     */
    max_pain: {
        /**
         * Before. Max pain over all expirations, USD.
         */
        from: number | null;
        /**
         * After. Max pain over all expirations, USD.
         */
        to: number | null;
    };
    /**
     * Strike with the largest call GEX, USD.
     */
    call_wall: {
        /**
         * Before. Strike with the largest call GEX, USD.
         */
        from: number | null;
        /**
         * After. Strike with the largest call GEX, USD.
         */
        to: number | null;
    };
    /**
     * Strike with the most negative put GEX, USD.
     */
    put_wall: {
        /**
         * Before. Strike with the most negative put GEX, USD.
         */
        from: number | null;
        /**
         * After. Strike with the most negative put GEX, USD.
         */
        to: number | null;
    };
    /**
     * Price at which net GEX is zero, USD.
     */
    gamma_flip: {
        /**
         * Before. Price at which net GEX is zero, USD.
         */
        from: number | null;
        /**
         * After. Price at which net GEX is zero, USD.
         */
        to: number | null;
    };
    /**
     * Net gamma exposure of all expirations.
     */
    net_gex: {
        /**
         * Before. USD per 1 % move.
         */
        from: number | null;
        /**
         * After. USD per 1 % move.
         */
        to: number | null;
        /**
         * They add up to the change: each is the mean over both orders of exchanging one for the other. Null with a kept minute, which holds no chain.
         */
        parts: {
            /**
             * By contracts that expired. USD per 1 % move.
             */
            by_expiration: number | null;
            /**
             * By the passage of time. USD per 1 % move.
             */
            by_time: number | null;
            /**
             * By the move of the price. USD per 1 % move.
             */
            by_price: number | null;
            /**
             * By the change of volatilities, with what forwards and rates leave over. USD per 1 % move.
             */
            by_volatility: number | null;
            /**
             * By open interest, newly listed contracts with it. USD per 1 % move.
             */
            by_open_interest: number | null;
        };
    };
    /**
     * The change of iv30; null with a kept minute.
     */
    iv_parts: {
        /**
         * By sliding along the earlier smile to the new price, decimal.
         */
        along_smile: number | null;
        /**
         * The rest: the smile itself moved, decimal.
         */
        smile_moved: number | null;
    };
    /**
     * At most 20, the largest change of net GEX first; with a kept minute, within 8 % of the price.
     */
    strikes: Array<{
        /**
         * USD.
         */
        strike: number;
        /**
         * USD per 1 % move.
         */
        net_gex_change: number;
        /**
         * Contracts, calls and puts; null with a kept minute.
         */
        open_interest_change: number | null;
    }>;
    /**
     * Option trades.
     */
    flow: {
        /**
         * Bullish less bearish premium between the two instants in the session of the later one, USD; null without a tape.
         */
        net_premium: number | null;
        /**
         * At most five between the two instants, the largest premium first; empty without a tape.
         */
        largest: Array<LargePrint>;
    };
    /**
     * Of the symbol and the market between the two instants, at most 10.
     */
    events: Array<{
        /**
         * UTC.
         */
        scheduled_at: string;
        /**
         * As in events.
         */
        kind: string;
        /**
         * What it is.
         */
        title: string;
    }>;
    /**
     * At most six sentences.
     */
    summary: Array<string>;
    /**
     * The earlier instant, UTC.
     */
    since: string;
};

export type ZeroDte = {
    /**
     * Of the sum of |GEX| over all contracts, percent.
     */
    share_of_gamma_pct: number | null;
    /**
     * Of the contracts that expire today. USD per 1 % move.
     */
    net_gex: number | null;
    /**
     * Until they settle. Hours.
     */
    hours_left: number | null;
    /**
     * One standard deviation until then, USD.
     */
    remaining_move: number | null;
    /**
     * The same in percent of the price.
     */
    remaining_move_pct: number | null;
    /**
     * Strike with the largest |GEX| within one standard deviation; null where its net GEX is negative. USD.
     */
    pin_strike: number | null;
    /**
     * Implied probability to end within half a strike of pin_strike, 0 to 1. Pinning is real and weak.
     */
    pin_probability: number | null;
    /**
     * Until settlement, at an unchanged price and unchanged volatilities.
     */
    hours: Array<{
        /**
         * UTC.
         */
        time: string;
        /**
         * Value of a straddle at the money, USD per share.
         */
        straddle: number | null;
        /**
         * USD per 1 % move.
         */
        net_gex: number | null;
    }>;
};

export type StocksData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/v1/stocks';
};

export type StocksErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type StocksError = StocksErrors[keyof StocksErrors];

export type StocksResponses = {
    /**
     * Symbols
     */
    200: StocksAnswer;
};

export type StocksResponse = StocksResponses[keyof StocksResponses];

export type SymbolSearchData = {
    body?: never;
    path?: never;
    query: {
        /**
         * Ticker, or name of a company, fund or index.
         */
        q: string;
    };
    url: '/api/v1/symbols';
};

export type SymbolSearchErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type SymbolSearchError = SymbolSearchErrors[keyof SymbolSearchErrors];

export type SymbolSearchResponses = {
    /**
     * Symbol search
     */
    200: SymbolSearchAnswer;
};

export type SymbolSearchResponse = SymbolSearchResponses[keyof SymbolSearchResponses];

export type StockQuoteData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/quote';
};

export type StockQuoteErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type StockQuoteError = StockQuoteErrors[keyof StockQuoteErrors];

export type StockQuoteResponses = {
    /**
     * Stock quote
     */
    200: StockQuoteAnswer;
};

export type StockQuoteResponse = StockQuoteResponses[keyof StockQuoteResponses];

export type OptionsChainData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * Only this expiration date, YYYY-MM-DD.
         */
        expiration_date?: string;
        /**
         * Calls or puts.
         */
        option_type?: 'call' | 'put';
        /**
         * Lowest, USD.
         */
        strike_min?: number;
        /**
         * Highest, USD.
         */
        strike_max?: number;
        /**
         * Only expirations this many calendar days away or more.
         */
        dte_min?: number;
        /**
         * Only expirations within this many calendar days; 0 is those of the session itself.
         */
        dte_max?: number;
        /**
         * Per expiration, this many strikes on each side of the nearest to the price.
         */
        strikes_around_atm?: number;
        /**
         * An unknown one does not pass.
         */
        min_open_interest?: number;
        /**
         * Only these fields of each row, and option_symbol; all by default.
         */
        fields?: Array<'option_symbol' | 'option_type' | 'strike' | 'expiration_date' | 'dte' | 'bid' | 'ask' | 'mid' | 'last' | 'bid_size' | 'ask_size' | 'volume' | 'open_interest' | 'implied_volatility' | 'iv_status' | 'iv_origin' | 'delta' | 'gamma' | 'theta' | 'vega' | 'rho' | 'vanna' | 'charm' | 'theoretical_price' | 'exercise_advantage' | 'in_the_money'>;
        /**
         * Maximum number of rows; all by default.
         */
        limit?: number;
        /**
         * The next_cursor of the previous page.
         */
        cursor?: string;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/options';
};

export type OptionsChainErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type OptionsChainError = OptionsChainErrors[keyof OptionsChainErrors];

export type OptionsChainResponses = {
    /**
     * Options chain
     */
    200: OptionsChainAnswer;
};

export type OptionsChainResponse = OptionsChainResponses[keyof OptionsChainResponses];

export type ContractHistoryData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
        /**
         * The contract, padded to 21 characters or not.
         */
        option_symbol: string;
    };
    query?: {
        /**
         * Sessions up to the last one.
         */
        sessions?: number;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/options/{option_symbol}/history';
};

export type ContractHistoryErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ContractHistoryError = ContractHistoryErrors[keyof ContractHistoryErrors];

export type ContractHistoryResponses = {
    /**
     * Contract history
     */
    200: ContractHistoryAnswer;
};

export type ContractHistoryResponse = ContractHistoryResponses[keyof ContractHistoryResponses];

export type OptionMetricsData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * Only this expiration, YYYY-MM-DD; iv30 and its ranks use the whole chain.
         */
        expiration_date?: string;
        /**
         * Only expirations within this many calendar days; 0 is those of the session itself.
         */
        dte_max?: number;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/metrics';
};

export type OptionMetricsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type OptionMetricsError = OptionMetricsErrors[keyof OptionMetricsErrors];

export type OptionMetricsResponses = {
    /**
     * Option metrics
     */
    200: OptionMetricsAnswer;
};

export type OptionMetricsResponse = OptionMetricsResponses[keyof OptionMetricsResponses];

export type OptionsFlowData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol?: UnderlyingSymbol;
        /**
         * Only these symbols.
         */
        symbols?: Array<UnderlyingSymbol>;
        /**
         * Without these symbols.
         */
        exclude_symbols?: Array<UnderlyingSymbol>;
        /**
         * Calls or puts.
         */
        option_type?: 'call' | 'put';
        /**
         * Place against the quote.
         */
        side?: 'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid';
        /**
         * Places against the quote, any of these.
         */
        sides?: Array<'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid'>;
        /**
         * Kind of print.
         */
        trade_type?: 'sweep' | 'block' | 'multi_leg' | 'floor' | 'single';
        /**
         * Lean of the print.
         */
        sentiment?: 'bullish' | 'bearish' | 'neutral';
        /**
         * Minimum, USD.
         */
        min_premium?: number;
        /**
         * Maximum, USD.
         */
        max_premium?: number;
        /**
         * Contracts.
         */
        min_size?: number;
        /**
         * Of unusual_score.
         */
        min_unusual_score?: number;
        /**
         * Of volume_oi_ratio; above 1 more contracts were traded than were open, so some open.
         */
        min_volume_oi_ratio?: number;
        /**
         * Least calendar days from session_date.
         */
        dte_min?: number;
        /**
         * Most calendar days from session_date.
         */
        dte_max?: number;
        /**
         * Only symbols that report earnings within so many calendar days from the session.
         */
        earnings_within?: number;
        /**
         * From this instant or date; with a symbol up to five sessions back.
         */
        since?: string;
        /**
         * Before this instant.
         */
        until?: string;
        /**
         * The next_cursor of the previous page.
         */
        cursor?: string;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
        /**
         * Contract
         */
        option_symbol?: string;
        /**
         * Largest first.
         */
        sort?: 'newest' | 'score' | 'premium' | 'size';
        /**
         * Only these fields of each row, and id; all by default.
         */
        fields?: Array<'id' | 'executed_at' | 'symbol' | 'option_symbol' | 'option_type' | 'strike' | 'expiration_date' | 'dte' | 'side' | 'side_label' | 'price' | 'bid' | 'ask' | 'size' | 'premium' | 'underlying_price' | 'implied_volatility' | 'delta' | 'open_interest' | 'volume' | 'volume_oi_ratio' | 'trade_type' | 'sentiment' | 'sentiment_reason' | 'unusual_score' | 'alert_base' | 'alert_types'>;
        /**
         * Maximum number of rows.
         */
        limit?: number;
    };
    url: '/api/v1/flow';
};

export type OptionsFlowErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type OptionsFlowError = OptionsFlowErrors[keyof OptionsFlowErrors];

export type OptionsFlowResponses = {
    /**
     * Options flow
     */
    200: OptionsFlowAnswer;
};

export type OptionsFlowResponse = OptionsFlowResponses[keyof OptionsFlowResponses];

export type NetFlowData = {
    body?: never;
    path?: never;
    query: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
        /**
         * First trading date; by default the session, with 1d the week up to it.
         */
        from?: string;
        /**
         * Last trading date, less than 31 days after from.
         */
        to?: string;
        /**
         * Bucket width.
         */
        resolution?: '1m' | '5m' | '15m' | '1h' | '1d';
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/flow/net';
};

export type NetFlowErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type NetFlowError = NetFlowErrors[keyof NetFlowErrors];

export type NetFlowResponses = {
    /**
     * Net flow
     */
    200: NetFlowAnswer;
};

export type NetFlowResponse = NetFlowResponses[keyof NetFlowResponses];

export type UnusualActivityData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol?: UnderlyingSymbol;
        /**
         * Only these symbols.
         */
        symbols?: Array<UnderlyingSymbol>;
        /**
         * Without these symbols.
         */
        exclude_symbols?: Array<UnderlyingSymbol>;
        /**
         * Calls or puts.
         */
        option_type?: 'call' | 'put';
        /**
         * Place against the quote.
         */
        side?: 'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid';
        /**
         * Places against the quote, any of these.
         */
        sides?: Array<'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid'>;
        /**
         * Kind of print.
         */
        trade_type?: 'sweep' | 'block' | 'multi_leg' | 'floor' | 'single';
        /**
         * Lean of the print.
         */
        sentiment?: 'bullish' | 'bearish' | 'neutral';
        /**
         * Minimum, USD.
         */
        min_premium?: number;
        /**
         * Maximum, USD.
         */
        max_premium?: number;
        /**
         * Contracts.
         */
        min_size?: number;
        /**
         * As min_score; the higher applies.
         */
        min_unusual_score?: number;
        /**
         * Of volume_oi_ratio; above 1 more contracts were traded than were open, so some open.
         */
        min_volume_oi_ratio?: number;
        /**
         * Least calendar days from session_date.
         */
        dte_min?: number;
        /**
         * Most calendar days from session_date.
         */
        dte_max?: number;
        /**
         * Only symbols that report earnings within so many calendar days from the session.
         */
        earnings_within?: number;
        /**
         * From this instant or date; with a symbol up to five sessions back.
         */
        since?: string;
        /**
         * Before this instant.
         */
        until?: string;
        /**
         * The next_cursor of the previous page.
         */
        cursor?: string;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
        /**
         * Tail rarity, 0 to 100: 80 is the rarest 1 % of comparable prints, 90 the rarest 0.1 %.
         */
        min_score?: number;
        /**
         * Largest first.
         */
        sort?: 'newest' | 'score' | 'premium' | 'size';
        /**
         * Only these fields of each row, and id; all by default.
         */
        fields?: Array<'id' | 'executed_at' | 'symbol' | 'option_symbol' | 'option_type' | 'strike' | 'expiration_date' | 'dte' | 'side' | 'side_label' | 'price' | 'bid' | 'ask' | 'size' | 'premium' | 'underlying_price' | 'implied_volatility' | 'delta' | 'open_interest' | 'volume' | 'volume_oi_ratio' | 'trade_type' | 'sentiment' | 'sentiment_reason' | 'unusual_score' | 'alert_base' | 'alert_types' | 'score_breakdown' | 'outcome'>;
        /**
         * Maximum number of rows.
         */
        limit?: number;
    };
    url: '/api/v1/unusual_activity';
};

export type UnusualActivityErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type UnusualActivityError = UnusualActivityErrors[keyof UnusualActivityErrors];

export type UnusualActivityResponses = {
    /**
     * Unusual activity
     */
    200: UnusualActivityAnswer;
};

export type UnusualActivityResponse = UnusualActivityResponses[keyof UnusualActivityResponses];

export type FlowOutcomesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol?: UnderlyingSymbol;
        /**
         * Least score.
         */
        min_score?: 70 | 80 | 90 | 95 | 99;
        /**
         * Such as call_sweep.
         */
        alert_type?: 'aggressive_call_buying' | 'aggressive_put_buying' | 'aggressive_call_selling' | 'aggressive_put_selling' | 'whale_trade' | 'volume_spike' | 'iv_spike' | 'short_term_options_activity' | 'consistent_call_buying' | 'consistent_put_buying' | 'repeated_activity' | 'call_sweep' | 'put_sweep';
        /**
         * A year back by default.
         */
        from?: string;
        /**
         * Last session.
         */
        to?: string;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/flow/outcomes';
};

export type FlowOutcomesErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type FlowOutcomesError = FlowOutcomesErrors[keyof FlowOutcomesErrors];

export type FlowOutcomesResponses = {
    /**
     * Outcomes of unusual prints
     */
    200: FlowOutcomesAnswer;
};

export type FlowOutcomesResponse = FlowOutcomesResponses[keyof FlowOutcomesResponses];

export type DarkPoolLevelsData = {
    body?: never;
    path?: never;
    query: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
        /**
         * Calendar days up to the session.
         */
        days?: number;
        /**
         * Maximum number of levels, largest first.
         */
        limit?: number;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/dark_pool_levels';
};

export type DarkPoolLevelsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type DarkPoolLevelsError = DarkPoolLevelsErrors[keyof DarkPoolLevelsErrors];

export type DarkPoolLevelsResponses = {
    /**
     * Dark pool levels
     */
    200: DarkPoolLevelsAnswer;
};

export type DarkPoolLevelsResponse = DarkPoolLevelsResponses[keyof DarkPoolLevelsResponses];

export type SupportResistanceData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * Calendar days of bars for swing and volume_profile.
         */
        lookback_days?: number;
        /**
         * Only these; all by default.
         */
        methods?: Array<'pivot' | 'swing' | 'volume_profile' | 'gamma' | 'open_interest' | 'dark_pool'>;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/levels';
};

export type SupportResistanceErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type SupportResistanceError = SupportResistanceErrors[keyof SupportResistanceErrors];

export type SupportResistanceResponses = {
    /**
     * Support and resistance
     */
    200: SupportResistanceAnswer;
};

export type SupportResistanceResponse = SupportResistanceResponses[keyof SupportResistanceResponses];

export type TradingviewLevelsData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * Only expirations within this many calendar days; 0 is those of the session itself.
         */
        dte_max?: number;
    };
    url: '/api/v1/stocks/{symbol}/tradingview';
};

export type TradingviewLevelsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type TradingviewLevelsError = TradingviewLevelsErrors[keyof TradingviewLevelsErrors];

export type TradingviewLevelsResponses = {
    /**
     * Levels for TradingView
     */
    200: TradingviewLevelsAnswer;
};

export type TradingviewLevelsResponse = TradingviewLevelsResponses[keyof TradingviewLevelsResponses];

export type MarketOverviewData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/market_overview';
};

export type MarketOverviewErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type MarketOverviewError = MarketOverviewErrors[keyof MarketOverviewErrors];

export type MarketOverviewResponses = {
    /**
     * Market overview
     */
    200: MarketOverviewAnswer;
};

export type MarketOverviewResponse = MarketOverviewResponses[keyof MarketOverviewResponses];

export type ScreenerData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * All must hold: iv_rank >= 70, iv30 > 1.2 * rv30, gamma_regime = negative.
         */
        filters?: Array<string>;
        /**
         * Only these, to compare them.
         */
        symbols?: Array<UnderlyingSymbol>;
        /**
         * Filters, sort and fields, where none are given.
         */
        preset?: 'rich_volatility' | 'cheap_volatility' | 'before_earnings' | 'short_gamma' | 'bullish_flow' | 'steep_skew';
        /**
         * A field; -field for the highest first.
         */
        sort?: string;
        /**
         * Of: price, change_pct, iv30, iv_rank, iv_percentile, iv_change_points, rv20, rv30, iv_minus_rv30, rr25, bf25, term_slope_pct, net_gex, flip_distance_pct, call_wall_distance_pct, put_wall_distance_pct, put_call_ratio_volume, put_call_ratio_open_interest, net_premium, unusual_count, total_volume, volume_ratio, total_open_interest, open_interest_change_pct, days_to_earnings, expected_move_pct, report_move_pct, atm_spread_pct, state, gamma_regime, sector.
         */
        fields?: Array<string>;
        /**
         * Adds the quantiles of each field over all symbols.
         */
        quantiles?: boolean;
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * The next_cursor of the previous page.
         */
        cursor?: string;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/screener';
};

export type ScreenerErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ScreenerError = ScreenerErrors[keyof ScreenerErrors];

export type ScreenerResponses = {
    /**
     * Screener
     */
    200: ScreenerAnswer;
};

export type ScreenerResponse = ScreenerResponses[keyof ScreenerResponses];

export type GammaExposureData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * Only this expiration date, YYYY-MM-DD.
         */
        expiration_date?: string;
        /**
         * Only expirations within this many calendar days; 0 is those of the session itself.
         */
        dte_max?: number;
        /**
         * What a row of data is; strike_expiration: a matrix.
         */
        group_by?: 'strike' | 'expiration' | 'strike_expiration';
        /**
         * Of matrix, minute.
         */
        greek?: 'gamma' | 'delta' | 'vanna' | 'charm' | 'open_interest_change';
        /**
         * On each side (20).
         */
        strikes_around?: number;
        /**
         * In the matrix (12).
         */
        expirations?: number;
        /**
         * HH:MM, New York: net figures of a kept minute.
         */
        at?: string;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/gamma_exposure';
};

export type GammaExposureErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type GammaExposureError = GammaExposureErrors[keyof GammaExposureErrors];

export type GammaExposureResponses = {
    /**
     * Gamma exposure
     */
    200: GammaExposureAnswer;
};

export type GammaExposureResponse = GammaExposureResponses[keyof GammaExposureResponses];

export type ExposureHistoryData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * What the values are.
         */
        greek?: 'gamma' | 'zero_dte' | 'delta' | 'vanna' | 'charm';
        /**
         * First time of New York, HH:MM; the first snapshot by default.
         */
        from?: string;
        /**
         * Last time of New York, HH:MM; the last snapshot by default.
         */
        to?: string;
        /**
         * Minutes from one time to the next.
         */
        step?: number;
        /**
         * YYYY-MM-DD; the newest session with snapshots by default.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/exposure_history';
};

export type ExposureHistoryErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ExposureHistoryError = ExposureHistoryErrors[keyof ExposureHistoryErrors];

export type ExposureHistoryResponses = {
    /**
     * Exposure over a session
     */
    200: ExposureHistoryAnswer;
};

export type ExposureHistoryResponse = ExposureHistoryResponses[keyof ExposureHistoryResponses];

export type MetricHistoryData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query: {
        /**
         * rr25 is the skew at 30 days.
         */
        metric: 'iv30' | 'iv60' | 'iv90' | 'iv_rank' | 'rr25' | 'net_gex' | 'gamma_flip' | 'call_wall' | 'put_wall' | 'max_pain' | 'put_call_ratio_volume' | 'put_call_ratio_open_interest' | 'total_open_interest' | 'net_premium';
        /**
         * Sessions up to the last one.
         */
        sessions?: number;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/metric_history';
};

export type MetricHistoryErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type MetricHistoryError = MetricHistoryErrors[keyof MetricHistoryErrors];

export type MetricHistoryResponses = {
    /**
     * Metric history
     */
    200: MetricHistoryAnswer;
};

export type MetricHistoryResponse = MetricHistoryResponses[keyof MetricHistoryResponses];

export type TrendAnalysisData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * short looks at days, medium at weeks, long at months.
         */
        horizon?: 'short' | 'medium' | 'long';
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/trend';
};

export type TrendAnalysisErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type TrendAnalysisError = TrendAnalysisErrors[keyof TrendAnalysisErrors];

export type TrendAnalysisResponses = {
    /**
     * Trend analysis
     */
    200: TrendAnalysisAnswer;
};

export type TrendAnalysisResponse = TrendAnalysisResponses[keyof TrendAnalysisResponses];

export type IvTermStructureData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * Adds IV by delta and days.
         */
        surface?: boolean;
        /**
         * And its change since a session before.
         */
        against?: string;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/iv_term_structure';
};

export type IvTermStructureErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type IvTermStructureError = IvTermStructureErrors[keyof IvTermStructureErrors];

export type IvTermStructureResponses = {
    /**
     * IV term structure
     */
    200: IvTermStructureAnswer;
};

export type IvTermStructureResponse = IvTermStructureResponses[keyof IvTermStructureResponses];

export type VolatilitySurfaceData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * Calendar days, ascending (7, 14, 30, 60, 90, 180, 365).
         */
        tenors?: Array<number>;
        /**
         * A session before, YYYY-MM-DD: the change since then.
         */
        against?: string;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/volatility_surface';
};

export type VolatilitySurfaceErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type VolatilitySurfaceError = VolatilitySurfaceErrors[keyof VolatilitySurfaceErrors];

export type VolatilitySurfaceResponses = {
    /**
     * Volatility surface
     */
    200: VolatilitySurfaceAnswer;
};

export type VolatilitySurfaceResponse = VolatilitySurfaceResponses[keyof VolatilitySurfaceResponses];

export type PriceHistoryData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * Calendar days up to the last session; 90 by default.
         */
        days?: number;
        /**
         * First date, YYYY-MM-DD; not with days.
         */
        from?: string;
        /**
         * Last date, YYYY-MM-DD; not with days.
         */
        to?: string;
        /**
         * Length of the bars, day by default; auto for at most 24.
         */
        bars?: 'day' | 'week' | 'month' | 'quarter' | 'year' | 'auto';
        /**
         * Symbol for correlation and beta.
         */
        against?: UnderlyingSymbol;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/price_history';
};

export type PriceHistoryErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type PriceHistoryError = PriceHistoryErrors[keyof PriceHistoryErrors];

export type PriceHistoryResponses = {
    /**
     * Price history
     */
    200: PriceHistoryAnswer;
};

export type PriceHistoryResponse = PriceHistoryResponses[keyof PriceHistoryResponses];

export type EarningsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol?: UnderlyingSymbol;
        /**
         * First report date, YYYY-MM-DD; by default 14 days before the session, with a symbol 400.
         */
        from?: string;
        /**
         * Last report date, YYYY-MM-DD; by default 44 days after from, with a symbol 500.
         */
        to?: string;
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * The next_cursor of the previous page.
         */
        cursor?: string;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/earnings';
};

export type EarningsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type EarningsError = EarningsErrors[keyof EarningsErrors];

export type EarningsResponses = {
    /**
     * Earnings
     */
    200: EarningsAnswer;
};

export type EarningsResponse = EarningsResponses[keyof EarningsResponses];

export type StrategyAnalysisData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * As -1 SPY261218P00640000 @ 3.15 or 100 stock.
         */
        legs?: Array<string>;
        /**
         * Instead of legs: iron_condor, call_vertical, calendar...
         */
        template?: 'long_call' | 'long_put' | 'cash_secured_put' | 'covered_call' | 'protective_put' | 'collar' | 'call_vertical' | 'put_vertical' | 'straddle' | 'strangle' | 'iron_condor' | 'iron_butterfly' | 'butterfly' | 'calendar' | 'diagonal' | 'ratio_spread' | 'risk_reversal' | 'jade_lizard';
        /**
         * Turns all options.
         */
        short?: boolean;
        /**
         * Days to expiration (30).
         */
        dte?: number;
        /**
         * Of the later leg (28 more).
         */
        dte_far?: number;
        /**
         * 0.5 bought, 0.3 sold.
         */
        delta?: number;
        /**
         * USD between strikes.
         */
        width?: number;
        /**
         * Of ratio_spread (2).
         */
        ratio?: number;
        /**
         * Of one-sided templates.
         */
        option_type?: 'call' | 'put';
        /**
         * Units (1).
         */
        quantity?: number;
        /**
         * Of half the spread.
         */
        fill?: number;
        /**
         * Of the lognormal measure (atm_iv).
         */
        volatility?: number;
        /**
         * For break_evens_on_date.
         */
        target_date?: string;
        /**
         * Each way (2 deviations).
         */
        price_range_pct?: number;
        /**
         * Prices of the grid (21).
         */
        price_steps?: number;
        /**
         * Dates of the grid (6).
         */
        date_steps?: number;
        /**
         * Volatility points (0).
         */
        iv_shifts?: Array<number>;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/strategy_analysis';
};

export type StrategyAnalysisErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type StrategyAnalysisError = StrategyAnalysisErrors[keyof StrategyAnalysisErrors];

export type StrategyAnalysisResponses = {
    /**
     * Strategy analysis
     */
    200: StrategyAnalysisAnswer;
};

export type StrategyAnalysisResponse = StrategyAnalysisResponses[keyof StrategyAnalysisResponses];

export type FindStrategiesData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * USD: the mean on target_date.
         */
        target_price?: number;
        /**
         * Instead of it; neutral by default.
         */
        direction?: 'bullish' | 'bearish' | 'neutral' | 'volatile';
        /**
         * YYYY-MM-DD (30 days).
         */
        target_date?: string;
        /**
         * USD a unit (2 % of 100 shares).
         */
        max_loss?: number;
        /**
         * Volatility points added by then.
         */
        iv_points?: number;
        /**
         * Only these; all of limited loss by default.
         */
        templates?: Array<'long_call' | 'long_put' | 'call_vertical' | 'put_vertical' | 'straddle' | 'strangle' | 'butterfly' | 'iron_butterfly' | 'iron_condor' | 'calendar' | 'diagonal'>;
        /**
         * What a rank weighs more.
         */
        prefer?: 'balanced' | 'return' | 'probability';
        /**
         * Of the legs (target + 45).
         */
        dte_max?: number;
        /**
         * Of each contract.
         */
        min_open_interest?: number;
        /**
         * Bid to ask, percent of the mid.
         */
        max_spread_pct?: number;
        /**
         * Maximum number of rows.
         */
        limit?: number;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/strategies';
};

export type FindStrategiesErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type FindStrategiesError = FindStrategiesErrors[keyof FindStrategiesErrors];

export type FindStrategiesResponses = {
    /**
     * Find strategies
     */
    200: FindStrategiesAnswer;
};

export type FindStrategiesResponse = FindStrategiesResponses[keyof FindStrategiesResponses];

export type ProbabilityData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * YYYY-MM-DD; the next monthly expiration by default.
         */
        target_date?: string;
        /**
         * USD; less than below: between, else outside.
         */
        above?: number;
        /**
         * USD too.
         */
        below?: number;
        /**
         * USD, by the date.
         */
        touch?: number;
        /**
         * Adds quantiles of the expirations up to target_date.
         */
        cone?: boolean;
        /**
         * Prices of the density (101).
         */
        points?: number;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/probability';
};

export type ProbabilityErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ProbabilityError = ProbabilityErrors[keyof ProbabilityErrors];

export type ProbabilityResponses = {
    /**
     * Probability of a price
     */
    200: ProbabilityAnswer;
};

export type ProbabilityResponse = ProbabilityResponses[keyof ProbabilityResponses];

export type ScenarioData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * Moves of the price, percent (-3, 0, 3).
         */
        price_pct?: Array<number>;
        /**
         * Added to all volatilities; none falls below 5 %.
         */
        iv_points?: number;
        /**
         * By which rr25 falls.
         */
        skew_points?: number;
        /**
         * root_time: shifts times the root of 30/dte, at most 3.
         */
        term_scaling?: 'none' | 'root_time';
        /**
         * Days that pass.
         */
        days?: number;
        /**
         * Only expirations within this many calendar days; 0 is those of the session itself.
         */
        dte_max?: number;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/scenario';
};

export type ScenarioErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ScenarioError = ScenarioErrors[keyof ScenarioErrors];

export type ScenarioResponses = {
    /**
     * Scenario
     */
    200: ScenarioAnswer;
};

export type ScenarioResponse = ScenarioResponses[keyof ScenarioResponses];

export type WhatChangedData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * Date (last chain) or instant (kept minute); else the session before.
         */
        since?: string;
        /**
         * Likewise; else now.
         */
        until?: string;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/changes';
};

export type WhatChangedErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type WhatChangedError = WhatChangedErrors[keyof WhatChangedErrors];

export type WhatChangedResponses = {
    /**
     * What changed
     */
    200: WhatChangedAnswer;
};

export type WhatChangedResponse = WhatChangedResponses[keyof WhatChangedResponses];

export type NewsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol?: UnderlyingSymbol;
        /**
         * From this instant or date; by default the last 7 days.
         */
        since?: string;
        /**
         * Maximum number of articles.
         */
        limit?: number;
        /**
         * The next_cursor of the previous page.
         */
        cursor?: string;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/news';
};

export type NewsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type NewsError = NewsErrors[keyof NewsErrors];

export type NewsResponses = {
    /**
     * News
     */
    200: NewsAnswer;
};

export type NewsResponse = NewsResponses[keyof NewsResponses];

export type EventsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol?: UnderlyingSymbol;
        /**
         * Rate decisions and other central-bank dates are fed, not macro.
         */
        kind?: 'macro' | 'fed' | 'earnings' | 'dividend' | 'split' | 'expiration' | 'holiday';
        /**
         * First New York date, YYYY-MM-DD; by default the session, or 30 days before an earlier to.
         */
        from?: string;
        /**
         * Last New York date, YYYY-MM-DD; by default 30 days after from, at most 1100.
         */
        to?: string;
        /**
         * Maximum number of events.
         */
        limit?: number;
        /**
         * The next_cursor of the previous page.
         */
        cursor?: string;
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/events';
};

export type EventsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type EventsError = EventsErrors[keyof EventsErrors];

export type EventsResponses = {
    /**
     * Events
     */
    200: EventsAnswer;
};

export type EventsResponse = EventsResponses[keyof EventsResponses];

export type TradeContextData = {
    body?: never;
    path: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol: UnderlyingSymbol;
    };
    query?: {
        /**
         * The thesis to compare flow_bias with.
         */
        direction?: 'bullish' | 'bearish' | 'neutral';
        /**
         * A past New York trading date, YYYY-MM-DD; nothing later is known then.
         */
        date?: TradingDate;
    };
    url: '/api/v1/stocks/{symbol}/trade_context';
};

export type TradeContextErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type TradeContextError = TradeContextErrors[keyof TradeContextErrors];

export type TradeContextResponses = {
    /**
     * Trade context
     */
    200: TradeContextAnswer;
};

export type TradeContextResponse = TradeContextResponses[keyof TradeContextResponses];

export type MethodologyData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Part of a name or definition, as gamma flip.
         */
        term?: string;
    };
    url: '/api/v1/methodology';
};

export type MethodologyErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type MethodologyError = MethodologyErrors[keyof MethodologyErrors];

export type MethodologyResponses = {
    /**
     * Methodology
     */
    200: MethodologyAnswer;
};

export type MethodologyResponse = MethodologyResponses[keyof MethodologyResponses];

export type ExportDataData = {
    body?: never;
    path: {
        /**
         * chains: every listed contract with its greeks, at the last chain of each session; bars: daily bars, adjusted for splits; metrics: figures of the last chain of each session, the present one included; figures that the source does not keep are computed for the last 11 sessions of the range; flow: classified option trades of each session; ideas: trade ideas of this service, newest first.
         */
        dataset: 'chains' | 'bars' | 'metrics' | 'flow' | 'ideas';
    };
    query?: {
        /**
         * Tickers, for example SPY,QQQ. Required except for ideas and the ledger.
         */
        symbols?: Array<UnderlyingSymbol>;
        /**
         * First New York date, YYYY-MM-DD; by default so that the range is short.
         */
        from?: string;
        /**
         * Last New York date, YYYY-MM-DD; by default the present session, for ideas and the ledger today.
         */
        to?: string;
        /**
         * csv (RFC 4180 with a header), ndjson (one JSON object in each line) or parquet.
         */
        format?: 'csv' | 'ndjson' | 'parquet';
    };
    url: '/api/v1/export/{dataset}';
};

export type ExportDataErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ExportDataError = ExportDataErrors[keyof ExportDataErrors];

export type ExportDataResponses = {
    /**
     * Export a data set
     */
    200: Blob | File;
};

export type ExportDataResponse = ExportDataResponses[keyof ExportDataResponses];

export type TradeIdeasData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only open, closed or expired ones.
         */
        status?: 'all' | 'open' | 'closed' | 'expired';
        /**
         * Only bullish, bearish or neutral ones.
         */
        direction?: 'all' | 'bullish' | 'bearish' | 'neutral';
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol?: UnderlyingSymbol;
        /**
         * Only those made on this New York date, YYYY-MM-DD, as they stand now.
         */
        date?: string;
        /**
         * Most ideas of the answer.
         */
        limit?: number;
        /**
         * The next_cursor of the previous page.
         */
        cursor?: string;
    };
    url: '/api/v1/trade_ideas';
};

export type TradeIdeasErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type TradeIdeasError = TradeIdeasErrors[keyof TradeIdeasErrors];

export type TradeIdeasResponses = {
    /**
     * Trade ideas
     */
    200: TradeIdeasAnswer;
};

export type TradeIdeasResponse = TradeIdeasResponses[keyof TradeIdeasResponses];

export type TradeIdeasTrackRecordData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol?: UnderlyingSymbol;
        /**
         * First New York date of ending; by default a year before to.
         */
        from?: string;
        /**
         * Last date of ending; by default today.
         */
        to?: string;
    };
    url: '/api/v1/trade_ideas/track_record';
};

export type TradeIdeasTrackRecordErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type TradeIdeasTrackRecordError = TradeIdeasTrackRecordErrors[keyof TradeIdeasTrackRecordErrors];

export type TradeIdeasTrackRecordResponses = {
    /**
     * Track record
     */
    200: TradeIdeasTrackRecordAnswer;
};

export type TradeIdeasTrackRecordResponse = TradeIdeasTrackRecordResponses[keyof TradeIdeasTrackRecordResponses];

export type TradeIdeaData = {
    body?: never;
    path: {
        /**
         * The id of a trade idea.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/trade_ideas/{id}';
};

export type TradeIdeaErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type TradeIdeaError = TradeIdeaErrors[keyof TradeIdeaErrors];

export type TradeIdeaResponses = {
    /**
     * Trade idea
     */
    200: TradeIdea;
};

export type TradeIdeaResponse = TradeIdeaResponses[keyof TradeIdeaResponses];

export type ListNotificationsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Kind of notification; system is system_update and account together.
         */
        type?: 'custom_alert' | 'unusual_activity' | 'whale_trade' | 'system_update' | 'account' | 'system';
        /**
         * Days of the time zone of the account, today included; custom takes from and to.
         */
        date?: 'today' | 'last_7_days' | 'last_30_days' | 'custom';
        /**
         * First day of a custom range, YYYY-MM-DD.
         */
        from?: string;
        /**
         * Last day of a custom range, YYYY-MM-DD.
         */
        to?: string;
        /**
         * Unread, read or both.
         */
        status?: 'all' | 'unread' | 'read';
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol?: UnderlyingSymbol;
        /**
         * Only notifications that this alert rule raised.
         */
        alert_id?: string;
        /**
         * The archived notifications instead of those of the list.
         */
        archived?: boolean;
        /**
         * Most notifications of the answer.
         */
        limit?: number;
        /**
         * The next_cursor or previous_cursor of another page.
         */
        cursor?: string;
        /**
         * Start at the newest notification of this day of the account’s time zone, else at the next older one, YYYY-MM-DD.
         */
        at_date?: string;
    };
    url: '/api/v1/notifications';
};

export type ListNotificationsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ListNotificationsError = ListNotificationsErrors[keyof ListNotificationsErrors];

export type ListNotificationsResponses = {
    /**
     * Notifications
     */
    200: ListNotificationsAnswer;
};

export type ListNotificationsResponse = ListNotificationsResponses[keyof ListNotificationsResponses];

export type UnreadCountData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/v1/notifications/unread_count';
};

export type UnreadCountErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type UnreadCountError = UnreadCountErrors[keyof UnreadCountErrors];

export type UnreadCountResponses = {
    /**
     * Unread count
     */
    200: UnreadCountAnswer;
};

export type UnreadCountResponse = UnreadCountResponses[keyof UnreadCountResponses];

export type MarkNotificationReadData = {
    body?: never;
    path: {
        /**
         * Id of the notification.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/notifications/{id}/mark_read';
};

export type MarkNotificationReadErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type MarkNotificationReadError = MarkNotificationReadErrors[keyof MarkNotificationReadErrors];

export type MarkNotificationReadResponses = {
    /**
     * Mark a notification read
     */
    200: Notification;
};

export type MarkNotificationReadResponse = MarkNotificationReadResponses[keyof MarkNotificationReadResponses];

export type MarkNotificationUnreadData = {
    body?: never;
    path: {
        /**
         * Id of the notification.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/notifications/{id}/mark_unread';
};

export type MarkNotificationUnreadErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type MarkNotificationUnreadError = MarkNotificationUnreadErrors[keyof MarkNotificationUnreadErrors];

export type MarkNotificationUnreadResponses = {
    /**
     * Mark a notification unread
     */
    200: Notification;
};

export type MarkNotificationUnreadResponse = MarkNotificationUnreadResponses[keyof MarkNotificationUnreadResponses];

export type MarkAllNotificationsReadData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/v1/notifications/mark_all_read';
};

export type MarkAllNotificationsReadErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type MarkAllNotificationsReadError = MarkAllNotificationsReadErrors[keyof MarkAllNotificationsReadErrors];

export type MarkAllNotificationsReadResponses = {
    /**
     * Mark all notifications read
     */
    200: MarkAllNotificationsReadAnswer;
};

export type MarkAllNotificationsReadResponse = MarkAllNotificationsReadResponses[keyof MarkAllNotificationsReadResponses];

export type ChangeMatchingNotificationsData = {
    body: {
        /**
         * read marks read; archive concerns the list; restore concerns archived notifications.
         */
        change: 'read' | 'archive' | 'restore';
        /**
         * Kind of notification; system is system_update and account together.
         */
        type?: 'custom_alert' | 'unusual_activity' | 'whale_trade' | 'system_update' | 'account' | 'system';
        /**
         * Days of the time zone of the account, today included; custom takes from and to.
         */
        date?: 'today' | 'last_7_days' | 'last_30_days' | 'custom';
        /**
         * First day of a custom range, YYYY-MM-DD.
         */
        from?: string;
        /**
         * Last day of a custom range, YYYY-MM-DD.
         */
        to?: string;
        /**
         * Unread, read or both.
         */
        status?: 'all' | 'unread' | 'read';
        symbol?: UnderlyingSymbol;
        /**
         * Only notifications that this alert rule raised.
         */
        alert_id?: string;
        /**
         * The archived notifications instead of those of the list.
         */
        archived?: boolean;
        /**
         * Only notifications up to this place: through_seq of the list.
         */
        through_seq?: number;
    };
    path?: never;
    query?: never;
    url: '/api/v1/notifications/change_matching';
};

export type ChangeMatchingNotificationsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ChangeMatchingNotificationsError = ChangeMatchingNotificationsErrors[keyof ChangeMatchingNotificationsErrors];

export type ChangeMatchingNotificationsResponses = {
    /**
     * Change all matching notifications
     */
    200: ChangeMatchingNotificationsAnswer;
};

export type ChangeMatchingNotificationsResponse = ChangeMatchingNotificationsResponses[keyof ChangeMatchingNotificationsResponses];

export type ArchiveNotificationsData = {
    body: {
        /**
         * Ids of notifications, 1 to 500.
         */
        ids: Array<string>;
    };
    path?: never;
    query?: never;
    url: '/api/v1/notifications/archive';
};

export type ArchiveNotificationsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ArchiveNotificationsError = ArchiveNotificationsErrors[keyof ArchiveNotificationsErrors];

export type ArchiveNotificationsResponses = {
    /**
     * Archive notifications
     */
    200: ArchiveNotificationsAnswer;
};

export type ArchiveNotificationsResponse = ArchiveNotificationsResponses[keyof ArchiveNotificationsResponses];

export type RestoreNotificationsData = {
    body: {
        /**
         * Ids of notifications, 1 to 500.
         */
        ids: Array<string>;
    };
    path?: never;
    query?: never;
    url: '/api/v1/notifications/restore';
};

export type RestoreNotificationsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type RestoreNotificationsError = RestoreNotificationsErrors[keyof RestoreNotificationsErrors];

export type RestoreNotificationsResponses = {
    /**
     * Restore archived notifications
     */
    200: RestoreNotificationsAnswer;
};

export type RestoreNotificationsResponse = RestoreNotificationsResponses[keyof RestoreNotificationsResponses];

export type UndoNotificationChangeData = {
    body: {
        /**
         * The id in undo of the answer to the action.
         */
        id: string;
    };
    path?: never;
    query?: never;
    url: '/api/v1/notifications/undo';
};

export type UndoNotificationChangeErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type UndoNotificationChangeError = UndoNotificationChangeErrors[keyof UndoNotificationChangeErrors];

export type UndoNotificationChangeResponses = {
    /**
     * Undo a change of notifications
     */
    200: UndoNotificationChangeAnswer;
};

export type UndoNotificationChangeResponse = UndoNotificationChangeResponses[keyof UndoNotificationChangeResponses];

export type DeleteNotificationData = {
    body?: never;
    path: {
        /**
         * Id of the notification.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/notifications/{id}';
};

export type DeleteNotificationErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type DeleteNotificationError = DeleteNotificationErrors[keyof DeleteNotificationErrors];

export type DeleteNotificationResponses = {
    /**
     * Delete a notification
     */
    204: void;
};

export type DeleteNotificationResponse = DeleteNotificationResponses[keyof DeleteNotificationResponses];

export type DeleteNotificationsData = {
    body: {
        /**
         * Ids of notifications, 1 to 500.
         */
        ids: Array<string>;
    };
    path?: never;
    query?: never;
    url: '/api/v1/notifications/delete_selected';
};

export type DeleteNotificationsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type DeleteNotificationsError = DeleteNotificationsErrors[keyof DeleteNotificationsErrors];

export type DeleteNotificationsResponses = {
    /**
     * Delete selected notifications
     */
    200: DeleteNotificationsAnswer;
};

export type DeleteNotificationsResponse = DeleteNotificationsResponses[keyof DeleteNotificationsResponses];

export type ExportNotificationsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Kind of notification; system is system_update and account together.
         */
        type?: 'custom_alert' | 'unusual_activity' | 'whale_trade' | 'system_update' | 'account' | 'system';
        /**
         * Days of the time zone of the account, today included; custom takes from and to.
         */
        date?: 'today' | 'last_7_days' | 'last_30_days' | 'custom';
        /**
         * First day of a custom range, YYYY-MM-DD.
         */
        from?: string;
        /**
         * Last day of a custom range, YYYY-MM-DD.
         */
        to?: string;
        /**
         * Unread, read or both.
         */
        status?: 'all' | 'unread' | 'read';
        /**
         * Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
         */
        symbol?: UnderlyingSymbol;
        /**
         * Only notifications that this alert rule raised.
         */
        alert_id?: string;
        /**
         * The archived notifications instead of those of the list.
         */
        archived?: boolean;
    };
    url: '/api/v1/notifications/export.csv';
};

export type ExportNotificationsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ExportNotificationsError = ExportNotificationsErrors[keyof ExportNotificationsErrors];

export type ExportNotificationsResponses = {
    /**
     * Export notifications as CSV
     */
    200: string;
};

export type ExportNotificationsResponse = ExportNotificationsResponses[keyof ExportNotificationsResponses];

export type ShowNotificationSettingsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/v1/notification_settings';
};

export type ShowNotificationSettingsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ShowNotificationSettingsError = ShowNotificationSettingsErrors[keyof ShowNotificationSettingsErrors];

export type ShowNotificationSettingsResponses = {
    /**
     * Notification settings
     */
    200: NotificationSettings;
};

export type ShowNotificationSettingsResponse = ShowNotificationSettingsResponses[keyof ShowNotificationSettingsResponses];

export type ChangeNotificationSettingsData = {
    body?: {
        /**
         * The master switch: off, nothing leaves the bell.
         */
        enabled?: boolean;
        /**
         * Channels by name; what is not named stays as it is.
         */
        channels?: {
            email?: {
                /**
                 * Whether this channel is used.
                 */
                enabled?: boolean;
            };
            sms?: {
                /**
                 * Whether this channel is used.
                 */
                enabled?: boolean;
            };
            push?: {
                /**
                 * Whether this channel is used.
                 */
                enabled?: boolean;
            };
            slack?: {
                /**
                 * Whether this channel is used.
                 */
                enabled?: boolean;
                /**
                 * Where to send; null removes it. Nothing but a test goes to a new URL before a test has worked.
                 */
                url?: string | null;
            };
            discord?: {
                /**
                 * Whether this channel is used.
                 */
                enabled?: boolean;
                /**
                 * Where to send; null removes it. Nothing but a test goes to a new URL before a test has worked.
                 */
                url?: string | null;
            };
            telegram?: {
                /**
                 * Whether this channel is used.
                 */
                enabled?: boolean;
            };
            webhook?: {
                /**
                 * Whether this channel is used.
                 */
                enabled?: boolean;
                /**
                 * Where to send; null removes it. Nothing but a test goes to a new URL before a test has worked.
                 */
                url?: string | null;
            };
        };
        /**
         * Windows in which nothing of normal priority is sent; several are joined.
         */
        quiet_hours?: Array<QuietWindow>;
        /**
         * IANA time zone of the account, for example America/New_York.
         */
        time_zone?: string;
        /**
         * When messages for people go: at once, or gathered by the hour or the day. High priority always goes at once.
         */
        frequency?: 'realtime' | 'hourly' | 'daily';
        /**
         * When the daily digest goes, hh:mm in time_zone.
         */
        digest_time?: string;
        /**
         * Whether the bell may sound.
         */
        sound?: boolean;
    };
    path?: never;
    query?: never;
    url: '/api/v1/notification_settings';
};

export type ChangeNotificationSettingsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ChangeNotificationSettingsError = ChangeNotificationSettingsErrors[keyof ChangeNotificationSettingsErrors];

export type ChangeNotificationSettingsResponses = {
    /**
     * Change notification settings
     */
    200: NotificationSettings;
};

export type ChangeNotificationSettingsResponse = ChangeNotificationSettingsResponses[keyof ChangeNotificationSettingsResponses];

export type TestNotificationChannelData = {
    body?: never;
    path: {
        /**
         * A way to a person or a program besides the bell.
         */
        channel: 'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook';
    };
    query?: never;
    url: '/api/v1/notification_settings/channels/{channel}/test';
};

export type TestNotificationChannelErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type TestNotificationChannelError = TestNotificationChannelErrors[keyof TestNotificationChannelErrors];

export type TestNotificationChannelResponses = {
    /**
     * Test a channel
     */
    200: TestNotificationChannelAnswer;
};

export type TestNotificationChannelResponse = TestNotificationChannelResponses[keyof TestNotificationChannelResponses];

export type RevealWebhookSecretData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/v1/notification_settings/channels/webhook/reveal_secret';
};

export type RevealWebhookSecretErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type RevealWebhookSecretError = RevealWebhookSecretErrors[keyof RevealWebhookSecretErrors];

export type RevealWebhookSecretResponses = {
    /**
     * Show the signing secret
     */
    200: RevealWebhookSecretAnswer;
};

export type RevealWebhookSecretResponse = RevealWebhookSecretResponses[keyof RevealWebhookSecretResponses];

export type RotateWebhookSecretData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/v1/notification_settings/channels/webhook/rotate_secret';
};

export type RotateWebhookSecretErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type RotateWebhookSecretError = RotateWebhookSecretErrors[keyof RotateWebhookSecretErrors];

export type RotateWebhookSecretResponses = {
    /**
     * Rotate the signing secret
     */
    200: RotateWebhookSecretAnswer;
};

export type RotateWebhookSecretResponse = RotateWebhookSecretResponses[keyof RotateWebhookSecretResponses];

export type SendEmailLinkData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/v1/notification_settings/email';
};

export type SendEmailLinkErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type SendEmailLinkError = SendEmailLinkErrors[keyof SendEmailLinkErrors];

export type SendEmailLinkResponses = {
    /**
     * Verify the e-mail address again
     */
    202: SendEmailLinkAnswer;
};

export type SendEmailLinkResponse = SendEmailLinkResponses[keyof SendEmailLinkResponses];

export type SendPhoneCodeData = {
    body: {
        /**
         * Phone number in international form, for example +12025550123.
         */
        phone_number: string;
    };
    path?: never;
    query?: never;
    url: '/api/v1/notification_settings/phone';
};

export type SendPhoneCodeErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type SendPhoneCodeError = SendPhoneCodeErrors[keyof SendPhoneCodeErrors];

export type SendPhoneCodeResponses = {
    /**
     * Send a code to a phone
     */
    200: SendPhoneCodeAnswer;
};

export type SendPhoneCodeResponse = SendPhoneCodeResponses[keyof SendPhoneCodeResponses];

export type VerifyPhoneData = {
    body: {
        /**
         * The 6 digits of the SMS.
         */
        code: string;
    };
    path?: never;
    query?: never;
    url: '/api/v1/notification_settings/phone/verify';
};

export type VerifyPhoneErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type VerifyPhoneError = VerifyPhoneErrors[keyof VerifyPhoneErrors];

export type VerifyPhoneResponses = {
    /**
     * Verify a phone number
     */
    200: VerifyPhoneAnswer;
};

export type VerifyPhoneResponse = VerifyPhoneResponses[keyof VerifyPhoneResponses];

export type AddPushDeviceData = {
    body: {
        /**
         * A phone (kind fcm, token) or a browser (kind web, endpoint and keys).
         */
        device: {
            kind: 'fcm';
            token: string;
        } | {
            kind: 'web';
            endpoint: string;
            keys: {
                p256dh: string;
                auth: string;
            };
        };
        /**
         * What you call the device, 1 to 100 characters.
         */
        label?: string;
    };
    path?: never;
    query?: never;
    url: '/api/v1/notification_settings/devices';
};

export type AddPushDeviceErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type AddPushDeviceError = AddPushDeviceErrors[keyof AddPushDeviceErrors];

export type AddPushDeviceResponses = {
    /**
     * Add a push device
     */
    201: AddPushDeviceAnswer;
};

export type AddPushDeviceResponse = AddPushDeviceResponses[keyof AddPushDeviceResponses];

export type RemovePushDeviceData = {
    body?: never;
    path: {
        /**
         * Id of the device.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/notification_settings/devices/{id}';
};

export type RemovePushDeviceErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type RemovePushDeviceError = RemovePushDeviceErrors[keyof RemovePushDeviceErrors];

export type RemovePushDeviceResponses = {
    /**
     * Remove a push device
     */
    204: void;
};

export type RemovePushDeviceResponse = RemovePushDeviceResponses[keyof RemovePushDeviceResponses];

export type UnlinkChatData = {
    body?: never;
    path: {
        /**
         * A channel whose address is a chat that is linked through a bot.
         */
        channel: 'telegram';
    };
    query?: never;
    url: '/api/v1/notification_settings/channels/{channel}/link';
};

export type UnlinkChatErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type UnlinkChatError = UnlinkChatErrors[keyof UnlinkChatErrors];

export type UnlinkChatResponses = {
    /**
     * Unlink a chat
     */
    204: void;
};

export type UnlinkChatResponse = UnlinkChatResponses[keyof UnlinkChatResponses];

export type LinkChatData = {
    body?: never;
    path: {
        /**
         * A channel whose address is a chat that is linked through a bot.
         */
        channel: 'telegram';
    };
    query?: never;
    url: '/api/v1/notification_settings/channels/{channel}/link';
};

export type LinkChatErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type LinkChatError = LinkChatErrors[keyof LinkChatErrors];

export type LinkChatResponses = {
    /**
     * Link a chat
     */
    201: LinkChatAnswer;
};

export type LinkChatResponse = LinkChatResponses[keyof LinkChatResponses];

export type ListDeliveriesData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only deliveries of this status.
         */
        status?: 'pending' | 'sent' | 'failed' | 'throttled';
        /**
         * Only deliveries through this channel.
         */
        channel?: 'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook';
        /**
         * Maximum number of rows, 1 to 100.
         */
        limit?: number;
        /**
         * The next_cursor of the previous page.
         */
        cursor?: string;
    };
    url: '/api/v1/deliveries';
};

export type ListDeliveriesErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ListDeliveriesError = ListDeliveriesErrors[keyof ListDeliveriesErrors];

export type ListDeliveriesResponses = {
    /**
     * Deliveries
     */
    200: ListDeliveriesAnswer;
};

export type ListDeliveriesResponse = ListDeliveriesResponses[keyof ListDeliveriesResponses];

export type RedeliverData = {
    body?: never;
    path: {
        /**
         * Id of the delivery.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/deliveries/{id}/redeliver';
};

export type RedeliverErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type RedeliverError = RedeliverErrors[keyof RedeliverErrors];

export type RedeliverResponses = {
    /**
     * Send a delivery again
     */
    200: RedeliverAnswer;
};

export type RedeliverResponse = RedeliverResponses[keyof RedeliverResponses];

export type RedeliverFailedData = {
    body: {
        /**
         * From when on, at most 7 days ago.
         */
        since: string;
    };
    path: {
        /**
         * A way to a person or a program besides the bell.
         */
        channel: 'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook';
    };
    query?: never;
    url: '/api/v1/notification_settings/channels/{channel}/redeliver_failed';
};

export type RedeliverFailedErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type RedeliverFailedError = RedeliverFailedErrors[keyof RedeliverFailedErrors];

export type RedeliverFailedResponses = {
    /**
     * Send again what failed
     */
    200: RedeliverFailedAnswer;
};

export type RedeliverFailedResponse = RedeliverFailedResponses[keyof RedeliverFailedResponses];

export type ListAlertsData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Maximum number of rows, 1 to 100.
         */
        limit?: number;
        /**
         * The next_cursor of the previous page.
         */
        cursor?: string;
    };
    url: '/api/v1/alerts';
};

export type ListAlertsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ListAlertsError = ListAlertsErrors[keyof ListAlertsErrors];

export type ListAlertsResponses = {
    /**
     * Alerts
     */
    200: ListAlertsAnswer;
};

export type ListAlertsResponse = ListAlertsResponses[keyof ListAlertsResponses];

export type CreateAlertData = {
    body: {
        /**
         * A name for the alert, 1 to 100 characters.
         */
        name: string;
        /**
         * What the rule watches.
         */
        source: 'option_flow' | 'trade_idea' | 'market_level' | 'screen';
        /**
         * Conditions; all must be met. option_flow: symbols (at most 10), option_type, premium_min, premium_max, unusual_score_min, sides, dte_min, dte_max, volume_oi_ratio_min, alert_types, trade_types. trade_idea: symbols, direction, strategies, min_confidence. market_level: symbols, level (price, gamma_flip, call_wall, put_wall, support, resistance, iv_rank, net_gex, earnings_days), value, direction, rearm_distance. screen: filters of the screener, symbols; rings for symbols that pass now and did not before.
         */
        criteria?: {
            [key: string]: unknown;
        };
        /**
         * Channels to use; null for those of the account's settings, an empty list for the bell only.
         */
        channels?: Array<'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook'> | null;
        /**
         * A webhook URL for this alert instead of the account’s; needs the Vega plan.
         */
        webhook_url?: string | null;
        /**
         * Minimum minutes between two notifications for one symbol; 30 or more are recommended.
         */
        cooldown_minutes?: number;
        /**
         * High always notifies immediately; normal respects quiet hours and digests.
         */
        priority?: 'normal' | 'high';
        /**
         * Whether the rule is active.
         */
        enabled?: boolean;
    };
    path?: never;
    query?: never;
    url: '/api/v1/alerts';
};

export type CreateAlertErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type CreateAlertError = CreateAlertErrors[keyof CreateAlertErrors];

export type CreateAlertResponses = {
    /**
     * Create an alert
     */
    201: AlertWithSecret;
};

export type CreateAlertResponse = CreateAlertResponses[keyof CreateAlertResponses];

export type DeleteAlertData = {
    body?: never;
    path: {
        /**
         * Id of the alert.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/alerts/{id}';
};

export type DeleteAlertErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type DeleteAlertError = DeleteAlertErrors[keyof DeleteAlertErrors];

export type DeleteAlertResponses = {
    /**
     * Delete an alert
     */
    204: void;
};

export type DeleteAlertResponse = DeleteAlertResponses[keyof DeleteAlertResponses];

export type ShowAlertData = {
    body?: never;
    path: {
        /**
         * Id of the alert.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/alerts/{id}';
};

export type ShowAlertErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ShowAlertError = ShowAlertErrors[keyof ShowAlertErrors];

export type ShowAlertResponses = {
    /**
     * Alert
     */
    200: Alert;
};

export type ShowAlertResponse = ShowAlertResponses[keyof ShowAlertResponses];

export type ChangeAlertData = {
    body?: {
        /**
         * A name for the alert, 1 to 100 characters.
         */
        name?: string;
        /**
         * Conditions; all must be met. option_flow: symbols (at most 10), option_type, premium_min, premium_max, unusual_score_min, sides, dte_min, dte_max, volume_oi_ratio_min, alert_types, trade_types. trade_idea: symbols, direction, strategies, min_confidence. market_level: symbols, level (price, gamma_flip, call_wall, put_wall, support, resistance, iv_rank, net_gex, earnings_days), value, direction, rearm_distance. screen: filters of the screener, symbols; rings for symbols that pass now and did not before.
         */
        criteria?: {
            [key: string]: unknown;
        };
        /**
         * Channels to use; null for those of the account's settings, an empty list for the bell only.
         */
        channels?: Array<'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook'> | null;
        /**
         * A webhook URL for this alert instead of the account’s; needs the Vega plan.
         */
        webhook_url?: string | null;
        /**
         * Minimum minutes between two notifications for one symbol; 30 or more are recommended.
         */
        cooldown_minutes?: number;
        /**
         * High always notifies immediately; normal respects quiet hours and digests.
         */
        priority?: 'normal' | 'high';
        /**
         * Whether the rule is active.
         */
        enabled?: boolean;
    };
    path: {
        /**
         * Id of the alert.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/alerts/{id}';
};

export type ChangeAlertErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ChangeAlertError = ChangeAlertErrors[keyof ChangeAlertErrors];

export type ChangeAlertResponses = {
    /**
     * Change an alert
     */
    200: AlertWithSecret;
};

export type ChangeAlertResponse = ChangeAlertResponses[keyof ChangeAlertResponses];

export type SnoozedAlertsData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/v1/alerts/snoozed';
};

export type SnoozedAlertsErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type SnoozedAlertsError = SnoozedAlertsErrors[keyof SnoozedAlertsErrors];

export type SnoozedAlertsResponses = {
    /**
     * Snoozed alerts
     */
    200: SnoozedAlertsAnswer;
};

export type SnoozedAlertsResponse = SnoozedAlertsResponses[keyof SnoozedAlertsResponses];

export type EndAlertSnoozeData = {
    body?: never;
    path: {
        /**
         * Id of the alert.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/alerts/{id}/snooze';
};

export type EndAlertSnoozeErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type EndAlertSnoozeError = EndAlertSnoozeErrors[keyof EndAlertSnoozeErrors];

export type EndAlertSnoozeResponses = {
    /**
     * End the snooze of an alert
     */
    200: Alert;
};

export type EndAlertSnoozeResponse = EndAlertSnoozeResponses[keyof EndAlertSnoozeResponses];

export type SnoozeAlertData = {
    body: {
        /**
         * How long: one hour, until the close of the session that is under way, until the open of the next trading day, or until an instant of your choice.
         */
        for: 'one_hour' | 'rest_of_session' | 'next_open' | 'custom';
        /**
         * With custom, when the snooze ends, UTC; at most 30 days from now.
         */
        until?: string;
    };
    path: {
        /**
         * Id of the alert.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/alerts/{id}/snooze';
};

export type SnoozeAlertErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type SnoozeAlertError = SnoozeAlertErrors[keyof SnoozeAlertErrors];

export type SnoozeAlertResponses = {
    /**
     * Snooze an alert
     */
    200: Alert;
};

export type SnoozeAlertResponse = SnoozeAlertResponses[keyof SnoozeAlertResponses];

export type RevealAlertSecretData = {
    body?: never;
    path: {
        /**
         * Id of the alert.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/alerts/{id}/reveal_secret';
};

export type RevealAlertSecretErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type RevealAlertSecretError = RevealAlertSecretErrors[keyof RevealAlertSecretErrors];

export type RevealAlertSecretResponses = {
    /**
     * Show the signing secret of an alert
     */
    200: RevealAlertSecretAnswer;
};

export type RevealAlertSecretResponse = RevealAlertSecretResponses[keyof RevealAlertSecretResponses];

export type RotateAlertSecretData = {
    body?: never;
    path: {
        /**
         * Id of the alert.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/alerts/{id}/rotate_secret';
};

export type RotateAlertSecretErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type RotateAlertSecretError = RotateAlertSecretErrors[keyof RotateAlertSecretErrors];

export type RotateAlertSecretResponses = {
    /**
     * Rotate the signing secret of an alert
     */
    200: RotateAlertSecretAnswer;
};

export type RotateAlertSecretResponse = RotateAlertSecretResponses[keyof RotateAlertSecretResponses];

export type BacktestAlertData = {
    body?: {
        /**
         * Sessions to test, including the current one.
         */
        sessions?: number;
    };
    path: {
        /**
         * Id of the alert.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/alerts/{id}/backtest';
};

export type BacktestAlertErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type BacktestAlertError = BacktestAlertErrors[keyof BacktestAlertErrors];

export type BacktestAlertResponses = {
    /**
     * Test an alert on recent sessions
     */
    200: BacktestAlertAnswer;
};

export type BacktestAlertResponse = BacktestAlertResponses[keyof BacktestAlertResponses];

export type ShowWatchlistData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Also thresholds, prices and option figures of each symbol, the latter at most five minutes old. available answers at once, with the symbols whose figures are still being computed in pending.
         */
        figures?: 'all' | 'available';
    };
    url: '/api/v1/watchlist';
};

export type ShowWatchlistErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ShowWatchlistError = ShowWatchlistErrors[keyof ShowWatchlistErrors];

export type ShowWatchlistResponses = {
    /**
     * Watchlist
     */
    200: ShowWatchlistAnswer;
};

export type ShowWatchlistResponse = ShowWatchlistResponses[keyof ShowWatchlistResponses];

export type ChangeWatchlistData = {
    body?: {
        /**
         * Symbols to watch; known ones keep their place.
         */
        add?: Array<UnderlyingSymbol>;
        /**
         * Symbols to watch no longer.
         */
        remove?: Array<UnderlyingSymbol>;
        /**
         * Bounds of all symbols, as a whole; {} for the usual ones.
         */
        thresholds?: {
            /**
             * Minimum premium of a whale trade, USD; 500,000 if absent.
             */
            premium_min?: number;
            /**
             * Minimum score of unusual activity, 80 to 100; 95 if absent.
             */
            unusual_score_min?: number;
            /**
             * Minimum size of both, contracts; 1 if absent.
             */
            size_min?: number;
        };
        /**
         * Bounds of watched symbols, each as a whole; a symbol without any has those of all.
         */
        symbol_thresholds?: Array<{
            /**
             * Minimum premium of a whale trade, USD; 500,000 if absent.
             */
            premium_min?: number;
            /**
             * Minimum score of unusual activity, 80 to 100; 95 if absent.
             */
            unusual_score_min?: number;
            /**
             * Minimum size of both, contracts; 1 if absent.
             */
            size_min?: number;
            symbol: UnderlyingSymbol;
        }>;
    };
    path?: never;
    query?: never;
    url: '/api/v1/watchlist';
};

export type ChangeWatchlistErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ChangeWatchlistError = ChangeWatchlistErrors[keyof ChangeWatchlistErrors];

export type ChangeWatchlistResponses = {
    /**
     * Change the watchlist
     */
    200: ChangeWatchlistAnswer;
};

export type ChangeWatchlistResponse = ChangeWatchlistResponses[keyof ChangeWatchlistResponses];

export type ReplaceWatchlistData = {
    body: {
        /**
         * Symbols, at most 200.
         */
        symbols: Array<UnderlyingSymbol>;
    };
    path?: never;
    query?: never;
    url: '/api/v1/watchlist';
};

export type ReplaceWatchlistErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ReplaceWatchlistError = ReplaceWatchlistErrors[keyof ReplaceWatchlistErrors];

export type ReplaceWatchlistResponses = {
    /**
     * Replace the watchlist
     */
    200: ReplaceWatchlistAnswer;
};

export type ReplaceWatchlistResponse = ReplaceWatchlistResponses[keyof ReplaceWatchlistResponses];

export type PreviewWatchlistData = {
    body?: {
        /**
         * Bounds of all symbols; the stored ones if absent.
         */
        thresholds?: {
            /**
             * Minimum premium of a whale trade, USD; 500,000 if absent.
             */
            premium_min?: number;
            /**
             * Minimum score of unusual activity, 80 to 100; 95 if absent.
             */
            unusual_score_min?: number;
            /**
             * Minimum size of both, contracts; 1 if absent.
             */
            size_min?: number;
        };
        /**
         * Bounds of single symbols; the stored ones if absent.
         */
        symbol_thresholds?: Array<{
            /**
             * Minimum premium of a whale trade, USD; 500,000 if absent.
             */
            premium_min?: number;
            /**
             * Minimum score of unusual activity, 80 to 100; 95 if absent.
             */
            unusual_score_min?: number;
            /**
             * Minimum size of both, contracts; 1 if absent.
             */
            size_min?: number;
            symbol: UnderlyingSymbol;
        }>;
    };
    path?: never;
    query?: never;
    url: '/api/v1/watchlist/preview';
};

export type PreviewWatchlistErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type PreviewWatchlistError = PreviewWatchlistErrors[keyof PreviewWatchlistErrors];

export type PreviewWatchlistResponses = {
    /**
     * Preview of the watchlist
     */
    200: PreviewWatchlistAnswer;
};

export type PreviewWatchlistResponse = PreviewWatchlistResponses[keyof PreviewWatchlistResponses];

export type ListSavedFiltersData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/v1/flow/saved_filters';
};

export type ListSavedFiltersErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ListSavedFiltersError = ListSavedFiltersErrors[keyof ListSavedFiltersErrors];

export type ListSavedFiltersResponses = {
    /**
     * Saved filters
     */
    200: ListSavedFiltersAnswer;
};

export type ListSavedFiltersResponse = ListSavedFiltersResponses[keyof ListSavedFiltersResponses];

export type CreateSavedFilterData = {
    body: {
        /**
         * A name, unique in the account, 1 to 60 characters.
         */
        name: string;
        /**
         * Inputs of options_flow that narrow it.
         */
        filters: {
            symbol?: UnderlyingSymbol;
            /**
             * Only these symbols.
             */
            symbols?: Array<UnderlyingSymbol>;
            /**
             * Without these symbols.
             */
            exclude_symbols?: Array<UnderlyingSymbol>;
            /**
             * Calls or puts.
             */
            option_type?: 'call' | 'put';
            /**
             * Place against the quote.
             */
            side?: 'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid';
            /**
             * Places against the quote, any of these.
             */
            sides?: Array<'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid'>;
            /**
             * Kind of print.
             */
            trade_type?: 'sweep' | 'block' | 'multi_leg' | 'floor' | 'single';
            /**
             * Lean of the print.
             */
            sentiment?: 'bullish' | 'bearish' | 'neutral';
            /**
             * Minimum, USD.
             */
            min_premium?: number;
            /**
             * Maximum, USD.
             */
            max_premium?: number;
            /**
             * Contracts.
             */
            min_size?: number;
            /**
             * Of unusual_score.
             */
            min_unusual_score?: number;
            /**
             * Of volume_oi_ratio; above 1 more contracts were traded than were open, so some open.
             */
            min_volume_oi_ratio?: number;
            /**
             * Least calendar days from session_date.
             */
            dte_min?: number;
            /**
             * Most calendar days from session_date.
             */
            dte_max?: number;
            /**
             * Only symbols that report earnings within so many calendar days from the session.
             */
            earnings_within?: number;
        };
    };
    path?: never;
    query?: never;
    url: '/api/v1/flow/saved_filters';
};

export type CreateSavedFilterErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type CreateSavedFilterError = CreateSavedFilterErrors[keyof CreateSavedFilterErrors];

export type CreateSavedFilterResponses = {
    /**
     * Save a filter
     */
    201: SavedFilter;
};

export type CreateSavedFilterResponse = CreateSavedFilterResponses[keyof CreateSavedFilterResponses];

export type DeleteSavedFilterData = {
    body?: never;
    path: {
        /**
         * Identity of what is saved.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/flow/saved_filters/{id}';
};

export type DeleteSavedFilterErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type DeleteSavedFilterError = DeleteSavedFilterErrors[keyof DeleteSavedFilterErrors];

export type DeleteSavedFilterResponses = {
    /**
     * Delete a saved filter
     */
    204: void;
};

export type DeleteSavedFilterResponse = DeleteSavedFilterResponses[keyof DeleteSavedFilterResponses];

export type ChangeSavedFilterData = {
    body?: {
        /**
         * A name, unique in the account, 1 to 60 characters.
         */
        name?: string;
        /**
         * Inputs of options_flow that narrow it.
         */
        filters?: {
            symbol?: UnderlyingSymbol;
            /**
             * Only these symbols.
             */
            symbols?: Array<UnderlyingSymbol>;
            /**
             * Without these symbols.
             */
            exclude_symbols?: Array<UnderlyingSymbol>;
            /**
             * Calls or puts.
             */
            option_type?: 'call' | 'put';
            /**
             * Place against the quote.
             */
            side?: 'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid';
            /**
             * Places against the quote, any of these.
             */
            sides?: Array<'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid'>;
            /**
             * Kind of print.
             */
            trade_type?: 'sweep' | 'block' | 'multi_leg' | 'floor' | 'single';
            /**
             * Lean of the print.
             */
            sentiment?: 'bullish' | 'bearish' | 'neutral';
            /**
             * Minimum, USD.
             */
            min_premium?: number;
            /**
             * Maximum, USD.
             */
            max_premium?: number;
            /**
             * Contracts.
             */
            min_size?: number;
            /**
             * Of unusual_score.
             */
            min_unusual_score?: number;
            /**
             * Of volume_oi_ratio; above 1 more contracts were traded than were open, so some open.
             */
            min_volume_oi_ratio?: number;
            /**
             * Least calendar days from session_date.
             */
            dte_min?: number;
            /**
             * Most calendar days from session_date.
             */
            dte_max?: number;
            /**
             * Only symbols that report earnings within so many calendar days from the session.
             */
            earnings_within?: number;
        };
    };
    path: {
        /**
         * Identity of what is saved.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/flow/saved_filters/{id}';
};

export type ChangeSavedFilterErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ChangeSavedFilterError = ChangeSavedFilterErrors[keyof ChangeSavedFilterErrors];

export type ChangeSavedFilterResponses = {
    /**
     * Change a saved filter
     */
    200: SavedFilter;
};

export type ChangeSavedFilterResponse = ChangeSavedFilterResponses[keyof ChangeSavedFilterResponses];

export type ListScreensData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/v1/screens';
};

export type ListScreensErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ListScreensError = ListScreensErrors[keyof ListScreensErrors];

export type ListScreensResponses = {
    /**
     * Saved screens
     */
    200: ListScreensAnswer;
};

export type ListScreensResponse = ListScreensResponses[keyof ListScreensResponses];

export type CreateScreenData = {
    body: {
        /**
         * A name, unique in the account, 1 to 60 characters.
         */
        name: string;
        /**
         * Inputs of screener.
         */
        screen: {
            /**
             * Filters of the screener, all of which must hold: iv_rank >= 70.
             */
            filters?: Array<string>;
            /**
             * Only these; all if absent.
             */
            symbols?: Array<UnderlyingSymbol>;
            /**
             * A field; -field for the highest first.
             */
            sort?: string;
            /**
             * Columns of the table.
             */
            fields?: Array<'price' | 'change_pct' | 'iv30' | 'iv_rank' | 'iv_percentile' | 'iv_change_points' | 'rv20' | 'rv30' | 'iv_minus_rv30' | 'rr25' | 'bf25' | 'term_slope_pct' | 'net_gex' | 'flip_distance_pct' | 'call_wall_distance_pct' | 'put_wall_distance_pct' | 'put_call_ratio_volume' | 'put_call_ratio_open_interest' | 'net_premium' | 'unusual_count' | 'total_volume' | 'volume_ratio' | 'total_open_interest' | 'open_interest_change_pct' | 'days_to_earnings' | 'expected_move_pct' | 'report_move_pct' | 'atm_spread_pct' | 'state' | 'gamma_regime' | 'sector'>;
        };
    };
    path?: never;
    query?: never;
    url: '/api/v1/screens';
};

export type CreateScreenErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type CreateScreenError = CreateScreenErrors[keyof CreateScreenErrors];

export type CreateScreenResponses = {
    /**
     * Save a screen
     */
    201: SavedScreen;
};

export type CreateScreenResponse = CreateScreenResponses[keyof CreateScreenResponses];

export type DeleteScreenData = {
    body?: never;
    path: {
        /**
         * Identity of what is saved.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/screens/{id}';
};

export type DeleteScreenErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type DeleteScreenError = DeleteScreenErrors[keyof DeleteScreenErrors];

export type DeleteScreenResponses = {
    /**
     * Delete a saved screen
     */
    204: void;
};

export type DeleteScreenResponse = DeleteScreenResponses[keyof DeleteScreenResponses];

export type ChangeScreenData = {
    body?: {
        /**
         * A name, unique in the account, 1 to 60 characters.
         */
        name?: string;
        /**
         * Inputs of screener.
         */
        screen?: {
            /**
             * Filters of the screener, all of which must hold: iv_rank >= 70.
             */
            filters?: Array<string>;
            /**
             * Only these; all if absent.
             */
            symbols?: Array<UnderlyingSymbol>;
            /**
             * A field; -field for the highest first.
             */
            sort?: string;
            /**
             * Columns of the table.
             */
            fields?: Array<'price' | 'change_pct' | 'iv30' | 'iv_rank' | 'iv_percentile' | 'iv_change_points' | 'rv20' | 'rv30' | 'iv_minus_rv30' | 'rr25' | 'bf25' | 'term_slope_pct' | 'net_gex' | 'flip_distance_pct' | 'call_wall_distance_pct' | 'put_wall_distance_pct' | 'put_call_ratio_volume' | 'put_call_ratio_open_interest' | 'net_premium' | 'unusual_count' | 'total_volume' | 'volume_ratio' | 'total_open_interest' | 'open_interest_change_pct' | 'days_to_earnings' | 'expected_move_pct' | 'report_move_pct' | 'atm_spread_pct' | 'state' | 'gamma_regime' | 'sector'>;
        };
    };
    path: {
        /**
         * Identity of what is saved.
         */
        id: string;
    };
    query?: never;
    url: '/api/v1/screens/{id}';
};

export type ChangeScreenErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ChangeScreenError = ChangeScreenErrors[keyof ChangeScreenErrors];

export type ChangeScreenResponses = {
    /**
     * Change a saved screen
     */
    200: SavedScreen;
};

export type ChangeScreenResponse = ChangeScreenResponses[keyof ChangeScreenResponses];

export type ShowAccountData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/v1/account';
};

export type ShowAccountErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ShowAccountError = ShowAccountErrors[keyof ShowAccountErrors];

export type ShowAccountResponses = {
    /**
     * Account
     */
    200: ShowAccountAnswer;
};

export type ShowAccountResponse = ShowAccountResponses[keyof ShowAccountResponses];

export type ListLedgerData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Only entries of this status.
         */
        status?: 'queued' | 'skipped' | 'dry_run' | 'ordered' | 'failed';
        /**
         * Only entries of this symbol.
         */
        symbol?: string;
        /**
         * Most entries of the answer.
         */
        limit?: number;
        /**
         * The next_cursor of the previous page.
         */
        cursor?: string;
    };
    url: '/webhooks/optionomics-neutral/ledger';
};

export type ListLedgerErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ListLedgerError = ListLedgerErrors[keyof ListLedgerErrors];

export type ListLedgerResponses = {
    /**
     * The ledger
     */
    200: ListLedgerAnswer;
};

export type ListLedgerResponse = ListLedgerResponses[keyof ListLedgerResponses];

export type ShowLedgerEntryData = {
    body?: never;
    path: {
        /**
         * SHA-256 of alert_name, source, symbol, direction, strategy and triggered_at, joined by `|`; triggered_at as `YYYY-MM-DDThh:mm:ss[.ffffff][±hh:mm]`, with `Z` written `+00:00`.
         */
        fingerprint: string;
    };
    query?: never;
    url: '/webhooks/optionomics-neutral/ledger/{fingerprint}';
};

export type ShowLedgerEntryErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ShowLedgerEntryError = ShowLedgerEntryErrors[keyof ShowLedgerEntryErrors];

export type ShowLedgerEntryResponses = {
    /**
     * One entry of the ledger
     */
    200: LedgerEntry;
};

export type ShowLedgerEntryResponse = ShowLedgerEntryResponses[keyof ShowLedgerEntryResponses];

export type ShowLedgerEvidenceData = {
    body?: never;
    path: {
        /**
         * SHA-256 of alert_name, source, symbol, direction, strategy and triggered_at, joined by `|`; triggered_at as `YYYY-MM-DDThh:mm:ss[.ffffff][±hh:mm]`, with `Z` written `+00:00`.
         */
        fingerprint: string;
    };
    query?: never;
    url: '/webhooks/optionomics-neutral/ledger/{fingerprint}/evidence';
};

export type ShowLedgerEvidenceErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ShowLedgerEvidenceError = ShowLedgerEvidenceErrors[keyof ShowLedgerEvidenceErrors];

export type ShowLedgerEvidenceResponses = {
    /**
     * What a decision was made from
     */
    200: ShowLedgerEvidenceAnswer;
};

export type ShowLedgerEvidenceResponse = ShowLedgerEvidenceResponses[keyof ShowLedgerEvidenceResponses];

export type DecisionScorecardData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Sessions after the decision.
         */
        horizon?: 1 | 5 | 20;
        /**
         * Only decisions on this symbol.
         */
        symbol?: string;
        /**
         * First date of a decision; a year before to.
         */
        from?: string;
        /**
         * Last date; today.
         */
        to?: string;
        /**
         * Cost of each side of a trade, hundredths of a percent.
         */
        cost_bps?: number;
        /**
         * What each order stakes, USD.
         */
        stake_usd?: number;
    };
    url: '/webhooks/optionomics-neutral/scorecard';
};

export type DecisionScorecardErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type DecisionScorecardError = DecisionScorecardErrors[keyof DecisionScorecardErrors];

export type DecisionScorecardResponses = {
    /**
     * Scorecard of decisions
     */
    200: DecisionScorecardAnswer;
};

export type DecisionScorecardResponse = DecisionScorecardResponses[keyof DecisionScorecardResponses];

export type ExportLedgerData = {
    body?: never;
    path?: never;
    query?: {
        /**
         * Tickers, for example SPY,QQQ. Required except for ideas and the ledger.
         */
        symbols?: Array<UnderlyingSymbol>;
        /**
         * First New York date, YYYY-MM-DD; by default so that the range is short.
         */
        from?: string;
        /**
         * Last New York date, YYYY-MM-DD; by default the present session, for ideas and the ledger today.
         */
        to?: string;
        /**
         * csv (RFC 4180 with a header), ndjson (one JSON object in each line) or parquet.
         */
        format?: 'csv' | 'ndjson' | 'parquet';
    };
    url: '/webhooks/optionomics-neutral/export/ledger';
};

export type ExportLedgerErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ExportLedgerError = ExportLedgerErrors[keyof ExportLedgerErrors];

export type ExportLedgerResponses = {
    /**
     * Export the ledger
     */
    200: Blob | File;
};

export type ExportLedgerResponse = ExportLedgerResponses[keyof ExportLedgerResponses];

export type HealthData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/health';
};

export type HealthErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type HealthError = HealthErrors[keyof HealthErrors];

export type HealthResponses = {
    /**
     * Whether the process runs
     */
    200: {
        /**
         * Always `ok`.
         */
        status: 'ok';
        /**
         * Whether orders are only recorded, not sent.
         */
        dry_run: boolean;
        /**
         * Whether the paper account is used.
         */
        alpaca_paper: boolean;
    };
};

export type HealthResponse = HealthResponses[keyof HealthResponses];

export type HealthReadyData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/health/ready';
};

export type HealthReadyErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type HealthReadyError = HealthReadyErrors[keyof HealthReadyErrors];

export type HealthReadyResponses = {
    /**
     * Whether all parts work
     */
    200: {
        /**
         * Always `ready`.
         */
        status: 'ready';
        /**
         * The checked parts.
         */
        checks: Array<{
            /**
             * Name of the part.
             */
            name: string;
            /**
             * Whether it works.
             */
            ok: boolean;
            /**
             * Its state, in a sentence.
             */
            detail: string;
        }>;
    };
};

export type HealthReadyResponse = HealthReadyResponses[keyof HealthReadyResponses];

export type OpenapiData = {
    body?: never;
    path?: never;
    query?: never;
    url: '/api/v1/openapi.json';
};

export type OpenapiErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type OpenapiError = OpenapiErrors[keyof OpenapiErrors];

export type OpenapiResponses = {
    /**
     * This document
     */
    200: {
        [key: string]: unknown;
    };
};

export type OpenapiResponse = OpenapiResponses[keyof OpenapiResponses];

export type ReceiveTradeIdeaData = {
    /**
     * A trade idea. Further fields are ignored, and null counts as absent for the optional ones.
     */
    body: {
        /**
         * Name of the alert rule.
         */
        alert_name: string;
        /**
         * Always `trade_idea`.
         */
        source: 'trade_idea';
        /**
         * Ticker of the underlying; trimmed and upper-cased.
         */
        symbol: string;
        /**
         * What the idea expects.
         */
        direction: 'bullish' | 'bearish' | 'neutral';
        /**
         * Label of the strategy.
         */
        strategy: string;
        /**
         * Model or pipeline.
         */
        model?: string | null;
        /**
         * Reference entry, USD.
         */
        entry_price?: number | null;
        /**
         * Reference target, USD.
         */
        target_price?: number | null;
        /**
         * Reference stop, USD.
         */
        stop_price?: number | null;
        /**
         * ISO 8601 date and time: `YYYY-MM-DD`, `T` or a space, `hh:mm[:ss[.fraction]]`, and `Z`, `±hh:mm`, `±hhmm` or no offset.
         */
        triggered_at: string;
        /**
         * Criteria of the rule that matched; at most 16 levels.
         */
        matched_criteria?: {
            [key: string]: unknown;
        } | null;
    };
    path?: never;
    query?: never;
    url: '/webhooks/optionomics-neutral/trade-ideas';
};

export type ReceiveTradeIdeaErrors = {
    /**
     * The problem, as RFC 9457 has it.
     */
    default: Problem;
};

export type ReceiveTradeIdeaError = ReceiveTradeIdeaErrors[keyof ReceiveTradeIdeaErrors];

export type ReceiveTradeIdeaResponses = {
    /**
     * Receive a trade idea
     */
    200: {
        /**
         * Whether the idea is new.
         */
        status: 'queued' | 'duplicate';
        /**
         * SHA-256 of alert_name, source, symbol, direction, strategy and triggered_at, joined by `|`; triggered_at as `YYYY-MM-DDThh:mm:ss[.ffffff][±hh:mm]`, with `Z` written `+00:00`.
         */
        fingerprint: string;
        /**
         * The symbol, normalised.
         */
        symbol: string;
    };
};

export type ReceiveTradeIdeaResponse = ReceiveTradeIdeaResponses[keyof ReceiveTradeIdeaResponses];

export type NotificationWebhookWebhookPayload = NotificationMessage;

export type NotificationWebhookWebhookRequest = {
    body: NotificationWebhookWebhookPayload;
    key: 'notification';
    path?: never;
    query?: never;
};

export type TradeIdeaWebhookWebhookPayload = TradeIdeaMessage;

export type TradeIdeaWebhookWebhookRequest = {
    body: TradeIdeaWebhookWebhookPayload;
    key: 'trade_idea';
    path?: never;
    query?: never;
};
