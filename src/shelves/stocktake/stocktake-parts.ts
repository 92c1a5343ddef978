// One file, since the first page of everybody names each file of parts.
export { ActivityStocktake } from './page/activity-stocktake.tsx'
export { StocktakesLink } from './page/stocktakes-link.tsx'
