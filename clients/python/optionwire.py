"""Client of Optionwire, an options-market analytics service: one file that needs Python 3.10 and nothing else.

    from optionwire import Optionwire

    client = Optionwire("http://127.0.0.1:3000", email="you@example.com", token="ow_...")
    client.gamma_exposure("SPY", dte_max=30)
    for row in client.rows(client.options_flow, symbols=["AMD"]):
        print(row["executed_at"], row["premium"])

Answers are dicts, as the service documents them at /docs. `frame` turns one into a pandas data frame, if pandas is
installed. An argument that is left out is not sent; `None` is sent as null. Names that Python reserves end in an
underscore, for example `from_`.
"""

from __future__ import annotations

import base64
import binascii
import email.utils
import hashlib
import hmac
import http.client
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

__all__ = ["Optionwire", "OptionwireError", "WebhookError", "frame", "verify_webhook"]

Answer = dict[str, Any]

#: Methods that may be sent twice: the second changes nothing that the first has not changed.
_REPEATABLE = {"GET", "PUT", "DELETE"}
_WEBHOOK_PREFIX = "whsec_"


class _Unset:
    """The type of an argument that was left out."""

    def __repr__(self) -> str:
        return "UNSET"


UNSET = _Unset()


class OptionwireError(Exception):
    """An error that the service has answered, or a connection that failed.

    `status` is None where there was no answer. `code` is for programs, `detail` says what to do, `errors` names every
    invalid field, and `request_id` is what the log of the service contains.
    """

    def __init__(self, detail: str, *, status: int | None = None, problem: Mapping[str, Any] | None = None,
                 retry_after: float | None = None, request_id: str | None = None) -> None:
        problem = problem or {}
        errors = problem.get("errors") or []
        fields = "".join(f"; {it.get('path')} {it.get('message')}" for it in errors)
        super().__init__(f"{detail}{fields}")
        self.status = status
        self.code: str | None = problem.get("code")
        self.detail = detail
        self.errors: list[dict[str, str]] = errors
        self.required_plan: str | None = problem.get("required_plan")
        self.retry_after = retry_after
        self.request_id = request_id


