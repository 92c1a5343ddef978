import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { lineActionClass } from '#base/ui/panel.tsx'

/** On the list of copies: the way to the stock-takings. */
export const StocktakesLink = () => (
  <Link to="/manager/stocktakes" className={`${lineActionClass} print:hidden`}>
    {m.stocktake_title()}
  </Link>
)
