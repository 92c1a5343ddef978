import { m } from '#base/i18n/paraglide/messages.js'
import { MissingPage } from '#base/ui/state/missing-page.tsx'

/** The page of an unknown import, or of one that was discarded. */
export const ImportMissingPage = () => (
  <MissingPage
    title={m.import_not_found_title()}
    text={m.import_not_found_text()}
    to="/manager/import"
    showAll={m.import_show_all()}
  />
)