class WebhookError(Exception):
    """A webhook that must not be trusted."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The service never redirects. Another server would receive the token with the headers."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):  # noqa: ANN001, ANN201, PLR0913
        return None


class Optionwire:
    """One account of one service.

    url: address of the service, for example http://127.0.0.1:3000.
    email, token: an API key. bot_secret: the secret of the receiver, for its operations alone.
    timeout: seconds for one try. retries: tries after the first, on 429, on 503 and when the connection fails; only 429
    repeats what changes something. max_wait: longest wait before a try in seconds; where the service asks for more, the
    error is raised at once. sleep: replaces time.sleep.
    """

    def __init__(self, url: str, *, email: str | None = None, token: str | None = None, bot_secret: str | None = None,
                 timeout: float = 30.0, retries: int = 3, max_wait: float = 60.0,
                 sleep: Callable[[float], object] = time.sleep) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError("url must begin with http:// or https://")
        self._url = url.rstrip("/")
        self._account = {"X-USER-EMAIL": email, "X-USER-TOKEN": token} if email and token else {}
        self._receiver = {"X-BOT-SECRET": bot_secret} if bot_secret else {}
        self._timeout = timeout
        self._retries = retries
        self._max_wait = max_wait
        self._sleep = sleep
        self._opener = urllib.request.build_opener(_NoRedirects())

    def __repr__(self) -> str:
        return f"Optionwire({self._url!r})"

    def pages(self, method: Callable[..., Answer], *args: Any, **arguments: Any) -> Iterator[Answer]:
        """Every page of a method that has `cursor`, from the one that the arguments name to the last."""
        cursor = arguments.pop("cursor", UNSET)
        while True:
            page = method(*args, **arguments, **({} if cursor is UNSET else {"cursor": cursor}))
            yield page
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def rows(self, method: Callable[..., Answer], *args: Any, **arguments: Any) -> Iterator[dict[str, Any]]:
        """Every row of every page."""
        for page in self.pages(method, *args, **arguments):
            yield from page["data"]

    def _call(self, method: str, path: str, *, query: Mapping[str, Any] | None = None,
              body: Mapping[str, Any] | None = None, credentials: Literal["account", "receiver"] | None = "account",
              raw: bool = False) -> Any:
        request = self._request(method, path, query, body, credentials)
        for retry in range(self._retries + 1):
            try:
                with self._opener.open(request, timeout=self._timeout) as answer:
                    content = answer.read()
                break
            except urllib.error.HTTPError as answered:
                error = _error_of(answered)
                repeatable = error.status == 429 or (error.status == 503 and method in _REPEATABLE)
            except (OSError, http.client.HTTPException) as broken:
                error = OptionwireError(f"{self._url} does not answer: {_reason_of(broken)}.")
                repeatable = method in _REPEATABLE
            wait = error.retry_after if error.retry_after is not None else float(2**retry)
            if not repeatable or retry == self._retries or wait > self._max_wait:
                raise error
            self._sleep(wait)
        if raw:
            return content
        return json.loads(content) if content else {}

    def _request(self, method: str, path: str, query: Mapping[str, Any] | None, body: Mapping[str, Any] | None,
                 credentials: str | None) -> urllib.request.Request:
        pairs = [(name, _in_query(value)) for name, value in (query or {}).items() if not _is_absent(value)]
        url = self._url + path + ("?" + urllib.parse.urlencode(pairs) if pairs else "")
        headers = {"Accept": "*/*", "User-Agent": "optionwire-python"}
        headers |= {"account": self._account, "receiver": self._receiver}.get(credentials or "", {})
        sent = {name: value for name, value in (body or {}).items() if value is not UNSET}
        data = None
        if body is not None and (sent or method != "DELETE"):
            data = json.dumps(sent, allow_nan=False).encode()
            headers["Content-Type"] = "application/json"
        return urllib.request.Request(url, data=data, headers=headers, method=method)

    # -- operations, made by `npm run clients` --
    def stocks(self) -> Answer:
        """Symbols.

        All symbols that the market source has, with the first and last trading date of their options chains, daily
        bars and option trades.
        """
        return self._call("GET", "/api/v1/stocks")

    def symbol_search(self, *, q: str) -> Answer:
        """Symbol search.

        The symbol that a text means: a name (nvidia), another spelling ($TSLA, ^SPX, BRK-B), a root (SPXW) or a
        misspelling (NVDDA). For all symbols use stocks.

        q: Ticker, or name of a company, fund or index.
        """
        return self._call("GET", "/api/v1/symbols", query={"q": q})

    def stock_quote(self, symbol: str, *, date: str | _Unset = UNSET) -> Answer:
        """Stock quote.

        Price of one underlying: last, bid and ask, session range, change from the previous close, volume and
        52-week range. USD per share. For daily bars use price_history.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call("GET", f"/api/v1/stocks/{_in_path(symbol)}/quote", query={"date": date})

    def options_chain(
        self,
        symbol: str,
        *,
        expiration_date: str | _Unset = UNSET,
        option_type: Literal["call", "put"] | _Unset = UNSET,
        strike_min: float | _Unset = UNSET,
        strike_max: float | _Unset = UNSET,
        dte_min: int | _Unset = UNSET,
        dte_max: int | _Unset = UNSET,
        strikes_around_atm: int | _Unset = UNSET,
        min_open_interest: int | _Unset = UNSET,
        fields: Sequence[Any] | _Unset = UNSET,
        limit: int | _Unset = UNSET,
        cursor: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Options chain.

        Listed contracts of one symbol with quotes, open interest, implied volatility (decimal, null where none
        exists) and greeks of our own engine (theta per day, vega per volatility point).

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        expiration_date: Only this expiration date, YYYY-MM-DD.
        option_type: Calls or puts.
        strike_min: Lowest, USD.
        strike_max: Highest, USD.
        dte_min: Only expirations this many calendar days away or more.
        dte_max: Only expirations within this many calendar days; 0 is those of the session itself.
        strikes_around_atm: Per expiration, this many strikes on each side of the nearest to the price.
        min_open_interest: An unknown one does not pass.
        fields: Only these fields of each row, and option_symbol; all by default.
        limit: Maximum number of rows; all by default.
        cursor: The next_cursor of the previous page.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/options",
            query={
                "expiration_date": expiration_date,
                "option_type": option_type,
                "strike_min": strike_min,
                "strike_max": strike_max,
                "dte_min": dte_min,
                "dte_max": dte_max,
                "strikes_around_atm": strikes_around_atm,
                "min_open_interest": min_open_interest,
                "fields": fields,
                "limit": limit,
                "cursor": cursor,
                "date": date,
            },
        )

    def contract_history(
        self,
        symbol: str,
        option_symbol: str,
        *,
        sessions: int | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Contract history.

        One option contract by session, at the last chain of each: quote, volume, open interest, implied volatility
        (decimal) and greeks (theta per day, vega per volatility point). A session that is not known is a row of
        nulls. For its trades use options_flow.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        option_symbol: The contract, padded to 21 characters or not.
        sessions: Sessions up to the last one.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/options/{_in_path(option_symbol)}/history",
            query={"sessions": sessions, "date": date},
        )

    def option_metrics(
        self,
        symbol: str,
        *,
        expiration_date: str | _Unset = UNSET,
        dte_max: int | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Option metrics.

        Key figures of one symbol’s options in one line: put/call ratios, IV30 with rank and percentile, gamma,
        vanna and charm exposure (calls plus, puts minus) and delta exposure in USD, walls, max pain, expected move
        and skew (rr25: calls minus puts). By strike or expiration use gamma_exposure.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        expiration_date: Only this expiration, YYYY-MM-DD; iv30 and its ranks use the whole chain.
        dte_max: Only expirations within this many calendar days; 0 is those of the session itself.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/metrics",
            query={"expiration_date": expiration_date, "dte_max": dte_max, "date": date},
        )

    def options_flow(
        self,
        *,
        symbol: str | _Unset = UNSET,
        symbols: Sequence[Any] | _Unset = UNSET,
        exclude_symbols: Sequence[Any] | _Unset = UNSET,
        option_type: Literal["call", "put"] | _Unset = UNSET,
        side: Literal["above_ask", "at_ask", "mid", "at_bid", "below_bid"] | _Unset = UNSET,
        sides: Sequence[Any] | _Unset = UNSET,
        trade_type: Literal["sweep", "block", "multi_leg", "floor", "single"] | _Unset = UNSET,
        sentiment: Literal["bullish", "bearish", "neutral"] | _Unset = UNSET,
        min_premium: float | _Unset = UNSET,
        max_premium: float | _Unset = UNSET,
        min_size: int | _Unset = UNSET,
        min_unusual_score: int | _Unset = UNSET,
        min_volume_oi_ratio: float | _Unset = UNSET,
        dte_min: int | _Unset = UNSET,
        dte_max: int | _Unset = UNSET,
        earnings_within: int | _Unset = UNSET,
        since: str | _Unset = UNSET,
        until: str | _Unset = UNSET,
        cursor: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
        option_symbol: str | _Unset = UNSET,
        sort: Literal["newest", "score", "premium", "size"] | _Unset = UNSET,
        fields: Sequence[Any] | _Unset = UNSET,
        limit: int | _Unset = UNSET,
    ) -> Answer:
        """Options flow.

        Option trades of the session: side against the quote before, kind (sweep, block, package), sentiment,
        premium in USD, unusual_score, and sums of the window. For sums over time use net_flow, for unusual trades
        with reasons unusual_activity.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        symbols: Only these symbols.
        exclude_symbols: Without these symbols.
        option_type: Calls or puts.
        side: Place against the quote.
        sides: Places against the quote, any of these.
        trade_type: Kind of print.
        sentiment: Lean of the print.
        min_premium: Minimum, USD.
        max_premium: Maximum, USD.
        min_size: Contracts.
        min_unusual_score: Of unusual_score.
        min_volume_oi_ratio: Of volume_oi_ratio; above 1 more contracts were traded than were open, so some open.
        dte_min: Least calendar days from session_date.
        dte_max: Most calendar days from session_date.
        earnings_within: Only symbols that report earnings within so many calendar days from the session.
        since: From this instant or date; with a symbol up to five sessions back.
        until: Before this instant.
        cursor: The next_cursor of the previous page.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        option_symbol: Contract
        sort: Largest first.
        fields: Only these fields of each row, and id; all by default.
        limit: Maximum number of rows.
        """
        return self._call(
            "GET",
            "/api/v1/flow",
            query={
                "symbol": symbol,
                "symbols": symbols,
                "exclude_symbols": exclude_symbols,
                "option_type": option_type,
                "side": side,
                "sides": sides,
                "trade_type": trade_type,
                "sentiment": sentiment,
                "min_premium": min_premium,
                "max_premium": max_premium,
                "min_size": min_size,
                "min_unusual_score": min_unusual_score,
                "min_volume_oi_ratio": min_volume_oi_ratio,
                "dte_min": dte_min,
                "dte_max": dte_max,
                "earnings_within": earnings_within,
                "since": since,
                "until": until,
                "cursor": cursor,
                "date": date,
                "option_symbol": option_symbol,
                "sort": sort,
                "fields": fields,
                "limit": limit,
            },
        )

    def net_flow(
        self,
        *,
        symbol: str,
        from_: str | _Unset = UNSET,
        to: str | _Unset = UNSET,
        resolution: Literal["1m", "5m", "15m", "1h", "1d"] | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Net flow.

        Option premium of one symbol bought minus sold over time, USD: prints at or above the ask add, at or below
        the bid subtract, those between count only in volume. net_premium above 0 is bullish. For prints use
        options_flow.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        from_: First trading date; by default the session, with 1d the week up to it.
        to: Last trading date, less than 31 days after from.
        resolution: Bucket width.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            "/api/v1/flow/net",
            query={"symbol": symbol, "from": from_, "to": to, "resolution": resolution, "date": date},
        )

    def unusual_activity(
        self,
        *,
        symbol: str | _Unset = UNSET,
        symbols: Sequence[Any] | _Unset = UNSET,
        exclude_symbols: Sequence[Any] | _Unset = UNSET,
        option_type: Literal["call", "put"] | _Unset = UNSET,
        side: Literal["above_ask", "at_ask", "mid", "at_bid", "below_bid"] | _Unset = UNSET,
        sides: Sequence[Any] | _Unset = UNSET,
        trade_type: Literal["sweep", "block", "multi_leg", "floor", "single"] | _Unset = UNSET,
        sentiment: Literal["bullish", "bearish", "neutral"] | _Unset = UNSET,
        min_premium: float | _Unset = UNSET,
        max_premium: float | _Unset = UNSET,
        min_size: int | _Unset = UNSET,
        min_unusual_score: int | _Unset = UNSET,
        min_volume_oi_ratio: float | _Unset = UNSET,
        dte_min: int | _Unset = UNSET,
        dte_max: int | _Unset = UNSET,
        earnings_within: int | _Unset = UNSET,
        since: str | _Unset = UNSET,
        until: str | _Unset = UNSET,
        cursor: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
        min_score: int | _Unset = UNSET,
        sort: Literal["newest", "score", "premium", "size"] | _Unset = UNSET,
        fields: Sequence[Any] | _Unset = UNSET,
        limit: int | _Unset = UNSET,
    ) -> Answer:
        """Unusual activity.

        Unusual option trades: a score of 0 to 100 with points and a reason by factor, the patterns they complete,
        and the return of their contract after 5 and 30 minutes and at the next close. For all trades use
        options_flow.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        symbols: Only these symbols.
        exclude_symbols: Without these symbols.
        option_type: Calls or puts.
        side: Place against the quote.
        sides: Places against the quote, any of these.
        trade_type: Kind of print.
        sentiment: Lean of the print.
        min_premium: Minimum, USD.
        max_premium: Maximum, USD.
        min_size: Contracts.
        min_unusual_score: As min_score; the higher applies.
        min_volume_oi_ratio: Of volume_oi_ratio; above 1 more contracts were traded than were open, so some open.
        dte_min: Least calendar days from session_date.
        dte_max: Most calendar days from session_date.
        earnings_within: Only symbols that report earnings within so many calendar days from the session.
        since: From this instant or date; with a symbol up to five sessions back.
        until: Before this instant.
        cursor: The next_cursor of the previous page.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        min_score: Tail rarity, 0 to 100: 80 is the rarest 1 % of comparable prints, 90 the rarest 0.1 %.
        sort: Largest first.
        fields: Only these fields of each row, and id; all by default.
        limit: Maximum number of rows.
        """
        return self._call(
            "GET",
            "/api/v1/unusual_activity",
            query={
                "symbol": symbol,
                "symbols": symbols,
                "exclude_symbols": exclude_symbols,
                "option_type": option_type,
                "side": side,
                "sides": sides,
                "trade_type": trade_type,
                "sentiment": sentiment,
                "min_premium": min_premium,
                "max_premium": max_premium,
                "min_size": min_size,
                "min_unusual_score": min_unusual_score,
                "min_volume_oi_ratio": min_volume_oi_ratio,
                "dte_min": dte_min,
                "dte_max": dte_max,
                "earnings_within": earnings_within,
                "since": since,
                "until": until,
                "cursor": cursor,
                "date": date,
                "min_score": min_score,
                "sort": sort,
                "fields": fields,
                "limit": limit,
            },
        )

    def flow_outcomes(
        self,
        *,
        symbol: str | _Unset = UNSET,
        min_score: float | _Unset = UNSET,
        alert_type: Literal["aggressive_call_buying", "aggressive_put_buying", "aggressive_call_selling", "aggressive_put_selling", "whale_trade", "volume_spike", "iv_spike", "short_term_options_activity", "consistent_call_buying", "consistent_put_buying", "repeated_activity", "call_sweep", "put_sweep"] | _Unset = UNSET,
        from_: str | _Unset = UNSET,
        to: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Outcomes of unusual prints.

        What unusual prints did 1, 5 and 20 sessions later, beside random prints: hit rate and quartiles of the move
        with the aggressor, openings that open interest confirmed.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        min_score: Least score.
        alert_type: Such as call_sweep.
        from_: A year back by default.
        to: Last session.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            "/api/v1/flow/outcomes",
            query={
                "symbol": symbol,
                "min_score": min_score,
                "alert_type": alert_type,
                "from": from_,
                "to": to,
                "date": date,
            },
        )

    def dark_pool_levels(
        self,
        *,
        symbol: str,
        days: int | _Unset = UNSET,
        limit: int | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Dark pool levels.

        Prices with the most off-exchange volume of the past days, the largest such prints, and their share of all
        shares traded. These include internalised orders. For levels of all methods use support_resistance.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        days: Calendar days up to the session.
        limit: Maximum number of levels, largest first.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            "/api/v1/dark_pool_levels",
            query={"symbol": symbol, "days": days, "limit": limit, "date": date},
        )

    def support_resistance(
        self,
        symbol: str,
        *,
        lookback_days: int | _Unset = UNSET,
        methods: Sequence[Any] | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Support and resistance.

        Price levels below and above one underlying from pivots, swings and volume of daily bars, gamma walls and
        flip, open interest, and off-exchange trades, merged where they meet, each with a strength from 0 to 1.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        lookback_days: Calendar days of bars for swing and volume_profile.
        methods: Only these; all by default.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/levels",
            query={"lookback_days": lookback_days, "methods": methods, "date": date},
        )

    def tradingview_levels(self, symbol: str, *, dte_max: int | _Unset = UNSET) -> Answer:
        """Levels for TradingView.

        Walls, gamma flip, max pain and expected move of one symbol for a chart of TradingView: a Pine script to
        paste once, and a line to paste into its setting when the levels change. The numbers are those of
        option_metrics.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        dte_max: Only expirations within this many calendar days; 0 is those of the session itself.
        """
        return self._call("GET", f"/api/v1/stocks/{_in_path(symbol)}/tradingview", query={"dte_max": dte_max})

    def market_overview(self, *, date: str | _Unset = UNSET) -> Answer:
        """Market overview.

        The whole market on one page: SPY, QQQ, IWM and DIA with IV rank, put/call ratio, gamma regime and trend,
        the leaders by option volume and by IV rank, and sentiment of the day’s premium. Up to five minutes old.

        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call("GET", "/api/v1/market_overview", query={"date": date})

    def screener(
        self,
        *,
        filters: Sequence[Any] | _Unset = UNSET,
        symbols: Sequence[Any] | _Unset = UNSET,
        preset: Literal["rich_volatility", "cheap_volatility", "before_earnings", "short_gamma", "bullish_flow", "steep_skew"] | _Unset = UNSET,
        sort: str | _Unset = UNSET,
        fields: Sequence[Any] | _Unset = UNSET,
        quantiles: bool | _Unset = UNSET,
        limit: int | _Unset = UNSET,
        cursor: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Screener.

        All symbols that pass filters, sorted, a row each: IV rank, IV less realized, skew, term slope, gamma
        regime, distance to walls and flip, put/call, net premium, unusual prints, days to earnings, liquidity. With
        symbols it compares those.

        filters: All must hold: iv_rank >= 70, iv30 > 1.2 * rv30, gamma_regime = negative.
        symbols: Only these, to compare them.
        preset: Filters, sort and fields, where none are given.
        sort: A field; -field for the highest first.
        fields: Of: price, change_pct, iv30, iv_rank, iv_percentile, iv_change_points, rv20, rv30, iv_minus_rv30,
            rr25, bf25, term_slope_pct, net_gex, flip_distance_pct, call_wall_distance_pct, put_wall_distance_pct,
            put_call_ratio_volume, put_call_ratio_open_interest, net_premium, unusual_count, total_volume,
            volume_ratio, total_open_interest, open_interest_change_pct, days_to_earnings, expected_move_pct,
            report_move_pct, atm_spread_pct, state, gamma_regime, sector.
        quantiles: Adds the quantiles of each field over all symbols.
        limit: Maximum number of rows.
        cursor: The next_cursor of the previous page.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            "/api/v1/screener",
            query={
                "filters": filters,
                "symbols": symbols,
                "preset": preset,
                "sort": sort,
                "fields": fields,
                "quantiles": quantiles,
                "limit": limit,
                "cursor": cursor,
                "date": date,
            },
        )

    def gamma_exposure(
        self,
        symbol: str,
        *,
        expiration_date: str | _Unset = UNSET,
        dte_max: int | _Unset = UNSET,
        group_by: Literal["strike", "expiration", "strike_expiration"] | _Unset = UNSET,
        greek: Literal["gamma", "delta", "vanna", "charm", "open_interest_change"] | _Unset = UNSET,
        strikes_around: int | _Unset = UNSET,
        expirations: int | _Unset = UNSET,
        at: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Gamma exposure.

        Dealer gamma exposure of one symbol in USD per 1 % move, by strike or by expiration, with walls, the gamma
        flip and the profile over prices. Calls count plus, puts minus. For one line use option_metrics.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        expiration_date: Only this expiration date, YYYY-MM-DD.
        dte_max: Only expirations within this many calendar days; 0 is those of the session itself.
        group_by: What a row of data is; strike_expiration: a matrix.
        greek: Of matrix, minute.
        strikes_around: On each side (20).
        expirations: In the matrix (12).
        at: HH:MM, New York: net figures of a kept minute.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/gamma_exposure",
            query={
                "expiration_date": expiration_date,
                "dte_max": dte_max,
                "group_by": group_by,
                "greek": greek,
                "strikes_around": strikes_around,
                "expirations": expirations,
                "at": at,
                "date": date,
            },
        )

    def exposure_history(
        self,
        symbol: str,
        *,
        greek: Literal["gamma", "zero_dte", "delta", "vanna", "charm"] | _Unset = UNSET,
        from_: str | _Unset = UNSET,
        to: str | _Unset = UNSET,
        step: int | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Exposure over a session.

        Gamma, delta, vanna or charm exposure of one symbol by strike over the minutes of a session, with totals,
        walls and flip of each minute. Snapshots are taken each minute of the index funds, of watched symbols and of
        those requested in the last ten minutes, kept by minute for 20 sessions and by five minutes for 60.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        greek: What the values are.
        from_: First time of New York, HH:MM; the first snapshot by default.
        to: Last time of New York, HH:MM; the last snapshot by default.
        step: Minutes from one time to the next.
        date: YYYY-MM-DD; the newest session with snapshots by default.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/exposure_history",
            query={"greek": greek, "from": from_, "to": to, "step": step, "date": date},
        )

    def metric_history(
        self,
        symbol: str,
        *,
        metric: Literal["iv30", "iv60", "iv90", "iv_rank", "rr25", "net_gex", "gamma_flip", "call_wall", "put_wall", "max_pain", "put_call_ratio_volume", "put_call_ratio_open_interest", "total_open_interest", "net_premium"],
        sessions: int | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Metric history.

        One daily figure of a symbol’s options by session, with change and percentile in the year before. For prices
        use price_history.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        metric: rr25 is the skew at 30 days.
        sessions: Sessions up to the last one.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/metric_history",
            query={"metric": metric, "sessions": sessions, "date": date},
        )

    def trend_analysis(
        self,
        symbol: str,
        *,
        horizon: Literal["short", "medium", "long"] | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Trend analysis.

        Direction of one underlying as a score from −100 to 100 for a short, medium or long horizon, with moving
        averages, RSI, MACD, ADX, ATR and Bollinger bands of daily bars, and reasons in words.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        horizon: short looks at days, medium at weeks, long at months.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/trend",
            query={"horizon": horizon, "date": date},
        )

    def iv_term_structure(
        self,
        symbol: str,
        *,
        surface: bool | _Unset = UNSET,
        against: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """IV term structure.

        Implied volatility of one symbol by expiration, with the expected move to each (one standard deviation), and
        at 30, 60 and 90 days, with rank and percentile of the past year, and realized volatility of 10 to 60 days;
        decimals per year. State: contango, backwardation or flat.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        surface: Adds IV by delta and days.
        against: And its change since a session before.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/iv_term_structure",
            query={"surface": surface, "against": against, "date": date},
        )

    def volatility_surface(
        self,
        symbol: str,
        *,
        tenors: Sequence[Any] | _Unset = UNSET,
        against: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Volatility surface.

        Implied volatility of one symbol at fixed deltas and days, its change since another session, forward
        volatility, and the smile of each expiration with its skew, SVI parameters and what in it contradicts the
        others; decimals per year.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        tenors: Calendar days, ascending (7, 14, 30, 60, 90, 180, 365).
        against: A session before, YYYY-MM-DD: the change since then.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/volatility_surface",
            query={"tenors": tenors, "against": against, "date": date},
        )

    def price_history(
        self,
        symbol: str,
        *,
        days: int | _Unset = UNSET,
        from_: str | _Unset = UNSET,
        to: str | _Unset = UNSET,
        bars: Literal["day", "week", "month", "quarter", "year", "auto"] | _Unset = UNSET,
        against: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Price history.

        Daily bars of one underlying with return and dated drawdown, realized volatility by five estimators
        (decimals a year), and correlation and beta against another symbol. Adjusted for splits. The last bar is
        unfinished while its session runs.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        days: Calendar days up to the last session; 90 by default.
        from_: First date, YYYY-MM-DD; not with days.
        to: Last date, YYYY-MM-DD; not with days.
        bars: Length of the bars, day by default; auto for at most 24.
        against: Symbol for correlation and beta.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/price_history",
            query={"days": days, "from": from_, "to": to, "bars": bars, "against": against, "date": date},
        )

    def earnings(
        self,
        *,
        symbol: str | _Unset = UNSET,
        from_: str | _Unset = UNSET,
        to: str | _Unset = UNSET,
        limit: int | _Unset = UNSET,
        cursor: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Earnings.

        Earnings reports by date, past and announced: estimate, result and surprise, the move that options implied
        before it and the actual move, percent; with a symbol also the move of the report alone and how far IV fell
        after it, with medians. No row after the session means that no report is announced. For other kinds of dates
        use events.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        from_: First report date, YYYY-MM-DD; by default 14 days before the session, with a symbol 400.
        to: Last report date, YYYY-MM-DD; by default 44 days after from, with a symbol 500.
        limit: Maximum number of rows.
        cursor: The next_cursor of the previous page.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            "/api/v1/earnings",
            query={"symbol": symbol, "from": from_, "to": to, "limit": limit, "cursor": cursor, "date": date},
        )

    def strategy_analysis(
        self,
        symbol: str,
        *,
        legs: Sequence[Any] | _Unset = UNSET,
        template: Literal["long_call", "long_put", "cash_secured_put", "covered_call", "protective_put", "collar", "call_vertical", "put_vertical", "straddle", "strangle", "iron_condor", "iron_butterfly", "butterfly", "calendar", "diagonal", "ratio_spread", "risk_reversal", "jade_lizard"] | _Unset = UNSET,
        short: bool | _Unset = UNSET,
        dte: int | _Unset = UNSET,
        dte_far: int | _Unset = UNSET,
        delta: float | _Unset = UNSET,
        width: float | _Unset = UNSET,
        ratio: int | _Unset = UNSET,
        option_type: Literal["call", "put"] | _Unset = UNSET,
        quantity: int | _Unset = UNSET,
        fill: float | _Unset = UNSET,
        volatility: float | _Unset = UNSET,
        target_date: str | _Unset = UNSET,
        price_range_pct: float | _Unset = UNSET,
        price_steps: int | _Unset = UNSET,
        date_steps: int | _Unset = UNSET,
        iv_shifts: Sequence[Any] | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Strategy analysis.

        One option strategy: cost at bid, mid and ask, most profit and loss in USD, break-evens, greeks, chance of
        profit and of touch, expected value, Reg-T margin, risks of assignment and dividend, profit by price and
        date. Give legs or a template. Chances are risk-neutral.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        legs: As -1 SPY261218P00640000 @ 3.15 or 100 stock.
        template: Instead of legs: iron_condor, call_vertical, calendar...
        short: Turns all options.
        dte: Days to expiration (30).
        dte_far: Of the later leg (28 more).
        delta: 0.5 bought, 0.3 sold.
        width: USD between strikes.
        ratio: Of ratio_spread (2).
        option_type: Of one-sided templates.
        quantity: Units (1).
        fill: Of half the spread.
        volatility: Of the lognormal measure (atm_iv).
        target_date: For break_evens_on_date.
        price_range_pct: Each way (2 deviations).
        price_steps: Prices of the grid (21).
        date_steps: Dates of the grid (6).
        iv_shifts: Volatility points (0).
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/strategy_analysis",
            query={
                "legs": legs,
                "template": template,
                "short": short,
                "dte": dte,
                "dte_far": dte_far,
                "delta": delta,
                "width": width,
                "ratio": ratio,
                "option_type": option_type,
                "quantity": quantity,
                "fill": fill,
                "volatility": volatility,
                "target_date": target_date,
                "price_range_pct": price_range_pct,
                "price_steps": price_steps,
                "date_steps": date_steps,
                "iv_shifts": iv_shifts,
                "date": date,
            },
        )

    def find_strategies(
        self,
        symbol: str,
        *,
        target_price: float | _Unset = UNSET,
        direction: Literal["bullish", "bearish", "neutral", "volatile"] | _Unset = UNSET,
        target_date: str | _Unset = UNSET,
        max_loss: float | _Unset = UNSET,
        iv_points: float | _Unset = UNSET,
        templates: Sequence[Any] | _Unset = UNSET,
        prefer: Literal["balanced", "return", "probability"] | _Unset = UNSET,
        dte_max: int | _Unset = UNSET,
        min_open_interest: int | _Unset = UNSET,
        max_spread_pct: float | _Unset = UNSET,
        limit: int | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Find strategies.

        Ranks option strategies of one symbol for a thesis: a target price by a date, or a direction, with a limit
        of loss and a shift of volatility. All are compared after costs; a few are answered, unlike each other, each
        with its reason, profit if right, most loss and chance. Research data, not advice.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        target_price: USD: the mean on target_date.
        direction: Instead of it; neutral by default.
        target_date: YYYY-MM-DD (30 days).
        max_loss: USD a unit (2 % of 100 shares).
        iv_points: Volatility points added by then.
        templates: Only these; all of limited loss by default.
        prefer: What a rank weighs more.
        dte_max: Of the legs (target + 45).
        min_open_interest: Of each contract.
        max_spread_pct: Bid to ask, percent of the mid.
        limit: Maximum number of rows.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/strategies",
            query={
                "target_price": target_price,
                "direction": direction,
                "target_date": target_date,
                "max_loss": max_loss,
                "iv_points": iv_points,
                "templates": templates,
                "prefer": prefer,
                "dte_max": dte_max,
                "min_open_interest": min_open_interest,
                "max_spread_pct": max_spread_pct,
                "limit": limit,
                "date": date,
            },
        )

    def probability(
        self,
        symbol: str,
        *,
        target_date: str | _Unset = UNSET,
        above: float | _Unset = UNSET,
        below: float | _Unset = UNSET,
        touch: float | _Unset = UNSET,
        cone: bool | _Unset = UNSET,
        points: int | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Probability of a price.

        Chance, 0 to 1, that one symbol closes above, below or between prices on a date, or touches one before, from
        option prices (risk-neutral, no forecast), with quantiles, density and how often such chances came true.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        target_date: YYYY-MM-DD; the next monthly expiration by default.
        above: USD; less than below: between, else outside.
        below: USD too.
        touch: USD, by the date.
        cone: Adds quantiles of the expirations up to target_date.
        points: Prices of the density (101).
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/probability",
            query={
                "target_date": target_date,
                "above": above,
                "below": below,
                "touch": touch,
                "cone": cone,
                "points": points,
                "date": date,
            },
        )

    def scenario(
        self,
        symbol: str,
        *,
        price_pct: Sequence[Any] | _Unset = UNSET,
        iv_points: float | _Unset = UNSET,
        skew_points: float | _Unset = UNSET,
        term_scaling: Literal["none", "root_time"] | _Unset = UNSET,
        days: int | _Unset = UNSET,
        dte_max: int | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Scenario.

        What changes when the price moves, volatility shifts and days pass: dealer gamma, delta, vanna, charm, walls
        and flip of one symbol repriced, before and after.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        price_pct: Moves of the price, percent (-3, 0, 3).
        iv_points: Added to all volatilities; none falls below 5 %.
        skew_points: By which rr25 falls.
        term_scaling: root_time: shifts times the root of 30/dte, at most 3.
        days: Days that pass.
        dte_max: Only expirations within this many calendar days; 0 is those of the session itself.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/scenario",
            query={
                "price_pct": price_pct,
                "iv_points": iv_points,
                "skew_points": skew_points,
                "term_scaling": term_scaling,
                "days": days,
                "dte_max": dte_max,
                "date": date,
            },
        )

    def what_changed(
        self,
        symbol: str,
        *,
        since: str | _Unset = UNSET,
        until: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """What changed.

        What moved in one symbol between two instants and why: price, IV, skew, term, walls, open interest by
        strike, largest trades, net GEX by price, IV, time, open interest, expiration.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        since: Date (last chain) or instant (kept minute); else the session before.
        until: Likewise; else now.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/changes",
            query={"since": since, "until": until, "date": date},
        )

    def news(
        self,
        *,
        symbol: str | _Unset = UNSET,
        since: str | _Unset = UNSET,
        limit: int | _Unset = UNSET,
        cursor: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """News.

        Articles of the market source, newest first. For a past date, those published by its close.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        since: From this instant or date; by default the last 7 days.
        limit: Maximum number of articles.
        cursor: The next_cursor of the previous page.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            "/api/v1/news",
            query={"symbol": symbol, "since": since, "limit": limit, "cursor": cursor, "date": date},
        )

    def events(
        self,
        *,
        symbol: str | _Unset = UNSET,
        kind: Literal["macro", "fed", "earnings", "dividend", "split", "expiration", "holiday"] | _Unset = UNSET,
        from_: str | _Unset = UNSET,
        to: str | _Unset = UNSET,
        limit: int | _Unset = UNSET,
        cursor: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Events.

        Calendar of market events: macro releases, rate decisions, earnings, dividends and splits that the source
        has, option expirations, holidays and early closes. With a symbol only its own events, expirations as in its
        chain. For a past date, as known then.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        kind: Rate decisions and other central-bank dates are fed, not macro.
        from_: First New York date, YYYY-MM-DD; by default the session, or 30 days before an earlier to.
        to: Last New York date, YYYY-MM-DD; by default 30 days after from, at most 1100.
        limit: Maximum number of events.
        cursor: The next_cursor of the previous page.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            "/api/v1/events",
            query={
                "symbol": symbol,
                "kind": kind,
                "from": from_,
                "to": to,
                "limit": limit,
                "cursor": cursor,
                "date": date,
            },
        )

    def trade_context(
        self,
        symbol: str,
        *,
        direction: Literal["bullish", "bearish", "neutral"] | _Unset = UNSET,
        date: str | _Unset = UNSET,
    ) -> Answer:
        """Trade context.

        Everything to check before a trade in one symbol: quote, option metrics, IV term structure, three levels on
        each side, next earnings, and whether option premium is for or against a direction.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        direction: The thesis to compare flow_bias with.
        date: A past New York trading date, YYYY-MM-DD; nothing later is known then.
        """
        return self._call(
            "GET",
            f"/api/v1/stocks/{_in_path(symbol)}/trade_context",
            query={"direction": direction, "date": date},
        )

    def methodology(self, *, term: str | _Unset = UNSET) -> Answer:
        """Methodology.

        How every number of the analytics is computed: formula, unit, sign, source, and the operations that return
        it. Public.

        term: Part of a name or definition, as gamma flip.
        """
        return self._call("GET", "/api/v1/methodology", query={"term": term})

    def export_data(
        self,
        dataset: Literal["chains", "bars", "metrics", "flow", "ideas"],
        *,
        symbols: Sequence[Any] | _Unset = UNSET,
        from_: str | _Unset = UNSET,
        to: str | _Unset = UNSET,
        format: Literal["csv", "ndjson", "parquet"] | _Unset = UNSET,
    ) -> bytes:
        """Export a data set.

        A data set by symbol and dates as CSV, lines of JSON or Parquet, written while it is read. At most two
        exports of an account run at once. Chains and flow need the names of their symbols and take at most 31 days;
        a long range is several exports.

        dataset: chains: every listed contract with its greeks, at the last chain of each session; bars: daily bars,
            adjusted for splits; metrics: figures of the last chain of each session, the present one included;
            figures that the source does not keep are computed for the last 11 sessions of the range; flow:
            classified option trades of each session; ideas: trade ideas of this service, newest first.
        symbols: Tickers, for example SPY,QQQ. Required except for ideas and the ledger.
        from_: First New York date, YYYY-MM-DD; by default so that the range is short.
        to: Last New York date, YYYY-MM-DD; by default the present session, for ideas and the ledger today.
        format: csv (RFC 4180 with a header), ndjson (one JSON object in each line) or parquet.
        """
        return self._call(
            "GET",
            f"/api/v1/export/{_in_path(dataset)}",
            query={"symbols": symbols, "from": from_, "to": to, "format": format},
            raw=True,
        )

    def trade_ideas(
        self,
        *,
        status: Literal["all", "open", "closed", "expired"] | _Unset = UNSET,
        direction: Literal["all", "bullish", "bearish", "neutral"] | _Unset = UNSET,
        symbol: str | _Unset = UNSET,
        date: str | _Unset = UNSET,
        limit: int | _Unset = UNSET,
        cursor: str | _Unset = UNSET,
    ) -> Answer:
        """Trade ideas.

        Theses on single symbols that the service made from its own analytics, newest first: direction, strategy,
        entry, target and stop (USD), confidence, the reasons in words, and how each turned out. Research data, made
        by fixed rules that GET /trade_ideas/track_record judges.

        status: Only open, closed or expired ones.
        direction: Only bullish, bearish or neutral ones.
        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        date: Only those made on this New York date, YYYY-MM-DD, as they stand now.
        limit: Most ideas of the answer.
        cursor: The next_cursor of the previous page.
        """
        return self._call(
            "GET",
            "/api/v1/trade_ideas",
            query={
                "status": status,
                "direction": direction,
                "symbol": symbol,
                "date": date,
                "limit": limit,
                "cursor": cursor,
            },
        )

    def trade_ideas_track_record(
        self,
        *,
        symbol: str | _Unset = UNSET,
        from_: str | _Unset = UNSET,
        to: str | _Unset = UNSET,
    ) -> Answer:
        """Track record.

        How trade ideas turned out: number, hit rate, mean outcome in percent and in units of risk (R), in all, by
        pipeline and by confidence.

        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        from_: First New York date of ending; by default a year before to.
        to: Last date of ending; by default today.
        """
        return self._call(
            "GET",
            "/api/v1/trade_ideas/track_record",
            query={"symbol": symbol, "from": from_, "to": to},
        )

    def trade_idea(self, id: str) -> Answer:
        """Trade idea.

        One trade idea by its id, with its levels (USD), the reasons in words, and how it turned out once it has
        ended. For many use trade_ideas.

        id: The id of a trade idea.
        """
        return self._call("GET", f"/api/v1/trade_ideas/{_in_path(id)}")

    def list_notifications(
        self,
        *,
        type: Literal["custom_alert", "unusual_activity", "whale_trade", "system_update", "account", "system"] | _Unset = UNSET,
        date: Literal["today", "last_7_days", "last_30_days", "custom"] | _Unset = UNSET,
        from_: str | _Unset = UNSET,
        to: str | _Unset = UNSET,
        status: Literal["all", "unread", "read"] | _Unset = UNSET,
        symbol: str | _Unset = UNSET,
        alert_id: str | _Unset = UNSET,
        archived: bool | _Unset = UNSET,
        limit: int | _Unset = UNSET,
        cursor: str | _Unset = UNSET,
        at_date: str | _Unset = UNSET,
    ) -> Answer:
        """Notifications.

        The notifications of the account, newest first, filtered by type, days of the account’s time zone, read
        status, symbol, alert rule and archive, each with how far it has come on every channel. Pages stay right
        while new ones arrive, in both directions and from a date.

        type: Kind of notification; system is system_update and account together.
        date: Days of the time zone of the account, today included; custom takes from and to.
        from_: First day of a custom range, YYYY-MM-DD.
        to: Last day of a custom range, YYYY-MM-DD.
        status: Unread, read or both.
        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        alert_id: Only notifications that this alert rule raised.
        archived: The archived notifications instead of those of the list.
        limit: Most notifications of the answer.
        cursor: The next_cursor or previous_cursor of another page.
        at_date: Start at the newest notification of this day of the account’s time zone, else at the next older
            one, YYYY-MM-DD.
        """
        return self._call(
            "GET",
            "/api/v1/notifications",
            query={
                "type": type,
                "date": date,
                "from": from_,
                "to": to,
                "status": status,
                "symbol": symbol,
                "alert_id": alert_id,
                "archived": archived,
                "limit": limit,
                "cursor": cursor,
                "at_date": at_date,
            },
        )

    def unread_count(self) -> Answer:
        """Unread count.

        How many notifications of the account are unread.
        """
        return self._call("GET", "/api/v1/notifications/unread_count")

    def mark_notification_read(self, id: str) -> Answer:
        """Mark a notification read.

        Marks one notification as read and gives its record. Repeating it changes nothing.

        id: Id of the notification.
        """
        return self._call("PATCH", f"/api/v1/notifications/{_in_path(id)}/mark_read")

    def mark_notification_unread(self, id: str) -> Answer:
        """Mark a notification unread.

        Marks one notification as unread and gives its record. Repeating it changes nothing.

        id: Id of the notification.
        """
        return self._call("PATCH", f"/api/v1/notifications/{_in_path(id)}/mark_unread")

    def mark_all_notifications_read(self) -> Answer:
        """Mark all notifications read.

        Marks every notification of the list as read; archived ones stay as they are. Repeating it changes nothing.
        """
        return self._call("PATCH", "/api/v1/notifications/mark_all_read")

    def change_matching_notifications(
        self,
        *,
        change: Literal["read", "archive", "restore"],
        type: Literal["custom_alert", "unusual_activity", "whale_trade", "system_update", "account", "system"] | _Unset = UNSET,
        date: Literal["today", "last_7_days", "last_30_days", "custom"] | _Unset = UNSET,
        from_: str | _Unset = UNSET,
        to: str | _Unset = UNSET,
        status: Literal["all", "unread", "read"] | _Unset = UNSET,
        symbol: str | _Unset = UNSET,
        alert_id: str | _Unset = UNSET,
        archived: bool | _Unset = UNSET,
        through_seq: int | _Unset = UNSET,
    ) -> Answer:
        """Change all matching notifications.

        Marks read, archives or restores every notification that matches the filters of the list, however many, in
        one step. With through_seq of a listed page, notifications that arrived since then stay as they are.

        change: read marks read; archive concerns the list; restore concerns archived notifications.
        type: Kind of notification; system is system_update and account together.
        date: Days of the time zone of the account, today included; custom takes from and to.
        from_: First day of a custom range, YYYY-MM-DD.
        to: Last day of a custom range, YYYY-MM-DD.
        status: Unread, read or both.
        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        alert_id: Only notifications that this alert rule raised.
        archived: The archived notifications instead of those of the list.
        through_seq: Only notifications up to this place: through_seq of the list.
        """
        return self._call(
            "POST",
            "/api/v1/notifications/change_matching",
            body={
                "change": change,
                "type": type,
                "date": date,
                "from": from_,
                "to": to,
                "status": status,
                "symbol": symbol,
                "alert_id": alert_id,
                "archived": archived,
                "through_seq": through_seq,
            },
        )

    def archive_notifications(self, *, ids: Sequence[Any]) -> Answer:
        """Archive notifications.

        Archives up to 500 notifications by their ids, all in one step: they leave the list and the unread count,
        and stay in the archive for as long as they would have stayed in the list. What is on its way through a
        channel goes on. Unknown ids change nothing.

        ids: Ids of notifications, 1 to 500.
        """
        return self._call("POST", "/api/v1/notifications/archive", body={"ids": ids})

    def restore_notifications(self, *, ids: Sequence[Any]) -> Answer:
        """Restore archived notifications.

        Puts up to 500 archived notifications back into the list, read or unread as they were. Ids that are unknown
        or not archived change nothing.

        ids: Ids of notifications, 1 to 500.
        """
        return self._call("POST", "/api/v1/notifications/restore", body={"ids": ids})

    def undo_notification_change(self, *, id: str) -> Answer:
        """Undo a change of notifications.

        Takes back what one action changed, for 10 minutes: marking all or all matching read, archiving, restoring.
        Exactly its notifications change back: not what arrived since, and not what was read, archived or restored
        in another way. Repeating it changes nothing.

        id: The id in undo of the answer to the action.
        """
        return self._call("POST", "/api/v1/notifications/undo", body={"id": id})

    def delete_notification(self, id: str) -> Answer:
        """Delete a notification.

        Deletes one notification. What is already on its way to a webhook goes on: a program still needs it.

        id: Id of the notification.
        """
        return self._call("DELETE", f"/api/v1/notifications/{_in_path(id)}")

    def delete_notifications(self, *, ids: Sequence[Any]) -> Answer:
        """Delete selected notifications.

        Deletes up to 500 notifications by their ids, all in one step. Ids that are unknown, or not of the account,
        change nothing and are not counted.

        ids: Ids of notifications, 1 to 500.
        """
        return self._call("POST", "/api/v1/notifications/delete_selected", body={"ids": ids})

    def export_notifications(
        self,
        *,
        type: Literal["custom_alert", "unusual_activity", "whale_trade", "system_update", "account", "system"] | _Unset = UNSET,
        date: Literal["today", "last_7_days", "last_30_days", "custom"] | _Unset = UNSET,
        from_: str | _Unset = UNSET,
        to: str | _Unset = UNSET,
        status: Literal["all", "unread", "read"] | _Unset = UNSET,
        symbol: str | _Unset = UNSET,
        alert_id: str | _Unset = UNSET,
        archived: bool | _Unset = UNSET,
    ) -> bytes:
        """Export notifications as CSV.

        Notifications as CSV (RFC 4180), newest first, with the filters of the list; at most the 10,000 newest.
        Cells that a spreadsheet would evaluate are escaped. Needs the Vega plan.

        type: Kind of notification; system is system_update and account together.
        date: Days of the time zone of the account, today included; custom takes from and to.
        from_: First day of a custom range, YYYY-MM-DD.
        to: Last day of a custom range, YYYY-MM-DD.
        status: Unread, read or both.
        symbol: Ticker of the underlying, for example SPY or BRK.B. Case does not matter.
        alert_id: Only notifications that this alert rule raised.
        archived: The archived notifications instead of those of the list.
        """
        return self._call(
            "GET",
            "/api/v1/notifications/export.csv",
            query={
                "type": type,
                "date": date,
                "from": from_,
                "to": to,
                "status": status,
                "symbol": symbol,
                "alert_id": alert_id,
                "archived": archived,
            },
            raw=True,
        )

    def show_notification_settings(self) -> Answer:
        """Notification settings.

        Channels with their addresses (URLs masked), quiet hours, digests and sound of the account, and what is used
        of the limits of its plan.
        """
        return self._call("GET", "/api/v1/notification_settings")

    def change_notification_settings(
        self,
        *,
        enabled: bool | _Unset = UNSET,
        channels: Mapping[str, Any] | _Unset = UNSET,
        quiet_hours: Sequence[Any] | _Unset = UNSET,
        time_zone: str | _Unset = UNSET,
        frequency: Literal["realtime", "hourly", "daily"] | _Unset = UNSET,
        digest_time: str | _Unset = UNSET,
        sound: bool | _Unset = UNSET,
    ) -> Answer:
        """Change notification settings.

        Changes the settings that are given and leaves the others; what is held follows at once. A new URL is sent a
        signed test within the request, and `test` shows the result: until one has worked the URL is kept but not
        enabled (`verified: false`). Testing it again enables it, `redeliver_failed` then sends what was missed. A
        new webhook URL is answered once with its signing secret.

        enabled: The master switch: off, nothing leaves the bell.
        channels: Channels by name; what is not named stays as it is.
        quiet_hours: Windows in which nothing of normal priority is sent; several are joined.
        time_zone: IANA time zone of the account, for example America/New_York.
        frequency: When messages for people go: at once, or gathered by the hour or the day. High priority always
            goes at once.
        digest_time: When the daily digest goes, hh:mm in time_zone.
        sound: Whether the bell may sound.
        """
        return self._call(
            "PATCH",
            "/api/v1/notification_settings",
            body={
                "enabled": enabled,
                "channels": channels,
                "quiet_hours": quiet_hours,
                "time_zone": time_zone,
                "frequency": frequency,
                "digest_time": digest_time,
                "sound": sound,
            },
        )

    def test_notification_channel(
        self,
        channel: Literal["email", "sms", "push", "slack", "discord", "telegram", "webhook"],
    ) -> Answer:
        """Test a channel.

        Really sends one test message through a channel and says what came of it. It counts against the limits of
        the plan. A test that works enables a URL that was just set, and an address that had been disabled. A
        program that takes trade ideas alone answers a test with 422: that enables its webhook too.

        channel: A way to a person or a program besides the bell.
        """
        return self._call("POST", f"/api/v1/notification_settings/channels/{_in_path(channel)}/test")

    def reveal_webhook_secret(self) -> Answer:
        """Show the signing secret.

        Shows the secret by which the receiver of the webhook channel checks signatures.
        """
        return self._call("POST", "/api/v1/notification_settings/channels/webhook/reveal_secret")

    def rotate_webhook_secret(self) -> Answer:
        """Rotate the signing secret.

        Makes a new signing secret for the webhook channel. The one before signs too for 24 hours, so that a
        receiver can change over.
        """
        return self._call("POST", "/api/v1/notification_settings/channels/webhook/rotate_secret")

    def send_email_link(self) -> Answer:
        """Verify the e-mail address again.

        Sends a link to the e-mail address of the account, which verifies it again once it is opened (`POST
        /accounts/verify_email`). Needed where `channels.email.verified` is false: the address was never confirmed,
        or its mail server rejected two mails in a row. At most five such mails an hour. 422 where the address is
        verified.
        """
        return self._call("POST", "/api/v1/notification_settings/email")

    def send_phone_code(self, *, phone_number: str) -> Answer:
        """Send a code to a phone.

        Sends an SMS with a code of 6 digits to a phone number, to show that it is the account’s own. The code is
        valid for 10 minutes; at most 3 codes in an hour.

        phone_number: Phone number in international form, for example +12025550123.
        """
        return self._call("POST", "/api/v1/notification_settings/phone", body={"phone_number": phone_number})

    def verify_phone(self, *, code: str) -> Answer:
        """Verify a phone number.

        Confirms the phone number that the last code was sent to, and makes it the one of the SMS channel. A code
        works once, for 10 minutes and 5 tries.

        code: The 6 digits of the SMS.
        """
        return self._call("POST", "/api/v1/notification_settings/phone/verify", body={"code": code})

    def add_push_device(self, *, device: Any, label: str | _Unset = UNSET) -> Answer:
        """Add a push device.

        Adds a phone by its registration token, or a browser by its push subscription, to those that the push
        channel sends to. The same device again is the same entry.

        device: A phone (kind fcm, token) or a browser (kind web, endpoint and keys).
        label: What you call the device, 1 to 100 characters.
        """
        return self._call("POST", "/api/v1/notification_settings/devices", body={"device": device, "label": label})

    def remove_push_device(self, id: str) -> Answer:
        """Remove a push device.

        Removes a device from those that the push channel sends to. What waits for it is not sent any more.

        id: Id of the device.
        """
        return self._call("DELETE", f"/api/v1/notification_settings/devices/{_in_path(id)}")

    def link_chat(self, channel: Literal["telegram"]) -> Answer:
        """Link a chat.

        Gives the address that opens the chat with the bot of this service. Start the bot there: the chat then
        becomes the one of the channel, in place of the one before, and the channel is switched on. The address
        works once, for 10 minutes; a new one ends the one before.

        channel: A channel whose address is a chat that is linked through a bot.
        """
        return self._call("POST", f"/api/v1/notification_settings/channels/{_in_path(channel)}/link")

    def unlink_chat(self, channel: Literal["telegram"]) -> Answer:
        """Unlink a chat.

        Removes the chat of a channel, and ends a code that was not used yet. What waits for the chat is not sent
        any more.

        channel: A channel whose address is a chat that is linked through a bot.
        """
        return self._call("DELETE", f"/api/v1/notification_settings/channels/{_in_path(channel)}/link")

    def list_deliveries(
        self,
        *,
        status: Literal["pending", "sent", "failed", "throttled"] | _Unset = UNSET,
        channel: Literal["email", "sms", "push", "slack", "discord", "telegram", "webhook"] | _Unset = UNSET,
        limit: int | _Unset = UNSET,
        cursor: str | _Unset = UNSET,
    ) -> Answer:
        """Deliveries.

        What was sent, or is to be sent, through which channel, newest first, with every attempt: time, outcome,
        status code and the beginning of the answer.

        status: Only deliveries of this status.
        channel: Only deliveries through this channel.
        limit: Maximum number of rows, 1 to 100.
        cursor: The next_cursor of the previous page.
        """
        return self._call(
            "GET",
            "/api/v1/deliveries",
            query={"status": status, "channel": channel, "limit": limit, "cursor": cursor},
        )

    def redeliver(self, id: str) -> Answer:
        """Send a delivery again.

        Sends the same bytes under the same id once more, in this request and once, and says what came of it. It
        counts against the limits of the plan. What is being sent, or has no usable address, is refused.

        id: Id of the delivery.
        """
        return self._call("POST", f"/api/v1/deliveries/{_in_path(id)}/redeliver")

    def redeliver_failed(
        self,
        channel: Literal["email", "sms", "push", "slack", "discord", "telegram", "webhook"],
        *,
        since: str,
    ) -> Answer:
        """Send again what failed.

        Puts deliveries of a channel that have failed since an instant back into the queue, for one attempt each
        with the same bytes under the same id, the oldest first. At most 7 days back and 1000 deliveries a call;
        each counts against the limits of the plan. Left out: trade ideas whose session has ended, messages that may
        have been sent, and rules' own webhook addresses.

        channel: A way to a person or a program besides the bell.
        since: From when on, at most 7 days ago.
        """
        return self._call(
            "POST",
            f"/api/v1/notification_settings/channels/{_in_path(channel)}/redeliver_failed",
            body={"since": since},
        )

    def list_alerts(self, *, limit: int | _Unset = UNSET, cursor: str | _Unset = UNSET) -> Answer:
        """Alerts.

        The alert rules of the account, newest first, with the symbols in their cooldown period.

        limit: Maximum number of rows, 1 to 100.
        cursor: The next_cursor of the previous page.
        """
        return self._call("GET", "/api/v1/alerts", query={"limit": limit, "cursor": cursor})

    def create_alert(
        self,
        *,
        name: str,
        source: Literal["option_flow", "trade_idea", "market_level", "screen"],
        criteria: Mapping[str, Any] | _Unset = UNSET,
        channels: Sequence[Any] | None | _Unset = UNSET,
        webhook_url: str | None | _Unset = UNSET,
        cooldown_minutes: int | _Unset = UNSET,
        priority: Literal["normal", "high"] | _Unset = UNSET,
        enabled: bool | _Unset = UNSET,
    ) -> Answer:
        """Create an alert.

        Creates a rule that notifies the account of option prints, trade ideas or crossed levels that meet all its
        criteria.

        name: A name for the alert, 1 to 100 characters.
        source: What the rule watches.
        criteria: Conditions; all must be met. option_flow: symbols (at most 10), option_type, premium_min,
            premium_max, unusual_score_min, sides, dte_min, dte_max, volume_oi_ratio_min, alert_types, trade_types.
            trade_idea: symbols, direction, strategies, min_confidence. market_level: symbols, level (price,
            gamma_flip, call_wall, put_wall, support, resistance, iv_rank, net_gex, earnings_days), value,
            direction, rearm_distance. screen: filters of the screener, symbols; rings for symbols that pass now and
            did not before.
        channels: Channels to use; null for those of the account's settings, an empty list for the bell only.
        webhook_url: A webhook URL for this alert instead of the account’s; needs the Vega plan.
        cooldown_minutes: Minimum minutes between two notifications for one symbol; 30 or more are recommended.
        priority: High always notifies immediately; normal respects quiet hours and digests.
        enabled: Whether the rule is active.
        """
        return self._call(
            "POST",
            "/api/v1/alerts",
            body={
                "name": name,
                "source": source,
                "criteria": criteria,
                "channels": channels,
                "webhook_url": webhook_url,
                "cooldown_minutes": cooldown_minutes,
                "priority": priority,
                "enabled": enabled,
            },
        )

    def show_alert(self, id: str) -> Answer:
        """Alert.

        One alert rule of the account, with the symbols in their cooldown period.

        id: Id of the alert.
        """
        return self._call("GET", f"/api/v1/alerts/{_in_path(id)}")

    def change_alert(
        self,
        id: str,
        *,
        name: str | _Unset = UNSET,
        criteria: Mapping[str, Any] | _Unset = UNSET,
        channels: Sequence[Any] | None | _Unset = UNSET,
        webhook_url: str | None | _Unset = UNSET,
        cooldown_minutes: int | _Unset = UNSET,
        priority: Literal["normal", "high"] | _Unset = UNSET,
        enabled: bool | _Unset = UNSET,
    ) -> Answer:
        """Change an alert.

        Changes the given fields of a rule. Criteria are replaced as a whole, and new ones reset the cooldown. The
        answer to a new webhook URL contains its signing secret, once; null removes the URL.

        id: Id of the alert.
        name: A name for the alert, 1 to 100 characters.
        criteria: Conditions; all must be met. option_flow: symbols (at most 10), option_type, premium_min,
            premium_max, unusual_score_min, sides, dte_min, dte_max, volume_oi_ratio_min, alert_types, trade_types.
            trade_idea: symbols, direction, strategies, min_confidence. market_level: symbols, level (price,
            gamma_flip, call_wall, put_wall, support, resistance, iv_rank, net_gex, earnings_days), value,
            direction, rearm_distance. screen: filters of the screener, symbols; rings for symbols that pass now and
            did not before.
        channels: Channels to use; null for those of the account's settings, an empty list for the bell only.
        webhook_url: A webhook URL for this alert instead of the account’s; needs the Vega plan.
        cooldown_minutes: Minimum minutes between two notifications for one symbol; 30 or more are recommended.
        priority: High always notifies immediately; normal respects quiet hours and digests.
        enabled: Whether the rule is active.
        """
        return self._call(
            "PATCH",
            f"/api/v1/alerts/{_in_path(id)}",
            body={
                "name": name,
                "criteria": criteria,
                "channels": channels,
                "webhook_url": webhook_url,
                "cooldown_minutes": cooldown_minutes,
                "priority": priority,
                "enabled": enabled,
            },
        )

    def delete_alert(self, id: str) -> Answer:
        """Delete an alert.

        Deletes an alert rule and its own webhook. Its notifications remain, but digests leave them out.

        id: Id of the alert.
        """
        return self._call("DELETE", f"/api/v1/alerts/{_in_path(id)}")

    def snoozed_alerts(self) -> Answer:
        """Snoozed alerts.

        The rules of the account that are snoozed now, and when a snooze that begins now would end.
        """
        return self._call("GET", "/api/v1/alerts/snoozed")

    def snooze_alert(
        self,
        id: str,
        *,
        for_: Literal["one_hour", "rest_of_session", "next_open", "custom"],
        until: str | _Unset = UNSET,
    ) -> Answer:
        """Snooze an alert.

        Silences a rule until an instant of the service’s clock: it raises nothing on any channel, and what it would
        have matched meanwhile is not raised later. Snoozing again replaces the instant.

        id: Id of the alert.
        for_: How long: one hour, until the close of the session that is under way, until the open of the next
            trading day, or until an instant of your choice.
        until: With custom, when the snooze ends, UTC; at most 30 days from now.
        """
        return self._call("POST", f"/api/v1/alerts/{_in_path(id)}/snooze", body={"for": for_, "until": until})

    def end_alert_snooze(self, id: str) -> Answer:
        """End the snooze of an alert.

        Ends the snooze of a rule now, so that its next match notifies again. Repeating it changes nothing.

        id: Id of the alert.
        """
        return self._call("DELETE", f"/api/v1/alerts/{_in_path(id)}/snooze")

    def reveal_alert_secret(self, id: str) -> Answer:
        """Show the signing secret of an alert.

        Shows the secret with which the receiver of a rule’s webhook verifies signatures.

        id: Id of the alert.
        """
        return self._call("POST", f"/api/v1/alerts/{_in_path(id)}/reveal_secret")

    def rotate_alert_secret(self, id: str) -> Answer:
        """Rotate the signing secret of an alert.

        Creates a new signing secret for the webhook of a rule. The previous one also signs for 24 hours, so that a
        receiver can switch.

        id: Id of the alert.
        """
        return self._call("POST", f"/api/v1/alerts/{_in_path(id)}/rotate_secret")

    def backtest_alert(self, id: str, *, sessions: int | _Unset = UNSET) -> Answer:
        """Test an alert on recent sessions.

        How often a rule on option flow would have notified you in recent sessions, given its cooldown, for which
        prints, and the returns of their contracts after 5 and 30 minutes and at the next close. A rule without
        symbols is tested on the current session only. Nothing is sent.

        id: Id of the alert.
        sessions: Sessions to test, including the current one.
        """
        return self._call("POST", f"/api/v1/alerts/{_in_path(id)}/backtest", body={"sessions": sessions})

    def show_watchlist(self, *, figures: Literal["all", "available"] | _Unset = UNSET) -> Answer:
        """Watchlist.

        Symbols for which the account is notified of whale trades and unusual activity.

        figures: Also thresholds, prices and option figures of each symbol, the latter at most five minutes old.
            available answers at once, with the symbols whose figures are still being computed in pending.
        """
        return self._call("GET", "/api/v1/watchlist", query={"figures": figures})

    def replace_watchlist(self, *, symbols: Sequence[Any]) -> Answer:
        """Replace the watchlist.

        Replaces the symbols for which the account is notified of whale trades and unusual activity. Unknown symbols
        are rejected; duplicates are ignored.

        symbols: Symbols, at most 200.
        """
        return self._call("PUT", "/api/v1/watchlist", body={"symbols": symbols})

    def change_watchlist(
        self,
        *,
        add: Sequence[Any] | _Unset = UNSET,
        remove: Sequence[Any] | _Unset = UNSET,
        thresholds: Mapping[str, Any] | _Unset = UNSET,
        symbol_thresholds: Sequence[Any] | _Unset = UNSET,
    ) -> Answer:
        """Change the watchlist.

        Adds symbols at the end, removes others, and sets the least premium, score and size of a print that
        notifies, for all symbols or for one. A removed symbol loses its own bounds.

        add: Symbols to watch; known ones keep their place.
        remove: Symbols to watch no longer.
        thresholds: Bounds of all symbols, as a whole; {} for the usual ones.
        symbol_thresholds: Bounds of watched symbols, each as a whole; a symbol without any has those of all.
        """
        return self._call(
            "PATCH",
            "/api/v1/watchlist",
            body={"add": add, "remove": remove, "thresholds": thresholds, "symbol_thresholds": symbol_thresholds},
        )

    def preview_watchlist(
        self,
        *,
        thresholds: Mapping[str, Any] | _Unset = UNSET,
        symbol_thresholds: Sequence[Any] | _Unset = UNSET,
    ) -> Answer:
        """Preview of the watchlist.

        How many notifications a session the watchlist would have made in recent sessions with some bounds: one for
        each contract and kind. Long lists are counted on the current session so far. Nothing is stored or sent.

        thresholds: Bounds of all symbols; the stored ones if absent.
        symbol_thresholds: Bounds of single symbols; the stored ones if absent.
        """
        return self._call(
            "POST",
            "/api/v1/watchlist/preview",
            body={"thresholds": thresholds, "symbol_thresholds": symbol_thresholds},
        )

    def list_saved_filters(self) -> Answer:
        """Saved filters.

        The filters of the tape that the account has saved under a name, so that every device has them.
        """
        return self._call("GET", "/api/v1/flow/saved_filters")

    def create_saved_filter(self, *, name: str, filters: Mapping[str, Any]) -> Answer:
        """Save a filter.

        Saves filters of the tape under a name that the account does not use yet; at most 50.

        name: A name, unique in the account, 1 to 60 characters.
        filters: Inputs of options_flow that narrow it.
        """
        return self._call("POST", "/api/v1/flow/saved_filters", body={"name": name, "filters": filters})

    def change_saved_filter(
        self,
        id: str,
        *,
        name: str | _Unset = UNSET,
        filters: Mapping[str, Any] | _Unset = UNSET,
    ) -> Answer:
        """Change a saved filter.

        Renames a saved filter of the tape, or replaces its filters as a whole.

        id: Identity of what is saved.
        name: A name, unique in the account, 1 to 60 characters.
        filters: Inputs of options_flow that narrow it.
        """
        return self._call(
            "PATCH",
            f"/api/v1/flow/saved_filters/{_in_path(id)}",
            body={"name": name, "filters": filters},
        )

    def delete_saved_filter(self, id: str) -> Answer:
        """Delete a saved filter.

        Deletes a saved filter of the tape. Addresses that were shared keep their filters.

        id: Identity of what is saved.
        """
        return self._call("DELETE", f"/api/v1/flow/saved_filters/{_in_path(id)}")

    def list_screens(self) -> Answer:
        """Saved screens.

        The screens that the account has saved under a name, so that every device has them.
        """
        return self._call("GET", "/api/v1/screens")

    def create_screen(self, *, name: str, screen: Mapping[str, Any]) -> Answer:
        """Save a screen.

        Saves filters, symbols, order and columns of the screener under a name that the account does not use yet; at
        most 50. An alert of the source screen with the same filters notifies of symbols that begin to pass.

        name: A name, unique in the account, 1 to 60 characters.
        screen: Inputs of screener.
        """
        return self._call("POST", "/api/v1/screens", body={"name": name, "screen": screen})

    def change_screen(
        self,
        id: str,
        *,
        name: str | _Unset = UNSET,
        screen: Mapping[str, Any] | _Unset = UNSET,
    ) -> Answer:
        """Change a saved screen.

        Renames a saved screen, or replaces its content as a whole. Alerts keep their own filters.

        id: Identity of what is saved.
        name: A name, unique in the account, 1 to 60 characters.
        screen: Inputs of screener.
        """
        return self._call("PATCH", f"/api/v1/screens/{_in_path(id)}", body={"name": name, "screen": screen})

    def delete_screen(self, id: str) -> Answer:
        """Delete a saved screen.

        Deletes a saved screen. Addresses that were shared keep their filters, and alerts theirs.

        id: Identity of what is saved.
        """
        return self._call("DELETE", f"/api/v1/screens/{_in_path(id)}")

    def show_account(self) -> Answer:
        """Account.

        The account of the caller: plan, standing, and its limits with their current usage.
        """
        return self._call("GET", "/api/v1/account")

    def list_ledger(
        self,
        *,
        status: Literal["queued", "skipped", "dry_run", "ordered", "failed"] | _Unset = UNSET,
        symbol: str | _Unset = UNSET,
        limit: int | _Unset = UNSET,
        cursor: str | _Unset = UNSET,
    ) -> Answer:
        """The ledger.

        Entries of the ledger, newest first. The secret is taken from the header alone.

        status: Only entries of this status.
        symbol: Only entries of this symbol.
        limit: Most entries of the answer.
        cursor: The next_cursor of the previous page.
        """
        return self._call(
            "GET",
            "/webhooks/optionomics-neutral/ledger",
            query={"status": status, "symbol": symbol, "limit": limit, "cursor": cursor},
            credentials="receiver",
        )

    def show_ledger_entry(self, fingerprint: str) -> Answer:
        """One entry of the ledger.

        The entry with this fingerprint. The secret is taken from the header alone.

        fingerprint: SHA-256 of alert_name, source, symbol, direction, strategy and triggered_at, joined by `|`;
            triggered_at as `YYYY-MM-DDThh:mm:ss[.ffffff][±hh:mm]`, with `Z` written `+00:00`.
        """
        return self._call(
            "GET",
            f"/webhooks/optionomics-neutral/ledger/{_in_path(fingerprint)}",
            credentials="receiver",
        )

    def show_ledger_evidence(self, fingerprint: str) -> Answer:
        """What a decision was made from.

        The models that were asked about an idea, what they were sent, which tools they called and what these
        answered, with tokens, cost and time. Kept for 90 days. The secret is taken from the header alone.

        fingerprint: SHA-256 of alert_name, source, symbol, direction, strategy and triggered_at, joined by `|`;
            triggered_at as `YYYY-MM-DDThh:mm:ss[.ffffff][±hh:mm]`, with `Z` written `+00:00`.
        """
        return self._call(
            "GET",
            f"/webhooks/optionomics-neutral/ledger/{_in_path(fingerprint)}/evidence",
            credentials="receiver",
        )

    def decision_scorecard(
        self,
        *,
        horizon: float | _Unset = UNSET,
        symbol: str | _Unset = UNSET,
        from_: str | _Unset = UNSET,
        to: str | _Unset = UNSET,
        cost_bps: float | _Unset = UNSET,
        stake_usd: float | _Unset = UNSET,
    ) -> Answer:
        """Scorecard of decisions.

        What the receiver’s decisions on trade ideas were worth, skips included, against always following, fixed
        rules and SPY: returns, hit rates, Brier score, costs, 95 % intervals.

        horizon: Sessions after the decision.
        symbol: Only decisions on this symbol.
        from_: First date of a decision; a year before to.
        to: Last date; today.
        cost_bps: Cost of each side of a trade, hundredths of a percent.
        stake_usd: What each order stakes, USD.
        """
        return self._call(
            "GET",
            "/webhooks/optionomics-neutral/scorecard",
            query={
                "horizon": horizon,
                "symbol": symbol,
                "from": from_,
                "to": to,
                "cost_bps": cost_bps,
                "stake_usd": stake_usd,
            },
            credentials="receiver",
        )

    def export_ledger(
        self,
        *,
        symbols: Sequence[Any] | _Unset = UNSET,
        from_: str | _Unset = UNSET,
        to: str | _Unset = UNSET,
        format: Literal["csv", "ndjson", "parquet"] | _Unset = UNSET,
    ) -> bytes:
        """Export the ledger.

        Entries of the ledger, newest first, as CSV, lines of JSON or Parquet, by symbol and the New York dates on
        which they came. The secret is taken from the header alone.

        symbols: Tickers, for example SPY,QQQ. Required except for ideas and the ledger.
        from_: First New York date, YYYY-MM-DD; by default so that the range is short.
        to: Last New York date, YYYY-MM-DD; by default the present session, for ideas and the ledger today.
        format: csv (RFC 4180 with a header), ndjson (one JSON object in each line) or parquet.
        """
        return self._call(
            "GET",
            "/webhooks/optionomics-neutral/export/ledger",
            query={"symbols": symbols, "from": from_, "to": to, "format": format},
            credentials="receiver",
            raw=True,
        )

    def health(self) -> Answer:
        """Whether the process runs.

        Answers while the process runs, and reports which safety switches of the receiver are on.
        """
        return self._call("GET", "/health", credentials=None)

    def health_ready(self) -> Answer:
        """Whether all parts work.

        Checks the store, the source of market data and the background work, and answers 503 if one of them does not
        work.
        """
        return self._call("GET", "/health/ready", credentials=None)

    def openapi(self) -> Answer:
        """This document.

        The OpenAPI 3.1 document of every route. A readable version is at `/docs`.
        """
        return self._call("GET", "/api/v1/openapi.json", credentials=None)

    def receive_trade_idea(
        self,
        *,
        alert_name: str,
        source: Literal["trade_idea"],
        symbol: str,
        direction: Literal["bullish", "bearish", "neutral"],
        strategy: str,
        triggered_at: str,
        model: str | None | _Unset = UNSET,
        entry_price: float | None | _Unset = UNSET,
        target_price: float | None | _Unset = UNSET,
        stop_price: float | None | _Unset = UNSET,
        matched_criteria: Mapping[str, Any] | None | _Unset = UNSET,
    ) -> Answer:
        """Receive a trade idea.

        Takes the webhook of a Trade Ideas alert. The idea is stored, answered at once, and then decided, gated and,
        unless DRY_RUN is on, ordered in paper mode. The same idea again is a `duplicate` and changes nothing.

        alert_name: Name of the alert rule.
        source: Always `trade_idea`.
        symbol: Ticker of the underlying; trimmed and upper-cased.
        direction: What the idea expects.
        strategy: Label of the strategy.
        triggered_at: ISO 8601 date and time: `YYYY-MM-DD`, `T` or a space, `hh:mm[:ss[.fraction]]`, and `Z`,
            `±hh:mm`, `±hhmm` or no offset.
        model: Model or pipeline.
        entry_price: Reference entry, USD.
        target_price: Reference target, USD.
        stop_price: Reference stop, USD.
        matched_criteria: Criteria of the rule that matched; at most 16 levels.
        """
        return self._call(
            "POST",
            "/webhooks/optionomics-neutral/trade-ideas",
            body={
                "alert_name": alert_name,
                "source": source,
                "symbol": symbol,
                "direction": direction,
                "strategy": strategy,
                "triggered_at": triggered_at,
                "model": model,
                "entry_price": entry_price,
                "target_price": target_price,
                "stop_price": stop_price,
                "matched_criteria": matched_criteria,
            },
            credentials="receiver",
        )
    # -- end of operations --


