import { PasskeyRequired } from '#people/passkey/shared/passkey-required.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { MessagePage } from './message-page.tsx'

/** In place of the manager area, for a manager whose session no passkey has confirmed, where REQUIRE_PASSKEY says so. */
export function PasskeyPage({ onConfirmed }: { onConfirmed: () => void }) {
  return <MessagePage title={m.passkey_required_title()} action={<PasskeyRequired onConfirmed={onConfirmed} />} />
}
