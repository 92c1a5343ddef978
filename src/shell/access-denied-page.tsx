import { m } from '#i18n/paraglide/messages.js'
import { MessagePage } from './message-page.tsx'

/** The 403 page: what the manager area shows to those without access. */
export function AccessDeniedPage() {
  return <MessagePage status={403} title={m.page_403_title()} text={m.page_403_text()} />
}