def frame(answer: Mapping[str, Any], rows: str | None = None) -> Any:
    """The rows of an answer as a pandas data frame.

    rows: the field that holds them; by default `data`, or the one field that is a list of objects. Times become UTC
    timestamps (`as_of`, names that end in `_at`), dates stay text.
    """
    try:
        import pandas
    except ImportError:
        raise ImportError("frame needs pandas: pip install pandas. Without it, answers are dicts.") from None
    found = list(_rows_of(answer, rows))
    table = pandas.DataFrame.from_records(found)
    for name in table.columns:
        if name == "as_of" or name.endswith("_at"):
            table[name] = pandas.to_datetime([_instant_of(it) for it in table[name]], utc=True)
    return table


def _instant_of(text: Any) -> datetime | None:
    # Versions of pandas read ISO 8601 in different ways, some only where all times have the same form.
    return datetime.fromisoformat(text.replace("Z", "+00:00")) if isinstance(text, str) else None


def verify_webhook(body: bytes | str, headers: Mapping[str, str], secret: str | Iterable[str], *,
                   tolerance: float = 300.0, now: float | None = None) -> dict[str, Any]:
    """The message of a webhook of this service. Raises WebhookError unless it is genuine and recent.

    body: exactly the bytes that arrived. secret: `whsec_...`, or several while they are rotated. tolerance: greatest
    difference of the clocks in seconds. https://www.standardwebhooks.com
    """
    named = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (named.get(f"webhook-{it}", "") for it in ("id", "timestamp", "signature"))
    if not (message_id and signatures and timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
        raise WebhookError("The headers webhook-id, webhook-timestamp and webhook-signature are required.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookError("The message is too old or too new: check the clock of this machine.")
    content = body.encode() if isinstance(body, str) else bytes(body)
    signed = f"{message_id}.{timestamp}.".encode() + content
    secrets = [secret] if isinstance(secret, str) else list(secret)
    expected = [hmac.new(_key_of(it), signed, hashlib.sha256).digest() for it in secrets]
    given = [it for it in map(_signature_of, signatures.split()) if it is not None]
    if not any(hmac.compare_digest(one, other) for one in expected for other in given):
        raise WebhookError("No signature matches: the secret is another one, or the body was changed.")
    return json.loads(content)


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix(_WEBHOOK_PREFIX), validate=True)
    except binascii.Error:
        raise ValueError("the webhook secret is not base64") from None
    if not key:
        raise ValueError("the webhook secret is empty")
    return key


def _signature_of(text: str) -> bytes | None:
    version, _, encoded = text.partition(",")
    try:
        return base64.b64decode(encoded, validate=True) if version == "v1" else None
    except binascii.Error:
        return None


def _rows_of(answer: Mapping[str, Any], rows: str | None) -> Sequence[Mapping[str, Any]]:
    if rows is not None:
        return answer[rows]
    lists = [name for name, value in answer.items()
             if isinstance(value, list) and value and all(isinstance(it, dict) for it in value)]
    if "data" in answer:
        return answer["data"]
    if len(lists) == 1:
        return answer[lists[0]]
    raise ValueError(f"name the field of the rows: {', '.join(lists) or 'this answer has none'}")


def _error_of(answered: urllib.error.HTTPError) -> OptionwireError:
    with answered:
        try:
            problem = json.loads(answered.read())
        except (ValueError, OSError, http.client.HTTPException):
            problem = None
    known = problem if isinstance(problem, dict) else {}
    detail = known.get("detail") or f"The service answered {answered.code}."
    return OptionwireError(detail, status=answered.code, problem=known,
                           retry_after=_seconds_of(answered.headers.get("Retry-After")),
                           request_id=answered.headers.get("X-Request-Id"))


def _seconds_of(retry_after: str | None) -> float | None:
    if retry_after is None:
        return None
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _reason_of(broken: BaseException) -> str:
    reason = getattr(broken, "reason", None) or broken
    return str(reason).rstrip(".") or type(broken).__name__


def _is_absent(value: object) -> bool:
    return value is UNSET or value is None


def _in_query(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return str(value)
    if isinstance(value, Iterable):
        return ",".join(_in_query(it) for it in value)
    return str(value)


def _in_path(value: object) -> str:
    return urllib.parse.quote(str(value), safe="")
