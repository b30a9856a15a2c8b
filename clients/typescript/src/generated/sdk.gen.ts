// Made by `npm run clients`: do not edit.

import { client } from './client.gen.js';
import { buildClientParams, type Client, type ClientMeta, type Options as Options2, type RequestResult, type TDataShape } from './client/index.js';
import type { AddPushDeviceErrors, AddPushDeviceResponses, ArchiveNotificationsErrors, ArchiveNotificationsResponses, BacktestAlertErrors, BacktestAlertResponses, ChangeAlertErrors, ChangeAlertResponses, ChangeMatchingNotificationsErrors, ChangeMatchingNotificationsResponses, ChangeNotificationSettingsErrors, ChangeNotificationSettingsResponses, ChangeSavedFilterErrors, ChangeSavedFilterResponses, ChangeScreenErrors, ChangeScreenResponses, ChangeWatchlistErrors, ChangeWatchlistResponses, ContractHistoryErrors, ContractHistoryResponses, CreateAlertErrors, CreateAlertResponses, CreateSavedFilterErrors, CreateSavedFilterResponses, CreateScreenErrors, CreateScreenResponses, DarkPoolLevelsErrors, DarkPoolLevelsResponses, DecisionScorecardErrors, DecisionScorecardResponses, DeleteAlertErrors, DeleteAlertResponses, DeleteNotificationErrors, DeleteNotificationResponses, DeleteNotificationsErrors, DeleteNotificationsResponses, DeleteSavedFilterErrors, DeleteSavedFilterResponses, DeleteScreenErrors, DeleteScreenResponses, EarningsErrors, EarningsResponses, EndAlertSnoozeErrors, EndAlertSnoozeResponses, EventsErrors, EventsResponses, ExportDataErrors, ExportDataResponses, ExportLedgerErrors, ExportLedgerResponses, ExportNotificationsErrors, ExportNotificationsResponses, ExposureHistoryErrors, ExposureHistoryResponses, FindStrategiesErrors, FindStrategiesResponses, FlowOutcomesErrors, FlowOutcomesResponses, GammaExposureErrors, GammaExposureResponses, HealthErrors, HealthReadyErrors, HealthReadyResponses, HealthResponses, IvTermStructureErrors, IvTermStructureResponses, LinkChatErrors, LinkChatResponses, ListAlertsErrors, ListAlertsResponses, ListDeliveriesErrors, ListDeliveriesResponses, ListLedgerErrors, ListLedgerResponses, ListNotificationsErrors, ListNotificationsResponses, ListSavedFiltersErrors, ListSavedFiltersResponses, ListScreensErrors, ListScreensResponses, MarkAllNotificationsReadErrors, MarkAllNotificationsReadResponses, MarketOverviewErrors, MarketOverviewResponses, MarkNotificationReadErrors, MarkNotificationReadResponses, MarkNotificationUnreadErrors, MarkNotificationUnreadResponses, MethodologyErrors, MethodologyResponses, MetricHistoryErrors, MetricHistoryResponses, NetFlowErrors, NetFlowResponses, NewsErrors, NewsResponses, OpenapiErrors, OpenapiResponses, OptionMetricsErrors, OptionMetricsResponses, OptionsChainErrors, OptionsChainResponses, OptionsFlowErrors, OptionsFlowResponses, PreviewWatchlistErrors, PreviewWatchlistResponses, PriceHistoryErrors, PriceHistoryResponses, ProbabilityErrors, ProbabilityResponses, QuietWindow, ReceiveTradeIdeaErrors, ReceiveTradeIdeaResponses, RedeliverErrors, RedeliverFailedErrors, RedeliverFailedResponses, RedeliverResponses, RemovePushDeviceErrors, RemovePushDeviceResponses, ReplaceWatchlistErrors, ReplaceWatchlistResponses, RestoreNotificationsErrors, RestoreNotificationsResponses, RevealAlertSecretErrors, RevealAlertSecretResponses, RevealWebhookSecretErrors, RevealWebhookSecretResponses, RotateAlertSecretErrors, RotateAlertSecretResponses, RotateWebhookSecretErrors, RotateWebhookSecretResponses, ScenarioErrors, ScenarioResponses, ScreenerErrors, ScreenerResponses, SendEmailLinkErrors, SendEmailLinkResponses, SendPhoneCodeErrors, SendPhoneCodeResponses, ShowAccountErrors, ShowAccountResponses, ShowAlertErrors, ShowAlertResponses, ShowLedgerEntryErrors, ShowLedgerEntryResponses, ShowLedgerEvidenceErrors, ShowLedgerEvidenceResponses, ShowNotificationSettingsErrors, ShowNotificationSettingsResponses, ShowWatchlistErrors, ShowWatchlistResponses, SnoozeAlertErrors, SnoozeAlertResponses, SnoozedAlertsErrors, SnoozedAlertsResponses, StockQuoteErrors, StockQuoteResponses, StocksErrors, StocksResponses, StrategyAnalysisErrors, StrategyAnalysisResponses, SupportResistanceErrors, SupportResistanceResponses, SymbolSearchErrors, SymbolSearchResponses, TestNotificationChannelErrors, TestNotificationChannelResponses, TradeContextErrors, TradeContextResponses, TradeIdeaErrors, TradeIdeaResponses, TradeIdeasErrors, TradeIdeasResponses, TradeIdeasTrackRecordErrors, TradeIdeasTrackRecordResponses, TradingDate, TradingviewLevelsErrors, TradingviewLevelsResponses, TrendAnalysisErrors, TrendAnalysisResponses, UnderlyingSymbol, UndoNotificationChangeErrors, UndoNotificationChangeResponses, UnlinkChatErrors, UnlinkChatResponses, UnreadCountErrors, UnreadCountResponses, UnusualActivityErrors, UnusualActivityResponses, VerifyPhoneErrors, VerifyPhoneResponses, VolatilitySurfaceErrors, VolatilitySurfaceResponses, WhatChangedErrors, WhatChangedResponses } from './types.gen.js';

export type Options<TData extends TDataShape = TDataShape, ThrowOnError extends boolean = boolean, TResponse = unknown> = Options2<TData, ThrowOnError, TResponse> & {
    /**
     * You can provide a client instance returned by `createClient()` instead of
     * individual options. This might be also useful if you want to implement a
     * custom client.
     */
    client?: Client;
    /**
     * You can pass arbitrary values through the `meta` object. This can be
     * used to access values that aren't defined as part of the SDK function.
     */
    meta?: keyof ClientMeta extends never ? Record<string, unknown> : ClientMeta;
};

class HeyApiClient {
    protected client: Client;
    
    constructor(args?: {
        client?: Client;
    }) {
        this.client = args?.client ?? client;
    }
}

class HeyApiRegistry<T> {
    private readonly defaultKey = 'default';
    
    private readonly instances: Map<string, T> = new Map();
    
    get(key?: string): T {
        const instance = this.instances.get(key ?? this.defaultKey);
        if (!instance) {
            throw new Error(`No SDK client found. Create one with "new Operations()" to fix this error.`);
        }
        return instance;
    }
    
    set(value: T, key?: string): void {
        this.instances.set(key ?? this.defaultKey, value);
    }
}

export class Operations extends HeyApiClient {
    public static readonly __registry: HeyApiRegistry<Operations> = new HeyApiRegistry<Operations>();
    
    constructor(args?: {
        client?: Client;
        key?: string;
    }) {
        super(args);
        Operations.__registry.set(this, args?.key);
    }
    
