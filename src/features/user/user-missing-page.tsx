import { m } from '#i18n/paraglide/messages.js'
import { MissingPage } from '#ui/missing-page.tsx'

/** Stands in the manager area for a user who is not there. */
export const UserMissingPage = () => (
  <MissingPage
    title={m.user_not_found_title()}
    text={m.user_not_found_text()}
    to="/manager/users"
    showAll={m.users_empty_action()}
  />
)
