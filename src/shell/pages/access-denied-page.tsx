import { m } from '#base/i18n/paraglide/messages.js'
import { MessagePage } from './message-page.tsx'

/** The 403 page, for users without access to the manager area. */
export function AccessDeniedPage() {
  return <MessagePage status={403} title={m.page_403_title()} text={m.page_403_text()} />
}