    /**
     * Symbols
     *
     * All symbols that the market source has, with the first and last trading date of their options chains, daily bars and option trades.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public stocks<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<StocksResponses, StocksErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<StocksResponses, StocksErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks',
            ...options
        });
    }
    
    /**
     * Symbol search
     *
     * The symbol that a text means: a name (nvidia), another spelling ($TSLA, ^SPX, BRK-B), a root (SPXW) or a misspelling (NVDDA). For all symbols use stocks.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public symbolSearch<ThrowOnError extends boolean = true>(parameters: {
        q: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<SymbolSearchResponses, SymbolSearchErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'query', key: 'q' }] }]);
        return (options?.client ?? this.client).get<SymbolSearchResponses, SymbolSearchErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/symbols',
            ...options,
            ...params
        });
    }
    
    /**
     * Stock quote
     *
     * Price of one underlying: last, bid and ask, session range, change from the previous close, volume and 52-week range. USD per share. For daily bars use price_history.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public stockQuote<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<StockQuoteResponses, StockQuoteErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'symbol' }, { in: 'query', key: 'date' }] }]);
        return (options?.client ?? this.client).get<StockQuoteResponses, StockQuoteErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/quote',
            ...options,
            ...params
        });
    }
    
    /**
     * Options chain
     *
     * Listed contracts of one symbol with quotes, open interest, implied volatility (decimal, null where none exists) and greeks of our own engine (theta per day, vega per volatility point).
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public optionsChain<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        expiration_date?: string;
        option_type?: 'call' | 'put';
        strike_min?: number;
        strike_max?: number;
        dte_min?: number;
        dte_max?: number;
        strikes_around_atm?: number;
        min_open_interest?: number;
        fields?: Array<'option_symbol' | 'option_type' | 'strike' | 'expiration_date' | 'dte' | 'bid' | 'ask' | 'mid' | 'last' | 'bid_size' | 'ask_size' | 'volume' | 'open_interest' | 'implied_volatility' | 'iv_status' | 'iv_origin' | 'delta' | 'gamma' | 'theta' | 'vega' | 'rho' | 'vanna' | 'charm' | 'theoretical_price' | 'exercise_advantage' | 'in_the_money'>;
        limit?: number;
        cursor?: string;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<OptionsChainResponses, OptionsChainErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'expiration_date' },
                    { in: 'query', key: 'option_type' },
                    { in: 'query', key: 'strike_min' },
                    { in: 'query', key: 'strike_max' },
                    { in: 'query', key: 'dte_min' },
                    { in: 'query', key: 'dte_max' },
                    { in: 'query', key: 'strikes_around_atm' },
                    { in: 'query', key: 'min_open_interest' },
                    { in: 'query', key: 'fields' },
                    { in: 'query', key: 'limit' },
                    { in: 'query', key: 'cursor' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<OptionsChainResponses, OptionsChainErrors, ThrowOnError, 'data'>({
            querySerializer: { parameters: { fields: { array: { explode: false } } } },
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/options',
            ...options,
            ...params
        });
    }
    
    /**
     * Contract history
     *
     * One option contract by session, at the last chain of each: quote, volume, open interest, implied volatility (decimal) and greeks (theta per day, vega per volatility point). A session that is not known is a row of nulls. For its trades use options_flow.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public contractHistory<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        option_symbol: string;
        sessions?: number;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<ContractHistoryResponses, ContractHistoryErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'path', key: 'option_symbol' },
                    { in: 'query', key: 'sessions' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<ContractHistoryResponses, ContractHistoryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/options/{option_symbol}/history',
            ...options,
            ...params
        });
    }
    
    /**
     * Option metrics
     *
     * Key figures of one symbol’s options in one line: put/call ratios, IV30 with rank and percentile, gamma, vanna and charm exposure (calls plus, puts minus) and delta exposure in USD, walls, max pain, expected move and skew (rr25: calls minus puts). By strike or expiration use gamma_exposure.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public optionMetrics<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        expiration_date?: string;
        dte_max?: number;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<OptionMetricsResponses, OptionMetricsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'expiration_date' },
                    { in: 'query', key: 'dte_max' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<OptionMetricsResponses, OptionMetricsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/metrics',
            ...options,
            ...params
        });
    }
    
    /**
     * Options flow
     *
     * Option trades of the session: side against the quote before, kind (sweep, block, package), sentiment, premium in USD, unusual_score, and sums of the window. For sums over time use net_flow, for unusual trades with reasons unusual_activity.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public optionsFlow<ThrowOnError extends boolean = true>(parameters?: {
        symbol?: UnderlyingSymbol;
        symbols?: Array<UnderlyingSymbol>;
        exclude_symbols?: Array<UnderlyingSymbol>;
        option_type?: 'call' | 'put';
        side?: 'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid';
        sides?: Array<'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid'>;
        trade_type?: 'sweep' | 'block' | 'multi_leg' | 'floor' | 'single';
        sentiment?: 'bullish' | 'bearish' | 'neutral';
        min_premium?: number;
        max_premium?: number;
        min_size?: number;
        min_unusual_score?: number;
        min_volume_oi_ratio?: number;
        dte_min?: number;
        dte_max?: number;
        earnings_within?: number;
        since?: string;
        until?: string;
        cursor?: string;
        date?: TradingDate;
        option_symbol?: string;
        sort?: 'newest' | 'score' | 'premium' | 'size';
        fields?: Array<'id' | 'executed_at' | 'symbol' | 'option_symbol' | 'option_type' | 'strike' | 'expiration_date' | 'dte' | 'side' | 'side_label' | 'price' | 'bid' | 'ask' | 'size' | 'premium' | 'underlying_price' | 'implied_volatility' | 'delta' | 'open_interest' | 'volume' | 'volume_oi_ratio' | 'trade_type' | 'sentiment' | 'sentiment_reason' | 'unusual_score' | 'alert_base' | 'alert_types'>;
        limit?: number;
    }, options?: Options<never, ThrowOnError>): RequestResult<OptionsFlowResponses, OptionsFlowErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'symbols' },
                    { in: 'query', key: 'exclude_symbols' },
                    { in: 'query', key: 'option_type' },
                    { in: 'query', key: 'side' },
                    { in: 'query', key: 'sides' },
                    { in: 'query', key: 'trade_type' },
                    { in: 'query', key: 'sentiment' },
                    { in: 'query', key: 'min_premium' },
                    { in: 'query', key: 'max_premium' },
                    { in: 'query', key: 'min_size' },
                    { in: 'query', key: 'min_unusual_score' },
                    { in: 'query', key: 'min_volume_oi_ratio' },
                    { in: 'query', key: 'dte_min' },
                    { in: 'query', key: 'dte_max' },
                    { in: 'query', key: 'earnings_within' },
                    { in: 'query', key: 'since' },
                    { in: 'query', key: 'until' },
                    { in: 'query', key: 'cursor' },
                    { in: 'query', key: 'date' },
                    { in: 'query', key: 'option_symbol' },
                    { in: 'query', key: 'sort' },
                    { in: 'query', key: 'fields' },
                    { in: 'query', key: 'limit' }
                ] }]);
        return (options?.client ?? this.client).get<OptionsFlowResponses, OptionsFlowErrors, ThrowOnError, 'data'>({
            querySerializer: { parameters: {
                    symbols: { array: { explode: false } },
                    exclude_symbols: { array: { explode: false } },
                    sides: { array: { explode: false } },
                    fields: { array: { explode: false } }
                } },
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/flow',
            ...options,
            ...params
        });
    }
    
    /**
     * Net flow
     *
     * Option premium of one symbol bought minus sold over time, USD: prints at or above the ask add, at or below the bid subtract, those between count only in volume. net_premium above 0 is bullish. For prints use options_flow.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public netFlow<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        from?: string;
        to?: string;
        resolution?: '1m' | '5m' | '15m' | '1h' | '1d';
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<NetFlowResponses, NetFlowErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'from' },
                    { in: 'query', key: 'to' },
                    { in: 'query', key: 'resolution' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<NetFlowResponses, NetFlowErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/flow/net',
            ...options,
            ...params
        });
    }
    
    /**
     * Unusual activity
     *
     * Unusual option trades: a score of 0 to 100 with points and a reason by factor, the patterns they complete, and the return of their contract after 5 and 30 minutes and at the next close. For all trades use options_flow.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public unusualActivity<ThrowOnError extends boolean = true>(parameters?: {
        symbol?: UnderlyingSymbol;
        symbols?: Array<UnderlyingSymbol>;
        exclude_symbols?: Array<UnderlyingSymbol>;
        option_type?: 'call' | 'put';
        side?: 'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid';
        sides?: Array<'above_ask' | 'at_ask' | 'mid' | 'at_bid' | 'below_bid'>;
        trade_type?: 'sweep' | 'block' | 'multi_leg' | 'floor' | 'single';
        sentiment?: 'bullish' | 'bearish' | 'neutral';
        min_premium?: number;
        max_premium?: number;
        min_size?: number;
        min_unusual_score?: number;
        min_volume_oi_ratio?: number;
        dte_min?: number;
        dte_max?: number;
        earnings_within?: number;
        since?: string;
        until?: string;
        cursor?: string;
        date?: TradingDate;
        min_score?: number;
        sort?: 'newest' | 'score' | 'premium' | 'size';
        fields?: Array<'id' | 'executed_at' | 'symbol' | 'option_symbol' | 'option_type' | 'strike' | 'expiration_date' | 'dte' | 'side' | 'side_label' | 'price' | 'bid' | 'ask' | 'size' | 'premium' | 'underlying_price' | 'implied_volatility' | 'delta' | 'open_interest' | 'volume' | 'volume_oi_ratio' | 'trade_type' | 'sentiment' | 'sentiment_reason' | 'unusual_score' | 'alert_base' | 'alert_types' | 'score_breakdown' | 'outcome'>;
        limit?: number;
    }, options?: Options<never, ThrowOnError>): RequestResult<UnusualActivityResponses, UnusualActivityErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'symbols' },
                    { in: 'query', key: 'exclude_symbols' },
                    { in: 'query', key: 'option_type' },
                    { in: 'query', key: 'side' },
                    { in: 'query', key: 'sides' },
                    { in: 'query', key: 'trade_type' },
                    { in: 'query', key: 'sentiment' },
                    { in: 'query', key: 'min_premium' },
                    { in: 'query', key: 'max_premium' },
                    { in: 'query', key: 'min_size' },
                    { in: 'query', key: 'min_unusual_score' },
                    { in: 'query', key: 'min_volume_oi_ratio' },
                    { in: 'query', key: 'dte_min' },
                    { in: 'query', key: 'dte_max' },
                    { in: 'query', key: 'earnings_within' },
                    { in: 'query', key: 'since' },
                    { in: 'query', key: 'until' },
                    { in: 'query', key: 'cursor' },
                    { in: 'query', key: 'date' },
                    { in: 'query', key: 'min_score' },
                    { in: 'query', key: 'sort' },
                    { in: 'query', key: 'fields' },
                    { in: 'query', key: 'limit' }
                ] }]);
        return (options?.client ?? this.client).get<UnusualActivityResponses, UnusualActivityErrors, ThrowOnError, 'data'>({
            querySerializer: { parameters: {
                    symbols: { array: { explode: false } },
                    exclude_symbols: { array: { explode: false } },
                    sides: { array: { explode: false } },
                    fields: { array: { explode: false } }
                } },
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/unusual_activity',
            ...options,
            ...params
        });
    }
    
    /**
     * Outcomes of unusual prints
     *
     * What unusual prints did 1, 5 and 20 sessions later, beside random prints: hit rate and quartiles of the move with the aggressor, openings that open interest confirmed.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public flowOutcomes<ThrowOnError extends boolean = true>(parameters?: {
        symbol?: UnderlyingSymbol;
        min_score?: 70 | 80 | 90 | 95 | 99;
        alert_type?: 'aggressive_call_buying' | 'aggressive_put_buying' | 'aggressive_call_selling' | 'aggressive_put_selling' | 'whale_trade' | 'volume_spike' | 'iv_spike' | 'short_term_options_activity' | 'consistent_call_buying' | 'consistent_put_buying' | 'repeated_activity' | 'call_sweep' | 'put_sweep';
        from?: string;
        to?: string;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<FlowOutcomesResponses, FlowOutcomesErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'min_score' },
                    { in: 'query', key: 'alert_type' },
                    { in: 'query', key: 'from' },
                    { in: 'query', key: 'to' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<FlowOutcomesResponses, FlowOutcomesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/flow/outcomes',
            ...options,
            ...params
        });
    }
    
    /**
     * Dark pool levels
     *
     * Prices with the most off-exchange volume of the past days, the largest such prints, and their share of all shares traded. These include internalised orders. For levels of all methods use support_resistance.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public darkPoolLevels<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        days?: number;
        limit?: number;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<DarkPoolLevelsResponses, DarkPoolLevelsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'days' },
                    { in: 'query', key: 'limit' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<DarkPoolLevelsResponses, DarkPoolLevelsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/dark_pool_levels',
            ...options,
            ...params
        });
    }
    
    /**
     * Support and resistance
     *
     * Price levels below and above one underlying from pivots, swings and volume of daily bars, gamma walls and flip, open interest, and off-exchange trades, merged where they meet, each with a strength from 0 to 1.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public supportResistance<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        lookback_days?: number;
        methods?: Array<'pivot' | 'swing' | 'volume_profile' | 'gamma' | 'open_interest' | 'dark_pool'>;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<SupportResistanceResponses, SupportResistanceErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'lookback_days' },
                    { in: 'query', key: 'methods' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<SupportResistanceResponses, SupportResistanceErrors, ThrowOnError, 'data'>({
            querySerializer: { parameters: { methods: { array: { explode: false } } } },
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/levels',
            ...options,
            ...params
        });
    }
    
    /**
     * Levels for TradingView
     *
     * Walls, gamma flip, max pain and expected move of one symbol for a chart of TradingView: a Pine script to paste once, and a line to paste into its setting when the levels change. The numbers are those of option_metrics.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public tradingviewLevels<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        dte_max?: number;
    }, options?: Options<never, ThrowOnError>): RequestResult<TradingviewLevelsResponses, TradingviewLevelsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'symbol' }, { in: 'query', key: 'dte_max' }] }]);
        return (options?.client ?? this.client).get<TradingviewLevelsResponses, TradingviewLevelsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/tradingview',
            ...options,
            ...params
        });
    }
    
    /**
     * Market overview
     *
     * The whole market on one page: SPY, QQQ, IWM and DIA with IV rank, put/call ratio, gamma regime and trend, the leaders by option volume and by IV rank, and sentiment of the day’s premium. Up to five minutes old.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public marketOverview<ThrowOnError extends boolean = true>(parameters?: {
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<MarketOverviewResponses, MarketOverviewErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'query', key: 'date' }] }]);
        return (options?.client ?? this.client).get<MarketOverviewResponses, MarketOverviewErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/market_overview',
            ...options,
            ...params
        });
    }
    
    /**
     * Screener
     *
     * All symbols that pass filters, sorted, a row each: IV rank, IV less realized, skew, term slope, gamma regime, distance to walls and flip, put/call, net premium, unusual prints, days to earnings, liquidity. With symbols it compares those.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public screener<ThrowOnError extends boolean = true>(parameters?: {
        filters?: Array<string>;
        symbols?: Array<UnderlyingSymbol>;
        preset?: 'rich_volatility' | 'cheap_volatility' | 'before_earnings' | 'short_gamma' | 'bullish_flow' | 'steep_skew';
        sort?: string;
        fields?: Array<string>;
        quantiles?: boolean;
        limit?: number;
        cursor?: string;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<ScreenerResponses, ScreenerErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'filters' },
                    { in: 'query', key: 'symbols' },
                    { in: 'query', key: 'preset' },
                    { in: 'query', key: 'sort' },
                    { in: 'query', key: 'fields' },
                    { in: 'query', key: 'quantiles' },
                    { in: 'query', key: 'limit' },
                    { in: 'query', key: 'cursor' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<ScreenerResponses, ScreenerErrors, ThrowOnError, 'data'>({
            querySerializer: { parameters: {
                    filters: { array: { explode: false } },
                    symbols: { array: { explode: false } },
                    fields: { array: { explode: false } }
                } },
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/screener',
            ...options,
            ...params
        });
    }
    
    /**
     * Gamma exposure
     *
     * Dealer gamma exposure of one symbol in USD per 1 % move, by strike or by expiration, with walls, the gamma flip and the profile over prices. Calls count plus, puts minus. For one line use option_metrics.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public gammaExposure<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        expiration_date?: string;
        dte_max?: number;
        group_by?: 'strike' | 'expiration' | 'strike_expiration';
        greek?: 'gamma' | 'delta' | 'vanna' | 'charm' | 'open_interest_change';
        strikes_around?: number;
        expirations?: number;
        at?: string;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<GammaExposureResponses, GammaExposureErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'expiration_date' },
                    { in: 'query', key: 'dte_max' },
                    { in: 'query', key: 'group_by' },
                    { in: 'query', key: 'greek' },
                    { in: 'query', key: 'strikes_around' },
                    { in: 'query', key: 'expirations' },
                    { in: 'query', key: 'at' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<GammaExposureResponses, GammaExposureErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/gamma_exposure',
            ...options,
            ...params
        });
    }
    
    /**
     * Exposure over a session
     *
     * Gamma, delta, vanna or charm exposure of one symbol by strike over the minutes of a session, with totals, walls and flip of each minute. Snapshots are taken each minute of the index funds, of watched symbols and of those requested in the last ten minutes, kept by minute for 20 sessions and by five minutes for 60.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public exposureHistory<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        greek?: 'gamma' | 'zero_dte' | 'delta' | 'vanna' | 'charm';
        from?: string;
        to?: string;
        step?: number;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<ExposureHistoryResponses, ExposureHistoryErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'greek' },
                    { in: 'query', key: 'from' },
                    { in: 'query', key: 'to' },
                    { in: 'query', key: 'step' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<ExposureHistoryResponses, ExposureHistoryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/exposure_history',
            ...options,
            ...params
        });
    }
    
    /**
     * Metric history
     *
     * One daily figure of a symbol’s options by session, with change and percentile in the year before. For prices use price_history.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public metricHistory<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        metric: 'iv30' | 'iv60' | 'iv90' | 'iv_rank' | 'rr25' | 'net_gex' | 'gamma_flip' | 'call_wall' | 'put_wall' | 'max_pain' | 'put_call_ratio_volume' | 'put_call_ratio_open_interest' | 'total_open_interest' | 'net_premium';
        sessions?: number;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<MetricHistoryResponses, MetricHistoryErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'metric' },
                    { in: 'query', key: 'sessions' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<MetricHistoryResponses, MetricHistoryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/metric_history',
            ...options,
            ...params
        });
    }
    
    /**
     * Trend analysis
     *
     * Direction of one underlying as a score from −100 to 100 for a short, medium or long horizon, with moving averages, RSI, MACD, ADX, ATR and Bollinger bands of daily bars, and reasons in words.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public trendAnalysis<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        horizon?: 'short' | 'medium' | 'long';
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<TrendAnalysisResponses, TrendAnalysisErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'horizon' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<TrendAnalysisResponses, TrendAnalysisErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/trend',
            ...options,
            ...params
        });
    }
    
    /**
     * IV term structure
     *
     * Implied volatility of one symbol by expiration, with the expected move to each (one standard deviation), and at 30, 60 and 90 days, with rank and percentile of the past year, and realized volatility of 10 to 60 days; decimals per year. State: contango, backwardation or flat.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public ivTermStructure<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        surface?: boolean;
        against?: string;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<IvTermStructureResponses, IvTermStructureErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'surface' },
                    { in: 'query', key: 'against' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<IvTermStructureResponses, IvTermStructureErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/iv_term_structure',
            ...options,
            ...params
        });
    }
    
    /**
     * Volatility surface
     *
     * Implied volatility of one symbol at fixed deltas and days, its change since another session, forward volatility, and the smile of each expiration with its skew, SVI parameters and what in it contradicts the others; decimals per year.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public volatilitySurface<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        tenors?: Array<number>;
        against?: string;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<VolatilitySurfaceResponses, VolatilitySurfaceErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'tenors' },
                    { in: 'query', key: 'against' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<VolatilitySurfaceResponses, VolatilitySurfaceErrors, ThrowOnError, 'data'>({
            querySerializer: { parameters: { tenors: { array: { explode: false } } } },
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/volatility_surface',
            ...options,
            ...params
        });
    }
    
    /**
     * Price history
     *
     * Daily bars of one underlying with return and dated drawdown, realized volatility by five estimators (decimals a year), and correlation and beta against another symbol. Adjusted for splits. The last bar is unfinished while its session runs.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public priceHistory<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        days?: number;
        from?: string;
        to?: string;
        bars?: 'day' | 'week' | 'month' | 'quarter' | 'year' | 'auto';
        against?: UnderlyingSymbol;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<PriceHistoryResponses, PriceHistoryErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'days' },
                    { in: 'query', key: 'from' },
                    { in: 'query', key: 'to' },
                    { in: 'query', key: 'bars' },
                    { in: 'query', key: 'against' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<PriceHistoryResponses, PriceHistoryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/price_history',
            ...options,
            ...params
        });
    }
    
    /**
     * Earnings
     *
     * Earnings reports by date, past and announced: estimate, result and surprise, the move that options implied before it and the actual move, percent; with a symbol also the move of the report alone and how far IV fell after it, with medians. No row after the session means that no report is announced. For other kinds of dates use events.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public earnings<ThrowOnError extends boolean = true>(parameters?: {
        symbol?: UnderlyingSymbol;
        from?: string;
        to?: string;
        limit?: number;
        cursor?: string;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<EarningsResponses, EarningsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'from' },
                    { in: 'query', key: 'to' },
                    { in: 'query', key: 'limit' },
                    { in: 'query', key: 'cursor' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<EarningsResponses, EarningsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/earnings',
            ...options,
            ...params
        });
    }
    
    /**
     * Strategy analysis
     *
     * One option strategy: cost at bid, mid and ask, most profit and loss in USD, break-evens, greeks, chance of profit and of touch, expected value, Reg-T margin, risks of assignment and dividend, profit by price and date. Give legs or a template. Chances are risk-neutral.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public strategyAnalysis<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        legs?: Array<string>;
        template?: 'long_call' | 'long_put' | 'cash_secured_put' | 'covered_call' | 'protective_put' | 'collar' | 'call_vertical' | 'put_vertical' | 'straddle' | 'strangle' | 'iron_condor' | 'iron_butterfly' | 'butterfly' | 'calendar' | 'diagonal' | 'ratio_spread' | 'risk_reversal' | 'jade_lizard';
        short?: boolean;
        dte?: number;
        dte_far?: number;
        delta?: number;
        width?: number;
        ratio?: number;
        option_type?: 'call' | 'put';
        quantity?: number;
        fill?: number;
        volatility?: number;
        target_date?: string;
        price_range_pct?: number;
        price_steps?: number;
        date_steps?: number;
        iv_shifts?: Array<number>;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<StrategyAnalysisResponses, StrategyAnalysisErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'legs' },
                    { in: 'query', key: 'template' },
                    { in: 'query', key: 'short' },
                    { in: 'query', key: 'dte' },
                    { in: 'query', key: 'dte_far' },
                    { in: 'query', key: 'delta' },
                    { in: 'query', key: 'width' },
                    { in: 'query', key: 'ratio' },
                    { in: 'query', key: 'option_type' },
                    { in: 'query', key: 'quantity' },
                    { in: 'query', key: 'fill' },
                    { in: 'query', key: 'volatility' },
                    { in: 'query', key: 'target_date' },
                    { in: 'query', key: 'price_range_pct' },
                    { in: 'query', key: 'price_steps' },
                    { in: 'query', key: 'date_steps' },
                    { in: 'query', key: 'iv_shifts' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<StrategyAnalysisResponses, StrategyAnalysisErrors, ThrowOnError, 'data'>({
            querySerializer: { parameters: { legs: { array: { explode: false } }, iv_shifts: { array: { explode: false } } } },
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/strategy_analysis',
            ...options,
            ...params
        });
    }
    
    /**
     * Find strategies
     *
     * Ranks option strategies of one symbol for a thesis: a target price by a date, or a direction, with a limit of loss and a shift of volatility. All are compared after costs; a few are answered, unlike each other, each with its reason, profit if right, most loss and chance. Research data, not advice.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public findStrategies<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        target_price?: number;
        direction?: 'bullish' | 'bearish' | 'neutral' | 'volatile';
        target_date?: string;
        max_loss?: number;
        iv_points?: number;
        templates?: Array<'long_call' | 'long_put' | 'call_vertical' | 'put_vertical' | 'straddle' | 'strangle' | 'butterfly' | 'iron_butterfly' | 'iron_condor' | 'calendar' | 'diagonal'>;
        prefer?: 'balanced' | 'return' | 'probability';
        dte_max?: number;
        min_open_interest?: number;
        max_spread_pct?: number;
        limit?: number;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<FindStrategiesResponses, FindStrategiesErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'target_price' },
                    { in: 'query', key: 'direction' },
                    { in: 'query', key: 'target_date' },
                    { in: 'query', key: 'max_loss' },
                    { in: 'query', key: 'iv_points' },
                    { in: 'query', key: 'templates' },
                    { in: 'query', key: 'prefer' },
                    { in: 'query', key: 'dte_max' },
                    { in: 'query', key: 'min_open_interest' },
                    { in: 'query', key: 'max_spread_pct' },
                    { in: 'query', key: 'limit' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<FindStrategiesResponses, FindStrategiesErrors, ThrowOnError, 'data'>({
            querySerializer: { parameters: { templates: { array: { explode: false } } } },
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/strategies',
            ...options,
            ...params
        });
    }
    
    /**
     * Probability of a price
     *
     * Chance, 0 to 1, that one symbol closes above, below or between prices on a date, or touches one before, from option prices (risk-neutral, no forecast), with quantiles, density and how often such chances came true.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public probability<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        target_date?: string;
        above?: number;
        below?: number;
        touch?: number;
        cone?: boolean;
        points?: number;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<ProbabilityResponses, ProbabilityErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'target_date' },
                    { in: 'query', key: 'above' },
                    { in: 'query', key: 'below' },
                    { in: 'query', key: 'touch' },
                    { in: 'query', key: 'cone' },
                    { in: 'query', key: 'points' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<ProbabilityResponses, ProbabilityErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/probability',
            ...options,
            ...params
        });
    }
    
    /**
     * Scenario
     *
     * What changes when the price moves, volatility shifts and days pass: dealer gamma, delta, vanna, charm, walls and flip of one symbol repriced, before and after.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public scenario<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        price_pct?: Array<number>;
        iv_points?: number;
        skew_points?: number;
        term_scaling?: 'none' | 'root_time';
        days?: number;
        dte_max?: number;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<ScenarioResponses, ScenarioErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'price_pct' },
                    { in: 'query', key: 'iv_points' },
                    { in: 'query', key: 'skew_points' },
                    { in: 'query', key: 'term_scaling' },
                    { in: 'query', key: 'days' },
                    { in: 'query', key: 'dte_max' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<ScenarioResponses, ScenarioErrors, ThrowOnError, 'data'>({
            querySerializer: { parameters: { price_pct: { array: { explode: false } } } },
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/scenario',
            ...options,
            ...params
        });
    }
    
    /**
     * What changed
     *
     * What moved in one symbol between two instants and why: price, IV, skew, term, walls, open interest by strike, largest trades, net GEX by price, IV, time, open interest, expiration.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public whatChanged<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        since?: string;
        until?: string;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<WhatChangedResponses, WhatChangedErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'since' },
                    { in: 'query', key: 'until' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<WhatChangedResponses, WhatChangedErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/changes',
            ...options,
            ...params
        });
    }
    
    /**
     * News
     *
     * Articles of the market source, newest first. For a past date, those published by its close.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public news<ThrowOnError extends boolean = true>(parameters?: {
        symbol?: UnderlyingSymbol;
        since?: string;
        limit?: number;
        cursor?: string;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<NewsResponses, NewsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'since' },
                    { in: 'query', key: 'limit' },
                    { in: 'query', key: 'cursor' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<NewsResponses, NewsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/news',
            ...options,
            ...params
        });
    }
    
    /**
     * Events
     *
     * Calendar of market events: macro releases, rate decisions, earnings, dividends and splits that the source has, option expirations, holidays and early closes. With a symbol only its own events, expirations as in its chain. For a past date, as known then.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public events<ThrowOnError extends boolean = true>(parameters?: {
        symbol?: UnderlyingSymbol;
        kind?: 'macro' | 'fed' | 'earnings' | 'dividend' | 'split' | 'expiration' | 'holiday';
        from?: string;
        to?: string;
        limit?: number;
        cursor?: string;
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<EventsResponses, EventsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'kind' },
                    { in: 'query', key: 'from' },
                    { in: 'query', key: 'to' },
                    { in: 'query', key: 'limit' },
                    { in: 'query', key: 'cursor' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<EventsResponses, EventsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/events',
            ...options,
            ...params
        });
    }
    
    /**
     * Trade context
     *
     * Everything to check before a trade in one symbol: quote, option metrics, IV term structure, three levels on each side, next earnings, and whether option premium is for or against a direction.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public tradeContext<ThrowOnError extends boolean = true>(parameters: {
        symbol: UnderlyingSymbol;
        direction?: 'bullish' | 'bearish' | 'neutral';
        date?: TradingDate;
    }, options?: Options<never, ThrowOnError>): RequestResult<TradeContextResponses, TradeContextErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'symbol' },
                    { in: 'query', key: 'direction' },
                    { in: 'query', key: 'date' }
                ] }]);
        return (options?.client ?? this.client).get<TradeContextResponses, TradeContextErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/stocks/{symbol}/trade_context',
            ...options,
            ...params
        });
    }
    
    /**
     * Methodology
     *
     * How every number of the analytics is computed: formula, unit, sign, source, and the operations that return it. Public.
     *
     * Open without an account, and by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public methodology<ThrowOnError extends boolean = true>(parameters?: {
        term?: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<MethodologyResponses, MethodologyErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'query', key: 'term' }] }]);
        return (options?.client ?? this.client).get<MethodologyResponses, MethodologyErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/methodology',
            ...options,
            ...params
        });
    }
    
    /**
     * Export a data set
     *
     * A data set by symbol and dates as CSV, lines of JSON or Parquet, written while it is read. At most two exports of an account run at once. Chains and flow need the names of their symbols and take at most 31 days; a long range is several exports.
     *
     * Open by API key on the Vega plan, and in the browser from the Vega plan up.
     */
    public exportData<ThrowOnError extends boolean = true>(parameters: {
        dataset: 'chains' | 'bars' | 'metrics' | 'flow' | 'ideas';
        symbols?: Array<UnderlyingSymbol>;
        from?: string;
        to?: string;
        format?: 'csv' | 'ndjson' | 'parquet';
    }, options?: Options<never, ThrowOnError>): RequestResult<ExportDataResponses, ExportDataErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'dataset' },
                    { in: 'query', key: 'symbols' },
                    { in: 'query', key: 'from' },
                    { in: 'query', key: 'to' },
                    { in: 'query', key: 'format' }
                ] }]);
        return (options?.client ?? this.client).get<ExportDataResponses, ExportDataErrors, ThrowOnError, 'data'>({
            querySerializer: { parameters: { symbols: { array: { explode: false } } } },
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/export/{dataset}',
            ...options,
            ...params
        });
    }
    
    /**
     * Trade ideas
     *
     * Theses on single symbols that the service made from its own analytics, newest first: direction, strategy, entry, target and stop (USD), confidence, the reasons in words, and how each turned out. Research data, made by fixed rules that GET /trade_ideas/track_record judges.
     *
     * Open by API key on the Vega plan, and in the browser from the Theta plan up.
     */
    public tradeIdeas<ThrowOnError extends boolean = true>(parameters?: {
        status?: 'all' | 'open' | 'closed' | 'expired';
        direction?: 'all' | 'bullish' | 'bearish' | 'neutral';
        symbol?: UnderlyingSymbol;
        date?: string;
        limit?: number;
        cursor?: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<TradeIdeasResponses, TradeIdeasErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'status' },
                    { in: 'query', key: 'direction' },
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'date' },
                    { in: 'query', key: 'limit' },
                    { in: 'query', key: 'cursor' }
                ] }]);
        return (options?.client ?? this.client).get<TradeIdeasResponses, TradeIdeasErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/trade_ideas',
            ...options,
            ...params
        });
    }
    
    /**
     * Track record
     *
     * How trade ideas turned out: number, hit rate, mean outcome in percent and in units of risk (R), in all, by pipeline and by confidence.
     *
     * Open by API key on the Vega plan, and in the browser from the Theta plan up.
     */
    public tradeIdeasTrackRecord<ThrowOnError extends boolean = true>(parameters?: {
        symbol?: UnderlyingSymbol;
        from?: string;
        to?: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<TradeIdeasTrackRecordResponses, TradeIdeasTrackRecordErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'from' },
                    { in: 'query', key: 'to' }
                ] }]);
        return (options?.client ?? this.client).get<TradeIdeasTrackRecordResponses, TradeIdeasTrackRecordErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/trade_ideas/track_record',
            ...options,
            ...params
        });
    }
    
    /**
     * Trade idea
     *
     * One trade idea by its id, with its levels (USD), the reasons in words, and how it turned out once it has ended. For many use trade_ideas.
     *
     * Open by API key on the Vega plan, and in the browser from the Theta plan up.
     */
    public tradeIdea<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<TradeIdeaResponses, TradeIdeaErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }] }]);
        return (options?.client ?? this.client).get<TradeIdeaResponses, TradeIdeaErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/trade_ideas/{id}',
            ...options,
            ...params
        });
    }
    
    /**
     * Notifications
     *
     * The notifications of the account, newest first, filtered by type, days of the account’s time zone, read status, symbol, alert rule and archive, each with how far it has come on every channel. Pages stay right while new ones arrive, in both directions and from a date.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public listNotifications<ThrowOnError extends boolean = true>(parameters?: {
        type?: 'custom_alert' | 'unusual_activity' | 'whale_trade' | 'system_update' | 'account' | 'system';
        date?: 'today' | 'last_7_days' | 'last_30_days' | 'custom';
        from?: string;
        to?: string;
        status?: 'all' | 'unread' | 'read';
        symbol?: UnderlyingSymbol;
        alert_id?: string;
        archived?: boolean;
        limit?: number;
        cursor?: string;
        at_date?: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<ListNotificationsResponses, ListNotificationsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'type' },
                    { in: 'query', key: 'date' },
                    { in: 'query', key: 'from' },
                    { in: 'query', key: 'to' },
                    { in: 'query', key: 'status' },
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'alert_id' },
                    { in: 'query', key: 'archived' },
                    { in: 'query', key: 'limit' },
                    { in: 'query', key: 'cursor' },
                    { in: 'query', key: 'at_date' }
                ] }]);
        return (options?.client ?? this.client).get<ListNotificationsResponses, ListNotificationsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notifications',
            ...options,
            ...params
        });
    }
    
    /**
     * Unread count
     *
     * How many notifications of the account are unread.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public unreadCount<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<UnreadCountResponses, UnreadCountErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<UnreadCountResponses, UnreadCountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notifications/unread_count',
            ...options
        });
    }
    
    /**
     * Mark a notification read
     *
     * Marks one notification as read and gives its record. Repeating it changes nothing.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public markNotificationRead<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<MarkNotificationReadResponses, MarkNotificationReadErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }] }]);
        return (options?.client ?? this.client).patch<MarkNotificationReadResponses, MarkNotificationReadErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notifications/{id}/mark_read',
            ...options,
            ...params
        });
    }
    
    /**
     * Mark a notification unread
     *
     * Marks one notification as unread and gives its record. Repeating it changes nothing.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public markNotificationUnread<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<MarkNotificationUnreadResponses, MarkNotificationUnreadErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }] }]);
        return (options?.client ?? this.client).patch<MarkNotificationUnreadResponses, MarkNotificationUnreadErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notifications/{id}/mark_unread',
            ...options,
            ...params
        });
    }
    
    /**
     * Mark all notifications read
     *
     * Marks every notification of the list as read; archived ones stay as they are. Repeating it changes nothing.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public markAllNotificationsRead<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<MarkAllNotificationsReadResponses, MarkAllNotificationsReadErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).patch<MarkAllNotificationsReadResponses, MarkAllNotificationsReadErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notifications/mark_all_read',
            ...options
        });
    }
    
    /**
     * Change all matching notifications
     *
     * Marks read, archives or restores every notification that matches the filters of the list, however many, in one step. With through_seq of a listed page, notifications that arrived since then stay as they are.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public changeMatchingNotifications<ThrowOnError extends boolean = true>(parameters: {
        change: 'read' | 'archive' | 'restore';
        type?: 'custom_alert' | 'unusual_activity' | 'whale_trade' | 'system_update' | 'account' | 'system';
        date?: 'today' | 'last_7_days' | 'last_30_days' | 'custom';
        from?: string;
        to?: string;
        status?: 'all' | 'unread' | 'read';
        symbol?: UnderlyingSymbol;
        alert_id?: string;
        archived?: boolean;
        through_seq?: number;
    }, options?: Options<never, ThrowOnError>): RequestResult<ChangeMatchingNotificationsResponses, ChangeMatchingNotificationsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'body', key: 'change' },
                    { in: 'body', key: 'type' },
                    { in: 'body', key: 'date' },
                    { in: 'body', key: 'from' },
                    { in: 'body', key: 'to' },
                    { in: 'body', key: 'status' },
                    { in: 'body', key: 'symbol' },
                    { in: 'body', key: 'alert_id' },
                    { in: 'body', key: 'archived' },
                    { in: 'body', key: 'through_seq' }
                ] }]);
        return (options?.client ?? this.client).post<ChangeMatchingNotificationsResponses, ChangeMatchingNotificationsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notifications/change_matching',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Archive notifications
     *
     * Archives up to 500 notifications by their ids, all in one step: they leave the list and the unread count, and stay in the archive for as long as they would have stayed in the list. What is on its way through a channel goes on. Unknown ids change nothing.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public archiveNotifications<ThrowOnError extends boolean = true>(parameters: {
        ids: Array<string>;
    }, options?: Options<never, ThrowOnError>): RequestResult<ArchiveNotificationsResponses, ArchiveNotificationsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'body', key: 'ids' }] }]);
        return (options?.client ?? this.client).post<ArchiveNotificationsResponses, ArchiveNotificationsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notifications/archive',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Restore archived notifications
     *
     * Puts up to 500 archived notifications back into the list, read or unread as they were. Ids that are unknown or not archived change nothing.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public restoreNotifications<ThrowOnError extends boolean = true>(parameters: {
        ids: Array<string>;
    }, options?: Options<never, ThrowOnError>): RequestResult<RestoreNotificationsResponses, RestoreNotificationsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'body', key: 'ids' }] }]);
        return (options?.client ?? this.client).post<RestoreNotificationsResponses, RestoreNotificationsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notifications/restore',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Undo a change of notifications
     *
     * Takes back what one action changed, for 10 minutes: marking all or all matching read, archiving, restoring. Exactly its notifications change back: not what arrived since, and not what was read, archived or restored in another way. Repeating it changes nothing.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public undoNotificationChange<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<UndoNotificationChangeResponses, UndoNotificationChangeErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'body', key: 'id' }] }]);
        return (options?.client ?? this.client).post<UndoNotificationChangeResponses, UndoNotificationChangeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notifications/undo',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Delete a notification
     *
     * Deletes one notification. What is already on its way to a webhook goes on: a program still needs it.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public deleteNotification<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<DeleteNotificationResponses, DeleteNotificationErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }] }]);
        return (options?.client ?? this.client).delete<DeleteNotificationResponses, DeleteNotificationErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notifications/{id}',
            ...options,
            ...params
        });
    }
    
    /**
     * Delete selected notifications
     *
     * Deletes up to 500 notifications by their ids, all in one step. Ids that are unknown, or not of the account, change nothing and are not counted.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public deleteNotifications<ThrowOnError extends boolean = true>(parameters: {
        ids: Array<string>;
    }, options?: Options<never, ThrowOnError>): RequestResult<DeleteNotificationsResponses, DeleteNotificationsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'body', key: 'ids' }] }]);
        return (options?.client ?? this.client).post<DeleteNotificationsResponses, DeleteNotificationsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notifications/delete_selected',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Export notifications as CSV
     *
     * Notifications as CSV (RFC 4180), newest first, with the filters of the list; at most the 10,000 newest. Cells that a spreadsheet would evaluate are escaped. Needs the Vega plan.
     *
     * Open by API key on the Vega plan, and in the browser from the Vega plan up.
     */
    public exportNotifications<ThrowOnError extends boolean = true>(parameters?: {
        type?: 'custom_alert' | 'unusual_activity' | 'whale_trade' | 'system_update' | 'account' | 'system';
        date?: 'today' | 'last_7_days' | 'last_30_days' | 'custom';
        from?: string;
        to?: string;
        status?: 'all' | 'unread' | 'read';
        symbol?: UnderlyingSymbol;
        alert_id?: string;
        archived?: boolean;
    }, options?: Options<never, ThrowOnError>): RequestResult<ExportNotificationsResponses, ExportNotificationsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'type' },
                    { in: 'query', key: 'date' },
                    { in: 'query', key: 'from' },
                    { in: 'query', key: 'to' },
                    { in: 'query', key: 'status' },
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'alert_id' },
                    { in: 'query', key: 'archived' }
                ] }]);
        return (options?.client ?? this.client).get<ExportNotificationsResponses, ExportNotificationsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notifications/export.csv',
            ...options,
            ...params
        });
    }
    
    /**
     * Notification settings
     *
     * Channels with their addresses (URLs masked), quiet hours, digests and sound of the account, and what is used of the limits of its plan.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public showNotificationSettings<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<ShowNotificationSettingsResponses, ShowNotificationSettingsErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<ShowNotificationSettingsResponses, ShowNotificationSettingsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notification_settings',
            ...options
        });
    }
    
    /**
     * Change notification settings
     *
     * Changes the settings that are given and leaves the others; what is held follows at once. A new URL is sent a signed test within the request, and `test` shows the result: until one has worked the URL is kept but not enabled (`verified: false`). Testing it again enables it, `redeliver_failed` then sends what was missed. A new webhook URL is answered once with its signing secret.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public changeNotificationSettings<ThrowOnError extends boolean = true>(parameters?: {
        enabled?: boolean;
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
        quiet_hours?: Array<QuietWindow>;
        time_zone?: string;
        frequency?: 'realtime' | 'hourly' | 'daily';
        digest_time?: string;
        sound?: boolean;
    }, options?: Options<never, ThrowOnError>): RequestResult<ChangeNotificationSettingsResponses, ChangeNotificationSettingsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'body', key: 'enabled' },
                    { in: 'body', key: 'channels' },
                    { in: 'body', key: 'quiet_hours' },
                    { in: 'body', key: 'time_zone' },
                    { in: 'body', key: 'frequency' },
                    { in: 'body', key: 'digest_time' },
                    { in: 'body', key: 'sound' }
                ] }]);
        return (options?.client ?? this.client).patch<ChangeNotificationSettingsResponses, ChangeNotificationSettingsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notification_settings',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Test a channel
     *
     * Really sends one test message through a channel and says what came of it. It counts against the limits of the plan. A test that works enables a URL that was just set, and an address that had been disabled. A program that takes trade ideas alone answers a test with 422: that enables its webhook too.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public testNotificationChannel<ThrowOnError extends boolean = true>(parameters: {
        channel: 'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook';
    }, options?: Options<never, ThrowOnError>): RequestResult<TestNotificationChannelResponses, TestNotificationChannelErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'channel' }] }]);
        return (options?.client ?? this.client).post<TestNotificationChannelResponses, TestNotificationChannelErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notification_settings/channels/{channel}/test',
            ...options,
            ...params
        });
    }
    
    /**
     * Show the signing secret
     *
     * Shows the secret by which the receiver of the webhook channel checks signatures.
     *
     * Open by API key on the Vega plan, and in the browser from the Vega plan up.
     */
    public revealWebhookSecret<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<RevealWebhookSecretResponses, RevealWebhookSecretErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<RevealWebhookSecretResponses, RevealWebhookSecretErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notification_settings/channels/webhook/reveal_secret',
            ...options
        });
    }
    
    /**
     * Rotate the signing secret
     *
     * Makes a new signing secret for the webhook channel. The one before signs too for 24 hours, so that a receiver can change over.
     *
     * Open by API key on the Vega plan, and in the browser from the Vega plan up.
     */
    public rotateWebhookSecret<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<RotateWebhookSecretResponses, RotateWebhookSecretErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<RotateWebhookSecretResponses, RotateWebhookSecretErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notification_settings/channels/webhook/rotate_secret',
            ...options
        });
    }
    
    /**
     * Verify the e-mail address again
     *
     * Sends a link to the e-mail address of the account, which verifies it again once it is opened (`POST /accounts/verify_email`). Needed where `channels.email.verified` is false: the address was never confirmed, or its mail server rejected two mails in a row. At most five such mails an hour. 422 where the address is verified.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public sendEmailLink<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<SendEmailLinkResponses, SendEmailLinkErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).post<SendEmailLinkResponses, SendEmailLinkErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notification_settings/email',
            ...options
        });
    }
    
    /**
     * Send a code to a phone
     *
     * Sends an SMS with a code of 6 digits to a phone number, to show that it is the account’s own. The code is valid for 10 minutes; at most 3 codes in an hour.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public sendPhoneCode<ThrowOnError extends boolean = true>(parameters: {
        phone_number: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<SendPhoneCodeResponses, SendPhoneCodeErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'body', key: 'phone_number' }] }]);
        return (options?.client ?? this.client).post<SendPhoneCodeResponses, SendPhoneCodeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notification_settings/phone',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Verify a phone number
     *
     * Confirms the phone number that the last code was sent to, and makes it the one of the SMS channel. A code works once, for 10 minutes and 5 tries.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public verifyPhone<ThrowOnError extends boolean = true>(parameters: {
        code: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<VerifyPhoneResponses, VerifyPhoneErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'body', key: 'code' }] }]);
        return (options?.client ?? this.client).post<VerifyPhoneResponses, VerifyPhoneErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notification_settings/phone/verify',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Add a push device
     *
     * Adds a phone by its registration token, or a browser by its push subscription, to those that the push channel sends to. The same device again is the same entry.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public addPushDevice<ThrowOnError extends boolean = true>(parameters: {
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
        label?: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<AddPushDeviceResponses, AddPushDeviceErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'body', key: 'device' }, { in: 'body', key: 'label' }] }]);
        return (options?.client ?? this.client).post<AddPushDeviceResponses, AddPushDeviceErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notification_settings/devices',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Remove a push device
     *
     * Removes a device from those that the push channel sends to. What waits for it is not sent any more.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public removePushDevice<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<RemovePushDeviceResponses, RemovePushDeviceErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }] }]);
        return (options?.client ?? this.client).delete<RemovePushDeviceResponses, RemovePushDeviceErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notification_settings/devices/{id}',
            ...options,
            ...params
        });
    }
    
    /**
     * Unlink a chat
     *
     * Removes the chat of a channel, and ends a code that was not used yet. What waits for the chat is not sent any more.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public unlinkChat<ThrowOnError extends boolean = true>(parameters: {
        channel: 'telegram';
    }, options?: Options<never, ThrowOnError>): RequestResult<UnlinkChatResponses, UnlinkChatErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'channel' }] }]);
        return (options?.client ?? this.client).delete<UnlinkChatResponses, UnlinkChatErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notification_settings/channels/{channel}/link',
            ...options,
            ...params
        });
    }
    
    /**
     * Link a chat
     *
     * Gives the address that opens the chat with the bot of this service. Start the bot there: the chat then becomes the one of the channel, in place of the one before, and the channel is switched on. The address works once, for 10 minutes; a new one ends the one before.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public linkChat<ThrowOnError extends boolean = true>(parameters: {
        channel: 'telegram';
    }, options?: Options<never, ThrowOnError>): RequestResult<LinkChatResponses, LinkChatErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'channel' }] }]);
        return (options?.client ?? this.client).post<LinkChatResponses, LinkChatErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notification_settings/channels/{channel}/link',
            ...options,
            ...params
        });
    }
    
    /**
     * Deliveries
     *
     * What was sent, or is to be sent, through which channel, newest first, with every attempt: time, outcome, status code and the beginning of the answer.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public listDeliveries<ThrowOnError extends boolean = true>(parameters?: {
        status?: 'pending' | 'sent' | 'failed' | 'throttled';
        channel?: 'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook';
        limit?: number;
        cursor?: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<ListDeliveriesResponses, ListDeliveriesErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'status' },
                    { in: 'query', key: 'channel' },
                    { in: 'query', key: 'limit' },
                    { in: 'query', key: 'cursor' }
                ] }]);
        return (options?.client ?? this.client).get<ListDeliveriesResponses, ListDeliveriesErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/deliveries',
            ...options,
            ...params
        });
    }
    
    /**
     * Send a delivery again
     *
     * Sends the same bytes under the same id once more, in this request and once, and says what came of it. It counts against the limits of the plan. What is being sent, or has no usable address, is refused.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public redeliver<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<RedeliverResponses, RedeliverErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }] }]);
        return (options?.client ?? this.client).post<RedeliverResponses, RedeliverErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/deliveries/{id}/redeliver',
            ...options,
            ...params
        });
    }
    
    /**
     * Send again what failed
     *
     * Puts deliveries of a channel that have failed since an instant back into the queue, for one attempt each with the same bytes under the same id, the oldest first. At most 7 days back and 1000 deliveries a call; each counts against the limits of the plan. Left out: trade ideas whose session has ended, messages that may have been sent, and rules' own webhook addresses.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public redeliverFailed<ThrowOnError extends boolean = true>(parameters: {
        channel: 'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook';
        since: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<RedeliverFailedResponses, RedeliverFailedErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'channel' }, { in: 'body', key: 'since' }] }]);
        return (options?.client ?? this.client).post<RedeliverFailedResponses, RedeliverFailedErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/notification_settings/channels/{channel}/redeliver_failed',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Alerts
     *
     * The alert rules of the account, newest first, with the symbols in their cooldown period.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public listAlerts<ThrowOnError extends boolean = true>(parameters?: {
        limit?: number;
        cursor?: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<ListAlertsResponses, ListAlertsErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'query', key: 'limit' }, { in: 'query', key: 'cursor' }] }]);
        return (options?.client ?? this.client).get<ListAlertsResponses, ListAlertsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/alerts',
            ...options,
            ...params
        });
    }
    
    /**
     * Create an alert
     *
     * Creates a rule that notifies the account of option prints, trade ideas or crossed levels that meet all its criteria.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public createAlert<ThrowOnError extends boolean = true>(parameters: {
        name: string;
        source: 'option_flow' | 'trade_idea' | 'market_level' | 'screen';
        criteria?: {
            [key: string]: unknown;
        };
        channels?: Array<'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook'> | null;
        webhook_url?: string | null;
        cooldown_minutes?: number;
        priority?: 'normal' | 'high';
        enabled?: boolean;
    }, options?: Options<never, ThrowOnError>): RequestResult<CreateAlertResponses, CreateAlertErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'body', key: 'name' },
                    { in: 'body', key: 'source' },
                    { in: 'body', key: 'criteria' },
                    { in: 'body', key: 'channels' },
                    { in: 'body', key: 'webhook_url' },
                    { in: 'body', key: 'cooldown_minutes' },
                    { in: 'body', key: 'priority' },
                    { in: 'body', key: 'enabled' }
                ] }]);
        return (options?.client ?? this.client).post<CreateAlertResponses, CreateAlertErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/alerts',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Delete an alert
     *
     * Deletes an alert rule and its own webhook. Its notifications remain, but digests leave them out.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public deleteAlert<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<DeleteAlertResponses, DeleteAlertErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }] }]);
        return (options?.client ?? this.client).delete<DeleteAlertResponses, DeleteAlertErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/alerts/{id}',
            ...options,
            ...params
        });
    }
    
    /**
     * Alert
     *
     * One alert rule of the account, with the symbols in their cooldown period.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public showAlert<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<ShowAlertResponses, ShowAlertErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }] }]);
        return (options?.client ?? this.client).get<ShowAlertResponses, ShowAlertErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/alerts/{id}',
            ...options,
            ...params
        });
    }
    
    /**
     * Change an alert
     *
     * Changes the given fields of a rule. Criteria are replaced as a whole, and new ones reset the cooldown. The answer to a new webhook URL contains its signing secret, once; null removes the URL.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public changeAlert<ThrowOnError extends boolean = true>(parameters: {
        id: string;
        name?: string;
        criteria?: {
            [key: string]: unknown;
        };
        channels?: Array<'email' | 'sms' | 'push' | 'slack' | 'discord' | 'telegram' | 'webhook'> | null;
        webhook_url?: string | null;
        cooldown_minutes?: number;
        priority?: 'normal' | 'high';
        enabled?: boolean;
    }, options?: Options<never, ThrowOnError>): RequestResult<ChangeAlertResponses, ChangeAlertErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'id' },
                    { in: 'body', key: 'name' },
                    { in: 'body', key: 'criteria' },
                    { in: 'body', key: 'channels' },
                    { in: 'body', key: 'webhook_url' },
                    { in: 'body', key: 'cooldown_minutes' },
                    { in: 'body', key: 'priority' },
                    { in: 'body', key: 'enabled' }
                ] }]);
        return (options?.client ?? this.client).patch<ChangeAlertResponses, ChangeAlertErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/alerts/{id}',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Snoozed alerts
     *
     * The rules of the account that are snoozed now, and when a snooze that begins now would end.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public snoozedAlerts<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<SnoozedAlertsResponses, SnoozedAlertsErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<SnoozedAlertsResponses, SnoozedAlertsErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/alerts/snoozed',
            ...options
        });
    }
    
    /**
     * End the snooze of an alert
     *
     * Ends the snooze of a rule now, so that its next match notifies again. Repeating it changes nothing.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public endAlertSnooze<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<EndAlertSnoozeResponses, EndAlertSnoozeErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }] }]);
        return (options?.client ?? this.client).delete<EndAlertSnoozeResponses, EndAlertSnoozeErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/alerts/{id}/snooze',
            ...options,
            ...params
        });
    }
    
    /**
     * Snooze an alert
     *
     * Silences a rule until an instant of the service’s clock: it raises nothing on any channel, and what it would have matched meanwhile is not raised later. Snoozing again replaces the instant.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public snoozeAlert<ThrowOnError extends boolean = true>(parameters: {
        id: string;
        for: 'one_hour' | 'rest_of_session' | 'next_open' | 'custom';
        until?: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<SnoozeAlertResponses, SnoozeAlertErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'id' },
                    { in: 'body', key: 'for' },
                    { in: 'body', key: 'until' }
                ] }]);
        return (options?.client ?? this.client).post<SnoozeAlertResponses, SnoozeAlertErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/alerts/{id}/snooze',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Show the signing secret of an alert
     *
     * Shows the secret with which the receiver of a rule’s webhook verifies signatures.
     *
     * Open by API key on the Vega plan, and in the browser from the Vega plan up.
     */
    public revealAlertSecret<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<RevealAlertSecretResponses, RevealAlertSecretErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }] }]);
        return (options?.client ?? this.client).post<RevealAlertSecretResponses, RevealAlertSecretErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/alerts/{id}/reveal_secret',
            ...options,
            ...params
        });
    }
    
    /**
     * Rotate the signing secret of an alert
     *
     * Creates a new signing secret for the webhook of a rule. The previous one also signs for 24 hours, so that a receiver can switch.
     *
     * Open by API key on the Vega plan, and in the browser from the Vega plan up.
     */
    public rotateAlertSecret<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<RotateAlertSecretResponses, RotateAlertSecretErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }] }]);
        return (options?.client ?? this.client).post<RotateAlertSecretResponses, RotateAlertSecretErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/alerts/{id}/rotate_secret',
            ...options,
            ...params
        });
    }
    
    /**
     * Test an alert on recent sessions
     *
     * How often a rule on option flow would have notified you in recent sessions, given its cooldown, for which prints, and the returns of their contracts after 5 and 30 minutes and at the next close. A rule without symbols is tested on the current session only. Nothing is sent.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public backtestAlert<ThrowOnError extends boolean = true>(parameters: {
        id: string;
        sessions?: number;
    }, options?: Options<never, ThrowOnError>): RequestResult<BacktestAlertResponses, BacktestAlertErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }, { in: 'body', key: 'sessions' }] }]);
        return (options?.client ?? this.client).post<BacktestAlertResponses, BacktestAlertErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/alerts/{id}/backtest',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Watchlist
     *
     * Symbols for which the account is notified of whale trades and unusual activity.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public showWatchlist<ThrowOnError extends boolean = true>(parameters?: {
        figures?: 'all' | 'available';
    }, options?: Options<never, ThrowOnError>): RequestResult<ShowWatchlistResponses, ShowWatchlistErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'query', key: 'figures' }] }]);
        return (options?.client ?? this.client).get<ShowWatchlistResponses, ShowWatchlistErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/watchlist',
            ...options,
            ...params
        });
    }
    
    /**
     * Change the watchlist
     *
     * Adds symbols at the end, removes others, and sets the least premium, score and size of a print that notifies, for all symbols or for one. A removed symbol loses its own bounds.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public changeWatchlist<ThrowOnError extends boolean = true>(parameters?: {
        add?: Array<UnderlyingSymbol>;
        remove?: Array<UnderlyingSymbol>;
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
    }, options?: Options<never, ThrowOnError>): RequestResult<ChangeWatchlistResponses, ChangeWatchlistErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'body', key: 'add' },
                    { in: 'body', key: 'remove' },
                    { in: 'body', key: 'thresholds' },
                    { in: 'body', key: 'symbol_thresholds' }
                ] }]);
        return (options?.client ?? this.client).patch<ChangeWatchlistResponses, ChangeWatchlistErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/watchlist',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Replace the watchlist
     *
     * Replaces the symbols for which the account is notified of whale trades and unusual activity. Unknown symbols are rejected; duplicates are ignored.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public replaceWatchlist<ThrowOnError extends boolean = true>(parameters: {
        symbols: Array<UnderlyingSymbol>;
    }, options?: Options<never, ThrowOnError>): RequestResult<ReplaceWatchlistResponses, ReplaceWatchlistErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'body', key: 'symbols' }] }]);
        return (options?.client ?? this.client).put<ReplaceWatchlistResponses, ReplaceWatchlistErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/watchlist',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Preview of the watchlist
     *
     * How many notifications a session the watchlist would have made in recent sessions with some bounds: one for each contract and kind. Long lists are counted on the current session so far. Nothing is stored or sent.
     *
     * Open by API key on the Vega plan, and in the browser from the Gamma plan up.
     */
    public previewWatchlist<ThrowOnError extends boolean = true>(parameters?: {
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
    }, options?: Options<never, ThrowOnError>): RequestResult<PreviewWatchlistResponses, PreviewWatchlistErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'body', key: 'thresholds' }, { in: 'body', key: 'symbol_thresholds' }] }]);
        return (options?.client ?? this.client).post<PreviewWatchlistResponses, PreviewWatchlistErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/watchlist/preview',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Saved filters
     *
     * The filters of the tape that the account has saved under a name, so that every device has them.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public listSavedFilters<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<ListSavedFiltersResponses, ListSavedFiltersErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<ListSavedFiltersResponses, ListSavedFiltersErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/flow/saved_filters',
            ...options
        });
    }
    
    /**
     * Save a filter
     *
     * Saves filters of the tape under a name that the account does not use yet; at most 50.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public createSavedFilter<ThrowOnError extends boolean = true>(parameters: {
        name: string;
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
    }, options?: Options<never, ThrowOnError>): RequestResult<CreateSavedFilterResponses, CreateSavedFilterErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'body', key: 'name' }, { in: 'body', key: 'filters' }] }]);
        return (options?.client ?? this.client).post<CreateSavedFilterResponses, CreateSavedFilterErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/flow/saved_filters',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Delete a saved filter
     *
     * Deletes a saved filter of the tape. Addresses that were shared keep their filters.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public deleteSavedFilter<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<DeleteSavedFilterResponses, DeleteSavedFilterErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }] }]);
        return (options?.client ?? this.client).delete<DeleteSavedFilterResponses, DeleteSavedFilterErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/flow/saved_filters/{id}',
            ...options,
            ...params
        });
    }
    
    /**
     * Change a saved filter
     *
     * Renames a saved filter of the tape, or replaces its filters as a whole.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public changeSavedFilter<ThrowOnError extends boolean = true>(parameters: {
        id: string;
        name?: string;
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
    }, options?: Options<never, ThrowOnError>): RequestResult<ChangeSavedFilterResponses, ChangeSavedFilterErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'id' },
                    { in: 'body', key: 'name' },
                    { in: 'body', key: 'filters' }
                ] }]);
        return (options?.client ?? this.client).patch<ChangeSavedFilterResponses, ChangeSavedFilterErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/flow/saved_filters/{id}',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Saved screens
     *
     * The screens that the account has saved under a name, so that every device has them.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public listScreens<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<ListScreensResponses, ListScreensErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<ListScreensResponses, ListScreensErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/screens',
            ...options
        });
    }
    
    /**
     * Save a screen
     *
     * Saves filters, symbols, order and columns of the screener under a name that the account does not use yet; at most 50. An alert of the source screen with the same filters notifies of symbols that begin to pass.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public createScreen<ThrowOnError extends boolean = true>(parameters: {
        name: string;
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
    }, options?: Options<never, ThrowOnError>): RequestResult<CreateScreenResponses, CreateScreenErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'body', key: 'name' }, { in: 'body', key: 'screen' }] }]);
        return (options?.client ?? this.client).post<CreateScreenResponses, CreateScreenErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/screens',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Delete a saved screen
     *
     * Deletes a saved screen. Addresses that were shared keep their filters, and alerts theirs.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public deleteScreen<ThrowOnError extends boolean = true>(parameters: {
        id: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<DeleteScreenResponses, DeleteScreenErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'id' }] }]);
        return (options?.client ?? this.client).delete<DeleteScreenResponses, DeleteScreenErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/screens/{id}',
            ...options,
            ...params
        });
    }
    
    /**
     * Change a saved screen
     *
     * Renames a saved screen, or replaces its content as a whole. Alerts keep their own filters.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public changeScreen<ThrowOnError extends boolean = true>(parameters: {
        id: string;
        name?: string;
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
    }, options?: Options<never, ThrowOnError>): RequestResult<ChangeScreenResponses, ChangeScreenErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'path', key: 'id' },
                    { in: 'body', key: 'name' },
                    { in: 'body', key: 'screen' }
                ] }]);
        return (options?.client ?? this.client).patch<ChangeScreenResponses, ChangeScreenErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/screens/{id}',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
    
    /**
     * Account
     *
     * The account of the caller: plan, standing, and its limits with their current usage.
     *
     * Open by API key on the Vega plan, and in the browser from the Delta plan up.
     */
    public showAccount<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<ShowAccountResponses, ShowAccountErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<ShowAccountResponses, ShowAccountErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-USER-EMAIL', type: 'apiKey' }, { name: 'X-USER-TOKEN', type: 'apiKey' }],
            url: '/api/v1/account',
            ...options
        });
    }
    
    /**
     * The ledger
     *
     * Entries of the ledger, newest first. The secret is taken from the header alone.
     *
     * Open with the webhook secret in the header X-BOT-SECRET.
     */
    public listLedger<ThrowOnError extends boolean = true>(parameters?: {
        status?: 'queued' | 'skipped' | 'dry_run' | 'ordered' | 'failed';
        symbol?: string;
        limit?: number;
        cursor?: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<ListLedgerResponses, ListLedgerErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'status' },
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'limit' },
                    { in: 'query', key: 'cursor' }
                ] }]);
        return (options?.client ?? this.client).get<ListLedgerResponses, ListLedgerErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-BOT-SECRET', type: 'apiKey' }],
            url: '/webhooks/optionomics-neutral/ledger',
            ...options,
            ...params
        });
    }
    
    /**
     * One entry of the ledger
     *
     * The entry with this fingerprint. The secret is taken from the header alone.
     *
     * Open with the webhook secret in the header X-BOT-SECRET.
     */
    public showLedgerEntry<ThrowOnError extends boolean = true>(parameters: {
        fingerprint: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<ShowLedgerEntryResponses, ShowLedgerEntryErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'fingerprint' }] }]);
        return (options?.client ?? this.client).get<ShowLedgerEntryResponses, ShowLedgerEntryErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-BOT-SECRET', type: 'apiKey' }],
            url: '/webhooks/optionomics-neutral/ledger/{fingerprint}',
            ...options,
            ...params
        });
    }
    
    /**
     * What a decision was made from
     *
     * The models that were asked about an idea, what they were sent, which tools they called and what these answered, with tokens, cost and time. Kept for 90 days. The secret is taken from the header alone.
     *
     * Open with the webhook secret in the header X-BOT-SECRET.
     */
    public showLedgerEvidence<ThrowOnError extends boolean = true>(parameters: {
        fingerprint: string;
    }, options?: Options<never, ThrowOnError>): RequestResult<ShowLedgerEvidenceResponses, ShowLedgerEvidenceErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [{ in: 'path', key: 'fingerprint' }] }]);
        return (options?.client ?? this.client).get<ShowLedgerEvidenceResponses, ShowLedgerEvidenceErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-BOT-SECRET', type: 'apiKey' }],
            url: '/webhooks/optionomics-neutral/ledger/{fingerprint}/evidence',
            ...options,
            ...params
        });
    }
    
    /**
     * Scorecard of decisions
     *
     * What the receiver’s decisions on trade ideas were worth, skips included, against always following, fixed rules and SPY: returns, hit rates, Brier score, costs, 95 % intervals.
     *
     * Open by API key on the Vega plan, and with the webhook secret in the header X-BOT-SECRET.
     */
    public decisionScorecard<ThrowOnError extends boolean = true>(parameters?: {
        horizon?: 1 | 5 | 20;
        symbol?: string;
        from?: string;
        to?: string;
        cost_bps?: number;
        stake_usd?: number;
    }, options?: Options<never, ThrowOnError>): RequestResult<DecisionScorecardResponses, DecisionScorecardErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'horizon' },
                    { in: 'query', key: 'symbol' },
                    { in: 'query', key: 'from' },
                    { in: 'query', key: 'to' },
                    { in: 'query', key: 'cost_bps' },
                    { in: 'query', key: 'stake_usd' }
                ] }]);
        return (options?.client ?? this.client).get<DecisionScorecardResponses, DecisionScorecardErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [
                { name: 'X-USER-EMAIL', type: 'apiKey' },
                { name: 'X-USER-TOKEN', type: 'apiKey' },
                { name: 'X-BOT-SECRET', type: 'apiKey' }
            ],
            url: '/webhooks/optionomics-neutral/scorecard',
            ...options,
            ...params
        });
    }
    
    /**
     * Export the ledger
     *
     * Entries of the ledger, newest first, as CSV, lines of JSON or Parquet, by symbol and the New York dates on which they came. The secret is taken from the header alone.
     *
     * Open with the webhook secret in the header X-BOT-SECRET.
     */
    public exportLedger<ThrowOnError extends boolean = true>(parameters?: {
        symbols?: Array<UnderlyingSymbol>;
        from?: string;
        to?: string;
        format?: 'csv' | 'ndjson' | 'parquet';
    }, options?: Options<never, ThrowOnError>): RequestResult<ExportLedgerResponses, ExportLedgerErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'query', key: 'symbols' },
                    { in: 'query', key: 'from' },
                    { in: 'query', key: 'to' },
                    { in: 'query', key: 'format' }
                ] }]);
        return (options?.client ?? this.client).get<ExportLedgerResponses, ExportLedgerErrors, ThrowOnError, 'data'>({
            querySerializer: { parameters: { symbols: { array: { explode: false } } } },
            responseStyle: 'data',
            security: [{ name: 'X-BOT-SECRET', type: 'apiKey' }],
            url: '/webhooks/optionomics-neutral/export/ledger',
            ...options,
            ...params
        });
    }
    
    /**
     * Whether the process runs
     *
     * Answers while the process runs, and reports which safety switches of the receiver are on.
     */
    public health<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<HealthResponses, HealthErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<HealthResponses, HealthErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/health',
            ...options
        });
    }
    
    /**
     * Whether all parts work
     *
     * Checks the store, the source of market data and the background work, and answers 503 if one of them does not work.
     */
    public healthReady<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<HealthReadyResponses, HealthReadyErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<HealthReadyResponses, HealthReadyErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/health/ready',
            ...options
        });
    }
    
    /**
     * This document
     *
     * The OpenAPI 3.1 document of every route. A readable version is at `/docs`.
     */
    public openapi<ThrowOnError extends boolean = true>(options?: Options<never, ThrowOnError>): RequestResult<OpenapiResponses, OpenapiErrors, ThrowOnError, 'data'> {
        return (options?.client ?? this.client).get<OpenapiResponses, OpenapiErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            url: '/api/v1/openapi.json',
            ...options
        });
    }
    
    /**
     * Receive a trade idea
     *
     * Takes the webhook of a Trade Ideas alert. The idea is stored, answered at once, and then decided, gated and, unless DRY_RUN is on, ordered in paper mode. The same idea again is a `duplicate` and changes nothing.
     */
    public receiveTradeIdea<ThrowOnError extends boolean = true>(parameters: {
        alert_name: string;
        source: 'trade_idea';
        symbol: string;
        direction: 'bullish' | 'bearish' | 'neutral';
        strategy: string;
        model?: string | null;
        entry_price?: number | null;
        target_price?: number | null;
        stop_price?: number | null;
        triggered_at: string;
        matched_criteria?: {
            [key: string]: unknown;
        } | null;
    }, options?: Options<never, ThrowOnError>): RequestResult<ReceiveTradeIdeaResponses, ReceiveTradeIdeaErrors, ThrowOnError, 'data'> {
        const params = buildClientParams([parameters], [{ args: [
                    { in: 'body', key: 'alert_name' },
                    { in: 'body', key: 'source' },
                    { in: 'body', key: 'symbol' },
                    { in: 'body', key: 'direction' },
                    { in: 'body', key: 'strategy' },
                    { in: 'body', key: 'model' },
                    { in: 'body', key: 'entry_price' },
                    { in: 'body', key: 'target_price' },
                    { in: 'body', key: 'stop_price' },
                    { in: 'body', key: 'triggered_at' },
                    { in: 'body', key: 'matched_criteria' }
                ] }]);
        return (options?.client ?? this.client).post<ReceiveTradeIdeaResponses, ReceiveTradeIdeaErrors, ThrowOnError, 'data'>({
            responseStyle: 'data',
            security: [{ name: 'X-BOT-SECRET', type: 'apiKey' }],
            url: '/webhooks/optionomics-neutral/trade-ideas',
            ...options,
            ...params,
            headers: {
                'Content-Type': 'application/json',
                ...options?.headers,
                ...params.headers
            }
        });
    }
}
