import { m } from '#base/i18n/paraglide/messages.js'
import { MissingPage } from '#base/ui/state/missing-page.tsx'

/** In place of a class set that is not there. */
export const MissingClassSetPage = () => (
  <MissingPage
    title={m.class_set_gone()}
    text={m.noun_missing_text()}
    to="/manager/class-sets"
    showAll={m.class_set_list()}
  />
)
