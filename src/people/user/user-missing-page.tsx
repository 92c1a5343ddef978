import { m } from '#base/i18n/paraglide/messages.js'
import { MissingPage } from '#base/ui/state/missing-page.tsx'

/** The manager's page for an unknown user. */
export const UserMissingPage = () => (
  <MissingPage
    title={m.user_not_found_title()}
    text={m.user_not_found_text()}
    to="/manager/users"
    showAll={m.users_empty_action()}
  />
)
