import { m } from '#base/i18n/paraglide/messages.js'
import { MissingPage } from '#base/ui/state/missing-page.tsx'

/** In place of a stock-taking that is not there. */
export const MissingStocktakePage = () => (
  <MissingPage
    title={m.stocktake_gone()}
    text={m.noun_missing_text()}
    to="/manager/stocktakes"
    showAll={m.stocktake_list()}
  />
)
