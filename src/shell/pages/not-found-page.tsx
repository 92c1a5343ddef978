import { m } from '#base/i18n/paraglide/messages.js'
import { MessagePage } from './message-page.tsx'

/** The 404 page, for unknown URLs too. */
export function NotFoundPage() {
  return <MessagePage status={404} title={m.page_404_title()} text={m.page_404_text()} />
}
