import { m } from '#i18n/paraglide/messages.js'
import { MissingPage } from '#ui/state/missing-page.tsx'

/** Stands in the reader area for a shelf that does not exist. */
export const ShelfMissingPage = () => <Missing to="/app/shelves" isReader />

/** Stands in the manager area for a shelf that does not exist. */
export const ManagerShelfMissingPage = () => <Missing to="/manager/shelves" />

const Missing = (place: { to: '/app/shelves' | '/manager/shelves'; isReader?: boolean }) => (
  <MissingPage
    {...place}
    title={m.shelf_not_found_title()}
    text={m.shelf_not_found_text()}
    showAll={m.shelf_show_all()}
  />
)
