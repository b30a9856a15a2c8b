/** Levels for a chart of TradingView, which reads no addresses: a script to paste once, and a line to paste again. */

interface ChartLevel {
  /** snake_case; the label on the chart. */
  readonly name: string
  /** USD per share. */
  readonly price: number
}

interface ChartFigures {
  readonly underlying_price: number | null
  readonly call_wall: number | null
  readonly put_wall: number | null
  readonly gamma_flip: number | null
  readonly max_pain: number | null
  /** One standard deviation, USD per share. */
  readonly expected_move: number | null
}

/** Unknown levels are left out. The expected move lies on both sides of the price. */
export function chartLevels(figures: ChartFigures): ChartLevel[] {
  const { underlying_price: price, expected_move: move } = figures
  const isKnown = price !== null && move !== null
  return [
    level('call_wall', figures.call_wall),
    level('put_wall', figures.put_wall),
    level('gamma_flip', figures.gamma_flip),
    level('max_pain', figures.max_pain),
    level('expected_high', isKnown ? price + move : null),
    level('expected_low', isKnown ? price - move : null),
  ].flat()
}

function level(name: string, price: number | null): ChartLevel[] {
  return price === null || price <= 0 ? [] : [{ name, price: Math.round(price * 100) / 100 }]
}

/** Symbol, session date, then one `name=price` for each level, separated by commas. */
export function levelsLine(symbol: string, sessionDate: string, levels: readonly ChartLevel[]): string {
  return [symbol, sessionDate, ...levels.map(({ name, price }) => `${name}=${price}`)].join(',')
}

/**
 * An indicator in Pine (tradingview.com/pine-script-docs, version 6) that draws the levels of a line. The line is an
 * input, so that new levels need no new script. A chart of another symbol shows a warning in place of the levels.
 */
export function pineScript(line: string): string {
  return `//@version=6
indicator("Optionwire levels", overlay = true, max_lines_count = 20, max_labels_count = 20)
string levelsLine = input.text_area("${line}", "Levels", tooltip = "csv_line of GET /stocks/{symbol}/tradingview")
color above = input.color(color.new(color.teal, 0), "Above the price")
color below = input.color(color.new(color.maroon, 0), "Below the price")
var array<line> drawnLines = array.new<line>()
var array<label> drawnLabels = array.new<label>()
if barstate.islast
    while drawnLines.size() > 0
        line.delete(drawnLines.pop())
    while drawnLabels.size() > 0
        label.delete(drawnLabels.pop())
    array<string> cells = str.split(str.trim(levelsLine), ",")
    if cells.size() < 3
        drawnLabels.push(label.new(bar_index, close, "Paste a line of levels"))
    else if cells.get(0) != syminfo.ticker
        drawnLabels.push(label.new(bar_index, close, "These levels are of " + cells.get(0)))
    else
        for i = 2 to cells.size() - 1
            array<string> pair = str.split(cells.get(i), "=")
            float price = pair.size() == 2 ? str.tonumber(pair.get(1)) : na
            if not na(price)
                color shade = price >= close ? above : below
                drawnLines.push(line.new(bar_index - 1, price, bar_index, price, extend = extend.both, color = shade))
                string caption = str.replace_all(pair.get(0), "_", " ") + " " + str.tostring(price) + " (" + cells.get(1) + ")"
                drawnLabels.push(label.new(bar_index + 5, price, caption, style = label.style_none, textcolor = shade))
`
}
