import { m } from '#base/i18n/paraglide/messages.js'
import type { Passkey } from './passkey.schema.ts'

/** What a passkey is called: its name, else that of its password manager, else 'Passkey'. */
export const passkeyName = ({ name, keeper }: Passkey): string => name || keeper || m.passkey_unnamed()
